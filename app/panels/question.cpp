// question.cpp: the question beside the picture: answers to choose, then why they are right.
#include "app/panels/question.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "app/panels/panels.h"
#include "app/panels/parts.h"
#include "app/state/command_table.h"
#include "app/state/lesson_player.h"
#include "app/state/quiz.h"
#include "app/widgets/rich_text.h"
#include "app/widgets/scroll_body.h"

namespace sortscope {

namespace {

constexpr float kEdge = 22;

float words(const Brush& brush, float x, float y, float width, std::string_view text, float size,
            Role role, bool bold = false) {
  RichBlock block;
  block.spans.push_back({std::string(text), bold, false, false});
  const RichLayout set = set_rich_text(brush, {block}, width, size);
  if (brush.list != nullptr) draw_rich_text(brush, set, x, y, role);
  return set.height;
}

void draw_sign(const Brush& brush, float x, float y, bool right, Role role) {
  const unsigned color = brush.color(role);
  const float u = brush.px(1);
  if (right) {
    const ImVec2 points[] = {
        {x - 5 * u, y}, {x - 1.5F * u, y + 4 * u}, {x + 5.5F * u, y - 4.5F * u}};
    brush.list->AddPolyline(points, 3, color, 0, 2.2F * u);
  } else {
    brush.list->AddLine({x - 4 * u, y - 4 * u}, {x + 4 * u, y + 4 * u}, color, 2.2F * u);
    brush.list->AddLine({x - 4 * u, y + 4 * u}, {x + 4 * u, y - 4 * u}, color, 2.2F * u);
  }
}

// Answers in words: key, text, and once it is answered a sign. `ticked`: only those with one.
float draw_answers(const PanelParts& given, const Brush& brush, float x, float top, float width,
                   float size, std::vector<float>* ends, bool ticked = false, bool tight = false) {
  const float inset = brush.px(tight ? 4 : 7);
  const Quiz& quiz = given.quiz;
  const Question& question = quiz.question();
  float y = top;
  for (std::size_t i = 0; i < question.answers.size(); ++i) {
    const bool chosen = quiz.chosen()[i];
    const bool right = question.right[i];
    if (ticked && !chosen && !right) continue;
    const float inner = width - brush.px(46);
    RichBlock block;
    block.spans.push_back({question.answers[i], false, false, false});
    const RichLayout text = set_rich_text(brush, {block}, inner, size);
    const Area area{x, y, width, text.height + 2 * inset};
    y = area.bottom() + brush.px(tight ? 5 : 8);
    if (ends != nullptr) ends->push_back(y - brush.px(4));
    if (brush.list == nullptr) continue;
    const Press press = press_area(fmt::format("answer-{}", i).c_str(), area, quiz.asking());
    if (quiz.asking()) keep_clear(brush, area);
    if (press) given.asked.ask(fmt::format("answer {}", i + 1));
    const ImVec2 low{area.x, area.y};
    const ImVec2 high{area.right(), area.bottom()};
    const bool shows = quiz.answered() && (chosen || right);
    const Role edge = !shows  ? (chosen ? Role::kAccent : Role::kLine)
                      : right ? Role::kGood
                              : Role::kExchanged;
    if (chosen) brush.list->AddRectFilled(low, high, brush.color(Role::kAccentBand), brush.px(6));
    if (press.hovered)
      brush.list->AddRectFilled(low, high, brush.color(Role::kText, 0.06F), brush.px(6));
    brush.list->AddRect(low, high, brush.color(edge), brush.px(6), 0,
                        chosen || shows ? brush.px(2) : brush.hairline());
    const float middle = area.y + inset + brush.px(size * 0.75F);
    if (shows) {
      draw_sign(brush, area.x + brush.px(18), middle, right, edge);
    } else {
      draw_key_cap(brush, area.x + brush.px(8), middle, std::to_string(i + 1));
    }
    draw_rich_text(brush, text, area.x + brush.px(36), area.y + inset, Role::kText);
  }
  return y;
}

std::string hint_of(const Question& question) {
  if (!question.answers.empty()) {
    return question.several ? "Several may be right. Click, or press their numbers."
                            : "Click an answer, or press its number.";
  }
  return question.kind == QuestionKind::kExchanges
             ? "Click them in the picture, or go with ← → and choose with Space."
             : "Click the wire in the picture, or type its number.";
}

std::string chosen_text(const Quiz& quiz) {
  const auto& chosen = quiz.chosen();
  const auto count = std::count(chosen.begin(), chosen.end(), true);
  if (quiz.question().kind == QuestionKind::kExchanges) {
    return count == 0 ? std::string("None is chosen.") : fmt::format("{} chosen", count);
  }
  const auto at = std::find(chosen.begin(), chosen.end(), true);
  return at == chosen.end() ? std::string("No wire is chosen.")
                            : fmt::format("Wire {}", at - chosen.begin());
}

// The score stays as it was: who tries once more is told so.
std::string first_answer_text(const ScoreRow& first) {
  if (first.skipped) return "The answer was shown before: this one does not count.";
  return fmt::format("Your first answer counts: {}.", first.share >= 1  ? "right"
                                                      : first.share > 0 ? "partly right"
                                                                        : "not right");
}

float draw_verdict(const PanelParts& given, const Brush& brush, float x, float top, float width,
                   float size, std::vector<float>* ends) {
  const Quiz& quiz = given.quiz;
  const bool right = quiz.share() >= 1;
  const bool partly = !right && quiz.share() > 0;
  const Role role = quiz.skipped() ? Role::kMuted : right ? Role::kGood : Role::kExchanged;
  const Question& question = quiz.question();
  const bool happens = question.plays_to != question.asked;
  std::string verdict = quiz.skipped() ? (happens ? "Here is what happens." : "The answer")
                        : right        ? "Right."
                        : partly
                            ? fmt::format("Partly right: {} of a point.", points_text(quiz.share()))
                            : "Not right.";
  float y = top + brush.px(6);
  float indent = 0;
  if (!quiz.skipped()) {
    indent = brush.px(22);
    if (brush.list != nullptr) {
      draw_sign(brush, x + brush.px(7), y + brush.px(size * 0.75F), right, role);
    }
  }
  y += words(brush, x + indent, y, width - indent, verdict, size, role, true);
  if (const auto& counted = quiz.first()) {
    y += words(brush, x + indent, y, width - indent, first_answer_text(*counted),
               std::min(size, kSizeText), Role::kMuted);
  }
  bool first = true;
  for (const std::string& reason : quiz.reasons()) {
    // The verdict stays with what explains it.
    if (ends != nullptr && !std::exchange(first, false)) ends->push_back(y);
    y += brush.px(4);
    y += words(brush, x, y, width, reason, size, Role::kText);
  }
  const Score score = quiz.score_of(quiz.lesson());
  if (score.asked() > score.skipped) {
    y += brush.px(10);
    y += words(brush, x, y, width,
               fmt::format("{}: {}", quiz.lesson().empty() ? "Score" : "In this lesson",
                           score_text(score)),
               kSizeSmall, Role::kMuted);
  }
  // A lesson has its own button at the foot.
  if (given.lesson.active()) return y;
  y += brush.px(12);
  const std::string_view next = quiz.on ? "Next question" : "Go on";
  const Area button{x, y, text_button_width(brush, next), brush.px(32)};
  if (brush.list == nullptr) return button.bottom();
  if (text_button(brush, "answer-on", button, next, ButtonLook::kPrimary)) {
    given.asked.ask("answer-on");
  }
  command_tooltip(given.look, "answer-on");
  return button.bottom();
}

}  // namespace

float draw_question(const PanelParts& given, const Brush& brush, float x, float top, float width,
                    float size, std::vector<float>* ends, bool tight) {
  const Quiz& quiz = given.quiz;
  const Question& question = quiz.question();
  float y = top;
  if (brush.list != nullptr) draw_hairline(brush, x, y, x + width, y);
  y += brush.px(tight ? 6 : 12);
  y += words(brush, x, y, width, question.text, size, Role::kText, true) + brush.px(4);
  const bool asks = quiz.asking() && !given.look.film;
  const std::string hint = !tight ? hint_of(question)
                           : question.several && !question.answers.empty()
                               ? std::string("Several may be right.")
                               : std::string();
  if (asks && !hint.empty()) y += words(brush, x, y, width, hint, kSizeText, Role::kMuted);
  y += brush.px(tight ? 4 : 8);
  if (ends != nullptr) ends->push_back(y - brush.px(4));
  if (!question.answers.empty()) {
    y = draw_answers(given, brush, x, y, width, size, ends, false, tight);
  } else if (asks) {
    y += words(brush, x, y, width, chosen_text(quiz), size, Role::kAccent, true) + brush.px(4);
  }
  if (!asks) return y;
  y += brush.px(tight ? 3 : 6);
  const float height = brush.px(32);
  const float below = brush.px(tight ? 2 : 12);
  if (brush.list == nullptr) return y + height + below;
  const float check = text_button_width(brush, "Check");
  if (text_button(brush, "check", {x, y, check, height}, "Check", ButtonLook::kPrimary)) {
    given.asked.ask("answer-check");
  }
  command_tooltip(given.look, "answer-check");
  const float show = text_button_width(brush, "Show answer");
  if (text_button(brush, "show", {x + check + brush.px(8), y, show, height}, "Show answer",
                  ButtonLook::kPlain)) {
    given.asked.ask("answer-skip");
  }
  command_tooltip(given.look, "answer-skip");
  return y + height + below;
}

float draw_answer(const PanelParts& given, const Brush& brush, float x, float top, float width,
                  float size, bool apart, std::vector<float>* ends) {
  if (!given.quiz.answered()) return top;
  if (apart) {
    top += words(brush, x, top + brush.px(4), width, given.quiz.question().text, kSizeSmall,
                 Role::kMuted) +
           brush.px(4);
    top = draw_answers(given, brush, x, top + brush.px(4), width, size, ends, true);
  }
  return draw_verdict(given, brush, x, top, width, size, ends) + brush.px(12);
}

namespace {

// Letters that leave room for the button below what is said: rather small ones than it out of
// sight.
float quiz_letters(const PanelParts& given, const Brush& brush, float width, float room) {
  constexpr float kLeast = 10;
  const Brush measure{nullptr, brush.palette, brush.scale, nullptr};
  float size = kQuestionText;
  for (;; size -= 1) {
    const float end = draw_question(given, measure, 0, 0, width, size);
    const float over = draw_answer(given, measure, 0, end, width, size) - room;
    given.memory.caption_overflow = std::max(over, 0.0F);
    if (over <= 0 || size <= kLeast) return size;
  }
}

}  // namespace

void draw_quiz_panel(const PanelParts& given, const Pane& pane) {
  const Brush ground = Brush::of(given.look);
  fill_area(ground, {pane.x, pane.y, pane.width, pane.height}, Role::kPanel);
  const float right = pane.x + pane.width - ground.hairline();
  draw_hairline(ground, right, pane.y, right, pane.y + pane.height);
  const float edge = ground.px(kEdge);
  draw_text(ground, pane.x + edge, pane.y + ground.px(24), "Your prediction", kSizeSmall,
            Face::kSansBold, Role::kMuted);
  if (given.quiz.on) {
    const std::string_view out = "Esc ends it";
    const float wide = text_width(ground, out, kSizeSmall, Face::kSans);
    draw_text(ground, right - edge - wide, pane.y + ground.px(24), out, kSizeSmall, Face::kSans,
              Role::kMuted);
  }
  ScrollBody body(given.look, "question",
                  {pane.x + edge, pane.y + ground.px(44), pane.width - edge - ground.px(6),
                   pane.height - ground.px(44)});
  const float width = pane.width - 2 * edge;
  const float size = quiz_letters(given, ground, width, pane.height - ground.px(44));
  const float end = draw_question(given, body.brush, body.content.x, body.content.y, width, size);
  const float foot = draw_answer(given, body.brush, body.content.x, end, width, size);
  body.end_at(foot);
  const float chip = given.lesson.away() ? lesson_chip_height(given.look) : 0;
  given.memory.below_question =
      Area{pane.x, foot, pane.width, std::max(0.0F, pane.y + pane.height - chip - foot)};
}

}  // namespace sortscope
