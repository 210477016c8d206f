// question.cpp: answers in the network diagram: chosen, right, wrong.
#include <algorithm>

#include "core/recordings/recording.h"
#include "core/views/network/diagram_body.h"
#include "core/views/network/highlights.h"

namespace sortscope {

namespace {

constexpr float kReach = 9;   // of a frame beyond its comparator
constexpr float kSign = 6;    // half the width of a sign
constexpr float kAbove = 16;  // of its upper end above its frame

// x where keys stand between layers, as the diagram has it.
float boundary(const NetworkGeometry& geometry, const DiagramFrame& frame, std::uint32_t layer,
               std::uint32_t depth) {
  if (layer == 0) return -frame.ends;
  if (layer >= depth) return geometry.width() + frame.ends;
  return geometry.cell_x(layer);
}

void add_tick(Picture& picture, float x, float y, Role role) {
  picture.lines.push_back({x - 5, y, x - 1.5F, y + 4, role, 2.2F});
  picture.lines.push_back({x - 1.5F, y + 4, x + 5.5F, y - 4.5F, role, 2.2F});
}

void add_cross(Picture& picture, float x, float y, Role role) {
  picture.lines.push_back({x - 4, y - 4, x + 4, y + 4, role, 2.2F});
  picture.lines.push_back({x - 4, y + 4, x + 4, y - 4, role, 2.2F});
}

}  // namespace

bool marks_wires(const Scene& scene, AnswerMark mark) {
  const QuestionMarks& marks = *scene.laid_over->question;
  if (mark == AnswerMark::kAsked) return true;
  const Cursor then{marks.then_layer, 0};
  return scene.cursor < then || (scene.cursor == then && !(scene.fraction > 0));
}

std::optional<AnswerMark> answer_of(const Scene& scene, ComparatorId id) {
  if (scene.laid_over->question == nullptr) return std::nullopt;
  for (const auto& [layer, index, mark] : scene.laid_over->question->comparators) {
    if (ComparatorId{layer, index} == id) return mark;
  }
  return std::nullopt;
}

std::optional<MovableLabel> add_answer_mark(Picture& picture, float left, float top, float right,
                                            float bottom, AnswerMark mark, SignPlace sign) {
  const auto frame = [&](Role role, float width, bool dashed, float out = 0) {
    picture.boxes.push_back({left - out, top - out, right - left + 2 * out, bottom - top + 2 * out,
                             role, false, 6, 0, width, dashed});
  };
  constexpr float kAway = 10;  // of a sign's middle from the frame
  const bool beside = sign == SignPlace::kBeside;
  const bool within = sign == SignPlace::kWithin || (!beside && top < 2 * kAway);
  const float middle = (left + right) / 2;
  const float x = beside ? right + kAway : within ? right - kAway : middle;
  const float y = beside ? (top + bottom) / 2 : within ? top + kAway : top - kAway;
  switch (mark) {
    case AnswerMark::kPointed:
      frame(Role::kAccent, 1.4F, true, 3);
      break;
    case AnswerMark::kChosen:
      picture.boxes.push_back({left, top, right - left, bottom - top, Role::kAccentBand, true, 6});
      frame(Role::kAccent, 2.4F, false);
      picture.dots.push_back({x, y, 3.5F, Role::kAccent, true});
      break;
    case AnswerMark::kRight:
      frame(Role::kGood, 2.4F, false);
      add_tick(picture, x, y, Role::kGood);
      break;
    case AnswerMark::kWrong:
      frame(Role::kExchanged, 2.4F, false);
      add_cross(picture, x, y, Role::kExchanged);
      break;
    case AnswerMark::kMissed:
      frame(Role::kGood, 2.0F, true);
      picture.dots.push_back({x, y, 4, Role::kGood, false, 1.8F});
      break;
    case AnswerMark::kAsked:
      frame(Role::kAccent, 2.0F, false, 2);
      return MovableLabel{{x, y, "?", 15, Face::kSansBold, Anchor::kMiddle, Role::kAccent},
                          {{middle, top - 12},
                           {right + kAway, top - 8},
                           {left - kAway, top - 8},
                           {middle, bottom - 12},
                           {right + kAway, (top + bottom) / 2},
                           {left - kAway, (top + bottom) / 2},
                           {middle, bottom + 12},
                           {middle, top + 9}},
                          true};
  }
  return std::nullopt;
}

std::vector<LabelArea> add_question_marks(const Scene& scene, const NetworkGeometry& geometry,
                                          const DiagramFrame& frame, Picture& picture,
                                          std::vector<MovableLabel>& labels) {
  std::vector<LabelArea> signs;
  if (scene.laid_over->question == nullptr) return signs;
  const QuestionMarks& marks = *scene.laid_over->question;
  const Network& network = scene.recording->network;
  const DiagramMap& map = frame.map;
  for (const auto& [layer, index, mark] : marks.comparators) {
    if (layer >= network.depth() || index >= network.count(layer)) continue;
    const Comparator c = network.comparator(layer, index);
    const float x = map.x(geometry.column_x(network, layer, index));
    const float reach = std::min(kReach, std::max(map.unit_x * 0.4F, 4.0F));
    const float top = map.y(static_cast<float>(c.lower())) - kReach;
    add_answer_mark(picture, x - reach, top, x + reach,
                    map.y(static_cast<float>(c.upper())) + kReach, mark);
    if (mark != AnswerMark::kPointed) signs.push_back({x - kSign, top - kAbove, x + kSign, top});
  }
  for (const auto& [wire, mark] : marks.wires) {
    if (wire >= network.wires() || !marks_wires(scene, mark)) continue;
    const std::uint32_t layer = mark == AnswerMark::kAsked ? marks.asked_layer : marks.then_layer;
    const float x = map.x(boundary(geometry, frame, layer, network.depth()));
    const float y = map.y(static_cast<float>(wire));
    const float half = std::clamp(map.unit_y * 0.42F, 4.0F, 14.0F);
    if (auto words = add_answer_mark(picture, x - 18, y - half, x + 18, y + half, mark,
                                     SignPlace::kBeside)) {
      labels.push_back(std::move(*words));
    }
  }
  return signs;
}

}  // namespace sortscope
