// quiz.cpp: asking, answering, explaining, counting.
#include "app/state/quiz.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "app/state/parts/nothing_chosen.h"
#include "app/state/parts/notices.h"
#include "app/state/session.h"
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

bool is_past(const Session& session, Cursor asked) {
  if (session.bound_for() > asked || session.cursor() > asked) return true;
  return asked.comparator == 0 && session.layer_position() > asked.layer;
}

AnswerMark mark_of(bool chosen, bool right) {
  if (chosen) return right ? AnswerMark::kRight : AnswerMark::kWrong;
  return AnswerMark::kMissed;
}

}  // namespace

void Quiz::ask(Session& session, Question question, std::string id, std::string where,
               bool is_generated, std::string lesson) {
  session.set_playing(false);
  // One that was open before holds nothing any more.
  session.laid_over.question.reset();
  session.seek(question.asked);
  session.selected = session.hover = {};
  now_ = {.question = std::move(question),
          .id = std::move(id),
          .where = std::move(where),
          .lesson = std::move(lesson),
          .generated = is_generated};
  open_ = true;
  aside_ = false;
  now_.chosen.assign(now_.question.options(), false);
  now_.pointed = picks_wires(now_.question) ? now_.question.wire : 0;
  while (now_.question.leaves_out(now_.pointed)) ++now_.pointed;
  generation_ = session.generation();
  mark(session);
}

void Quiz::reopen(Session& session, OpenQuestion question) {
  now_ = std::move(question);
  open_ = true;
  aside_ = false;
  generation_ = session.generation();
  session.selected = session.hover = {};
  mark(session);
}

void Quiz::wait_again(const Session& session, OpenQuestion question) {
  const auto is_it = [&](const ScoreRow& row) { return row.id == question.id; };
  const bool counted =
      std::ranges::any_of(rows_, is_it) && std::ranges::count(left_, question.id) == 0;
  if (open_ || counted) return;
  now_ = std::move(question);
  aside_ = true;
  generation_ = session.generation();
}

void Quiz::add_explanation(const std::string& text) {
  if (!open_) return;
  if (!now_.question.explanation.empty()) now_.question.explanation += ' ';
  now_.question.explanation += text;
}

std::span<const std::string_view> Quiz::answered_in(const Recording& recording) const {
  static constexpr std::array<std::string_view, 1> kComparators = {"network"};
  static constexpr std::array<std::string_view, 1> kComparisons = {"tree"};
  static constexpr std::array<std::string_view, 2> kWires = {"network", "bars"};
  if (!open_) return {};
  if (picks_wires(now_.question)) return kWires;
  if (!picks_comparators(now_.question)) return {};
  const std::uint32_t layer = now_.question.asked.layer;
  if (layer < recording.network.depth() && recording.network.in_trees(layer)) return kComparisons;
  return kComparators;
}

void Quiz::choose(Session& session, std::size_t option) {
  if (!asking() || option >= now_.chosen.size() || now_.question.leaves_out(option)) return;
  const bool was = now_.chosen[option];
  if (!now_.question.several) std::fill(now_.chosen.begin(), now_.chosen.end(), false);
  now_.chosen[option] = !was;
  now_.pointed = option;
  mark(session);
}

void Quiz::point(Session& session, int by) {
  if (!asking()) return;
  const auto count = static_cast<int>(now_.chosen.size());
  // The first press shows where one is.
  if (std::exchange(now_.keyboard, true)) {
    do {
      const int next = static_cast<int>(now_.pointed) + by + count;
      now_.pointed = static_cast<std::size_t>(next % count);
    } while (now_.question.leaves_out(now_.pointed));
  }
  mark(session);
}

void Quiz::choose_pointed(Session& session) {
  now_.keyboard = true;
  choose(session, now_.pointed);
}

void Quiz::type_digit(Session& session, std::uint32_t digit) {
  if (!asking()) return;
  if (!picks_wires(now_.question)) {
    if (digit > 0) choose(session, digit - 1);
    return;
  }
  std::size_t wire = digit;
  if (now_.keyboard && now_.pointed * 10 + digit < now_.chosen.size() &&
      now_.chosen[now_.pointed] && now_.pointed > 0) {
    wire = now_.pointed * 10 + digit;
  }
  now_.keyboard = true;
  if (wire < now_.chosen.size() && !now_.chosen[wire]) choose(session, wire);
}

Status Quiz::check(Session& session) {
  if (!asking()) return {};
  const bool any = std::find(now_.chosen.begin(), now_.chosen.end(), true) != now_.chosen.end();
  if (!any && !now_.question.several) {
    return Error{ErrorCode::kWorkFailed, std::string(kNothingChosen),
                 now_.question.answers.empty()
                     ? "Click in the picture, or choose with the arrows and Space."
                     : "Click an answer, or press its number."};
  }
  end(session, false);
  return {};
}

void forget_nothing_chosen(const Quiz& quiz, Notices& notices) {
  if (quiz.asking()) return;
  std::erase_if(notices.shown, [](const Notice& notice) {
    return notice.text == kQuestionHolds ||
           (notice.error && notice.text.starts_with(kNothingChosen));
  });
}

void Quiz::skip(Session& session) {
  if (asking()) end(session, true);
}

void Quiz::end(Session& session, bool skipped) {
  // Who has gone back to look sees what was asked about.
  if (session.bound_for() != now_.question.asked) session.seek(now_.question.asked);
  now_.answered = true;
  now_.skipped = skipped;
  now_.share = skipped ? 0 : share_right(now_.question, now_.chosen);
  now_.reasons = explain(now_.question, session.shared_recording(), now_.chosen);
  count(now_.share, skipped, true);
  mark(session);
  const Cursor to = now_.question.plays_to;
  if (to == now_.question.asked) return;
  const std::uint32_t layers = to.layer - now_.question.asked.layer;
  const float speed = layers <= 1 ? 1.0F : std::max(1.0F, static_cast<float>(layers) / kEndSeconds);
  session.play_to(to.layer, speed);
}

void Quiz::count(double share, bool skipped, bool final) {
  const auto row = std::find_if(rows_.begin(), rows_.end(),
                                [&](const ScoreRow& known) { return known.id == now_.id; });
  const auto left = std::find(left_.begin(), left_.end(), now_.id);
  now_.first.reset();
  if (row == rows_.end()) {
    rows_.push_back({now_.id, now_.where, now_.question.text, now_.lesson, share, skipped});
    if (!final) left_.push_back(now_.id);
  } else if (left != left_.end() && final) {
    // It was left, not answered: the answer was not seen.
    row->share = share;
    row->skipped = skipped;
    left_.erase(left);
  } else if (final) {
    now_.first = *row;
  }
}

void Quiz::leave(Session& session, bool counts) {
  aside_ = false;
  if (!open_) return;
  if (asking() && counts && !now_.lesson.empty()) count(0, true, false);
  open_ = false;
  session.laid_over.question.reset();
}

void Quiz::set_aside(Session& session) {
  const bool asked = asking();
  leave(session, false);
  aside_ = asked;
}

void Quiz::pass(Session& session) {
  if (!open_) return;
  session.laid_over.question.reset();
  session.settle();
  if (session.bound_for() != now_.question.plays_to) session.seek(now_.question.plays_to);
  leave(session, false);
}

void Quiz::attend(Session& session) {
  // Who explores past the question that waits has seen its answer.
  if (waits(session.generation()) && is_past(session, now_.question.asked)) count(0, true, true);
  if (!open_) return;
  if (generation_ != session.generation()) {
    leave(session, false);
    return;
  }
  if (!asking()) return;
  const Selection picked = session.selected;
  if (picked == Selection{}) return;
  const Question& question = now_.question;
  // An answer is about the moment of the question, whatever one has gone back to.
  if (session.bound_for() != question.asked) session.seek(question.asked);
  if (picks_comparators(question)) {
    if (picked.comparator && picked.comparator->layer == question.asked.layer) {
      now_.keyboard = false;
      choose(session, picked.comparator->index);
    }
  } else if (picks_wires(question)) {
    std::optional<Wire> wire = picked.wire;
    if (picked.place) {
      const Scene scene = session.scene();
      const auto at = std::find(scene.places.begin(), scene.places.end(), *picked.place);
      if (at != scene.places.end()) wire = static_cast<Wire>(at - scene.places.begin());
    }
    now_.keyboard = false;
    if (wire) choose(session, *wire);
  }
  // Nothing stays selected: the panel would tell what becomes of it.
  session.selected = {};
}

bool Quiz::holds_step(Session& session, bool in_lesson, bool is_generated) {
  if (asking()) return session.bound_for() >= session.furthest();
  if (!on || in_lesson || !session.loaded()) return false;
  // What has just been answered still plays.
  session.settle();
  const Cursor cursor = session.cursor();
  if (open_ && now_.question.asked == cursor) return false;
  leave(session, false);
  const auto recording = session.shared_recording();
  auto question = generate_question(recording, cursor, recording->request.seed);
  if (!question) return false;
  std::string id = fmt::format("{} {} {} {}", recording->request.algorithm, session.generation(),
                               cursor.layer, static_cast<int>(question->kind));
  ask(session, std::move(*question), std::move(id),
      fmt::format("{}, layer {}", recording->title(), cursor.layer + 1), is_generated);
  return true;
}

void Quiz::mark(Session& session) const {
  auto marks = std::make_shared<QuestionMarks>();
  marks->veiled = asking();
  const Question& question = now_.question;
  marks->about_parts = question.kind == QuestionKind::kSwaps;
  marks->in_words = question.kind == QuestionKind::kChoice;
  marks->asked_layer = question.asked.layer;
  marks->asked_comparator = question.asked.comparator;
  marks->then_layer = question.plays_to.layer;
  if (picks_wires(question) && asking()) {
    marks->wires.push_back({question.wire, AnswerMark::kAsked});
  }
  for (std::uint32_t i = 0; i < now_.chosen.size(); ++i) {
    std::vector<AnswerMark> of_this;
    if (now_.answered) {
      // Where one of two that are right was to be chosen, the other is not missed.
      const bool missed = question.right[i] && (question.several || now_.share < 1);
      if (now_.chosen[i] || missed) of_this.push_back(mark_of(now_.chosen[i], question.right[i]));
    } else {
      if (now_.chosen[i]) of_this.push_back(AnswerMark::kChosen);
      if (now_.keyboard && i == now_.pointed) of_this.push_back(AnswerMark::kPointed);
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

std::string points_text(double points) {
  std::string text = fmt::format("{:.2f}", points);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

std::string score_text(const Score& score) {
  std::string text = fmt::format("{} of {} right", score.right, score.asked());
  if (score.partly > 0) {
    text += fmt::format(", {} partly ({} point{})", score.partly, points_text(score.points),
                        score.points == 1 ? "" : "s");
  }
  if (score.skipped > 0) text += fmt::format(", {} not answered", score.skipped);
  return text;
}

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

Result<std::string> Quiz::score_file(const std::string& path) const {
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
  return text;
}

}  // namespace sortscope
