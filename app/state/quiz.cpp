// quiz.cpp: asking, answering, explaining, counting.
#include "app/state/quiz.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "app/state/parts/nothing_chosen.h"
#include "app/state/parts/notices.h"
#include "app/state/session.h"
#include "core/base/output_file.h"
#include "core/base/quote.h"
#include "core/recordings/recording.h"
#include "core/scenes/question_marks.h"

namespace sortscope {

namespace {

constexpr std::string_view kNothingChosen = "nothing is chosen yet.";
constexpr float kEndSeconds = 4;  // what the rest of a run takes, when it is played to its end

bool picks_comparators(const Question& question) {
  return question.kind == QuestionKind::kExchanges && question.answers.empty();
}
bool picks_wires(const Question& question) {
  return question.kind == QuestionKind::kWire || question.kind == QuestionKind::kWireEnd;
}

AnswerMark mark_of(bool chosen, bool right) {
  if (chosen) return right ? AnswerMark::kRight : AnswerMark::kWrong;
  return AnswerMark::kMissed;
}

}  // namespace

void Quiz::ask(Session& session, Question question, std::string id, std::string where,
               bool is_generated, std::string lesson) {
  session.set_playing(false);
  session.seek(question.asked);
  session.selected = session.hover = {};
  question_ = std::move(question);
  id_ = std::move(id);
  where_ = std::move(where);
  lesson_ = std::move(lesson);
  generated_ = is_generated;
  answered_ = skipped_ = keyboard_ = false;
  share_ = 0;
  chosen_.assign(question_->options(), false);
  pointed_ = picks_wires(*question_) ? question_->wire : 0;
  while (question_->leaves_out(pointed_)) ++pointed_;
  reasons_.clear();
  generation_ = session.generation();
  mark(session);
}

void Quiz::add_explanation(const std::string& text) {
  if (!question_) return;
  if (!question_->explanation.empty()) question_->explanation += ' ';
  question_->explanation += text;
}

std::span<const std::string_view> Quiz::answered_in(const Recording& recording) const {
  static constexpr std::array<std::string_view, 1> kComparators = {"network"};
  static constexpr std::array<std::string_view, 1> kComparisons = {"tree"};
  static constexpr std::array<std::string_view, 2> kWires = {"network", "bars"};
  if (!question_) return {};
  if (picks_wires(*question_)) return kWires;
  if (!picks_comparators(*question_)) return {};
  const std::uint32_t layer = question_->asked.layer;
  if (layer < recording.network.depth() && recording.network.in_trees(layer)) return kComparisons;
  return kComparators;
}

void Quiz::choose(Session& session, std::size_t option) {
  if (!asking() || option >= chosen_.size() || question_->leaves_out(option)) return;
  const bool was = chosen_[option];
  if (!question_->several) std::fill(chosen_.begin(), chosen_.end(), false);
  chosen_[option] = !was;
  pointed_ = option;
  mark(session);
}

void Quiz::point(Session& session, int by) {
  if (!asking()) return;
  const auto count = static_cast<int>(chosen_.size());
  // The first press shows where one is.
  if (std::exchange(keyboard_, true)) {
    do {
      pointed_ = static_cast<std::size_t>((static_cast<int>(pointed_) + by + count) % count);
    } while (question_->leaves_out(pointed_));
  }
  mark(session);
}

void Quiz::choose_pointed(Session& session) {
  keyboard_ = true;
  choose(session, pointed_);
}

void Quiz::type_digit(Session& session, std::uint32_t digit) {
  if (!asking()) return;
  if (!picks_wires(*question_)) {
    if (digit > 0) choose(session, digit - 1);
    return;
  }
  std::size_t wire = digit;
  if (keyboard_ && pointed_ * 10 + digit < chosen_.size() && chosen_[pointed_] && pointed_ > 0) {
    wire = pointed_ * 10 + digit;
  }
  keyboard_ = true;
  if (wire < chosen_.size() && !chosen_[wire]) choose(session, wire);
}

Status Quiz::check(Session& session) {
  if (!asking()) return {};
  const bool any = std::find(chosen_.begin(), chosen_.end(), true) != chosen_.end();
  if (!any && !question_->several) {
    return Error{ErrorCode::kWorkFailed, std::string(kNothingChosen),
                 question_->answers.empty()
                     ? "Click in the picture, or choose with the arrows and Space."
                     : "Click an answer, or press its number."};
  }
  end(session, false);
  return {};
}

void forget_nothing_chosen(const Quiz& quiz, Notices& notices) {
  if (quiz.asking()) return;
  std::erase_if(notices.shown, [](const Notice& notice) {
    return notice.error && notice.text.starts_with(kNothingChosen);
  });
}

void Quiz::skip(Session& session) {
  if (asking()) end(session, true);
}

void Quiz::end(Session& session, bool skipped) {
  answered_ = true;
  skipped_ = skipped;
  share_ = skipped ? 0 : share_right(*question_, chosen_);
  reasons_ = explain(*question_, session.shared_recording(), chosen_);
  count(share_, skipped, true);
  mark(session);
  const Cursor to = question_->plays_to;
  if (to == question_->asked) return;
  const std::uint32_t layers = to.layer - question_->asked.layer;
  const float speed = layers <= 1 ? 1.0F : std::max(1.0F, static_cast<float>(layers) / kEndSeconds);
  session.play_to(to.layer, speed);
}

void Quiz::count(double share, bool skipped, bool final) {
  const auto row = std::find_if(rows_.begin(), rows_.end(),
                                [&](const ScoreRow& known) { return known.id == id_; });
  const auto left = std::find(left_.begin(), left_.end(), id_);
  if (row == rows_.end()) {
    rows_.push_back({id_, where_, question_->text, lesson_, share, skipped});
    if (!final) left_.push_back(id_);
  } else if (left != left_.end() && final) {
    // It was left, not answered: the answer was not seen.
    row->share = share;
    row->skipped = skipped;
    left_.erase(left);
  }
}

void Quiz::leave(Session& session, bool counts) {
  if (!question_) return;
  if (asking() && counts) count(0, true, false);
  question_.reset();
  session.laid_over.question.reset();
}

void Quiz::pass(Session& session) {
  if (!question_) return;
  session.settle();
  if (session.cursor() < question_->plays_to || question_->plays_to != question_->asked) {
    session.seek(question_->plays_to);
  }
  leave(session, false);
}

void Quiz::attend(Session& session) {
  if (!question_) return;
  if (generation_ != session.generation()) {
    leave(session, false);
    return;
  }
  if (!asking()) return;
  // Who jumps elsewhere has seen what was asked.
  if (session.cursor() != question_->asked) {
    leave(session, true);
    return;
  }
  const Selection picked = session.selected;
  if (picked == Selection{}) return;
  const Question& question = *question_;
  if (picks_comparators(question)) {
    if (picked.comparator && picked.comparator->layer == question.asked.layer) {
      keyboard_ = false;
      choose(session, picked.comparator->index);
    }
  } else if (picks_wires(question)) {
    std::optional<Wire> wire = picked.wire;
    if (picked.place) {
      const Scene scene = session.scene();
      const auto at = std::find(scene.places.begin(), scene.places.end(), *picked.place);
      if (at != scene.places.end()) wire = static_cast<Wire>(at - scene.places.begin());
    }
    keyboard_ = false;
    if (wire) choose(session, *wire);
  }
  // Nothing stays selected: the panel would tell what becomes of it.
  session.selected = {};
}

bool Quiz::holds_step(Session& session, bool in_lesson, bool is_generated) {
  if (asking()) {
    skip(session);
    return true;
  }
  if (!on || in_lesson || !session.loaded()) return false;
  // What has just been answered still plays.
  session.settle();
  const Cursor cursor = session.cursor();
  if (question_ && question_->asked == cursor) return false;
  leave(session, false);
  const auto recording = session.shared_recording();
  auto question = generate_question(recording, cursor, recording->request.seed);
  if (!question) return false;
  std::string id = fmt::format("{} {} {} {}", recording->request.algorithm, session.generation(),
                               cursor.layer, static_cast<int>(question->kind));
  ask(session, std::move(*question), std::move(id),
      fmt::format("{}, layer {}", recording->algorithm->title, cursor.layer + 1), is_generated);
  return true;
}

void Quiz::mark(Session& session) const {
  auto marks = std::make_shared<QuestionMarks>();
  marks->veiled = asking();
  const Question& question = *question_;
  marks->about_parts = question.kind == QuestionKind::kSwaps;
  marks->asked_layer = question.asked.layer;
  marks->then_layer = question.plays_to.layer;
  if (picks_wires(question) && asking()) {
    marks->wires.push_back({question.wire, AnswerMark::kAsked});
  }
  for (std::uint32_t i = 0; i < chosen_.size(); ++i) {
    std::vector<AnswerMark> of_this;
    if (answered_) {
      if (chosen_[i] || question.right[i])
        of_this.push_back(mark_of(chosen_[i], question.right[i]));
    } else {
      if (chosen_[i]) of_this.push_back(AnswerMark::kChosen);
      if (keyboard_ && i == pointed_) of_this.push_back(AnswerMark::kPointed);
    }
    for (const AnswerMark one : of_this) {
      if (picks_comparators(question)) {
        marks->comparators.push_back({question.asked.layer, i, one});
      } else if (picks_wires(question)) {
        marks->wires.push_back({i, one});
      }
    }
  }
  session.laid_over.question = std::move(marks);
}

namespace {

void add(const ScoreRow& row, Score& score) {
  score.points += row.share;
  if (row.skipped) {
    ++score.skipped;
  } else if (row.share >= 1) {
    ++score.right;
  } else if (row.share > 0) {
    ++score.partly;
  } else {
    ++score.wrong;
  }
}

}  // namespace

Score Quiz::score() const {
  Score score;
  for (const ScoreRow& row : rows_) add(row, score);
  return score;
}

Score Quiz::score_of(std::string_view lesson) const {
  Score score;
  for (const ScoreRow& row : rows_) {
    if (row.lesson == lesson) add(row, score);
  }
  return score;
}

Status Quiz::write_score(const std::string& path) const {
  const Score total = score();
  std::string text;
  if (path.ends_with(".csv")) {
    text = "where,question,result,points\n";
    const auto cell = [](std::string_view text_of) {
      std::string value = inert_cell(text_of);
      for (std::size_t i = 0; (i = value.find('"', i)) != std::string::npos; i += 2) {
        value.insert(i, 1, '"');
      }
      return '"' + value + '"';
    };
    for (const ScoreRow& row : rows_) {
      const char* result = row.skipped      ? "skipped"
                           : row.share >= 1 ? "right"
                           : row.share > 0  ? "partly"
                                            : "wrong";
      text +=
          fmt::format("{},{},{},{:.3f}\n", cell(row.where), cell(row.question), result, row.share);
    }
  } else if (path.ends_with(".json")) {
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    for (const ScoreRow& row : rows_) {
      rows.push_back({{"where", row.where},
                      {"question", row.question},
                      {"skipped", row.skipped ? 1 : 0},
                      {"points", row.share}});
    }
    const nlohmann::ordered_json all = {{"version", 1},           {"asked", total.asked()},
                                        {"right", total.right},   {"partly", total.partly},
                                        {"wrong", total.wrong},   {"skipped", total.skipped},
                                        {"points", total.points}, {"questions", rows}};
    text = all.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
  } else {
    return Error{ErrorCode::kBadUsage, fmt::format("a score is not written as '{}'.", path),
                 "Name a file that ends in .csv or .json."};
  }
  return write_file(path, text);
}

}  // namespace sortscope
