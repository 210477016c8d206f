// diagram_verdict.cpp: redundant comparators and wrong outputs in a network diagram.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/recordings/recording.h"
#include "core/scenes/moved_keys.h"
#include "core/verify/verdict_marks.h"
#include "core/views/network/diagram_body.h"
#include "core/words/own_file.h"

namespace sortscope {

namespace {

constexpr float kReach = 8;       // of a frame beyond its comparator, pixels
constexpr float kWordWidth = 42;  // of "wrong"
constexpr float kChipReach = 17;  // from the middle of a key's chip to beyond it, at least
constexpr float kAround = 3;      // of a frame from its key

// A dashed frame around each comparator that is not needed, with a word where there is room.
void add_redundant(const Scene& scene, const NetworkGeometry& geometry, const DiagramFrame& frame,
                   const Verdict& verdict, Picture& picture, std::vector<MovableLabel>& labels) {
  const Network& network = scene.recording->network;
  const DiagramMap& map = frame.map;
  for (const std::uint32_t at : verdict.removable) {
    const Cursor place = network.cursor_at(at);
    const Comparator comparator = network.comparator(place.layer, place.comparator);
    const float x = map.x(geometry.column_x(network, place.layer, place.comparator));
    if (x < frame.left - kReach || x > picture.width) continue;
    const float top = map.y(static_cast<float>(comparator.lower())) - kReach;
    const float bottom = map.y(static_cast<float>(comparator.upper())) + kReach;
    const bool idle = std::ranges::binary_search(verdict.idle, at);
    picture.boxes.push_back({.x = x - kReach,
                             .y = top,
                             .w = 2 * kReach,
                             .h = bottom - top,
                             .role = Role::kAccent,
                             .filled = false,
                             .corner = kReach,
                             .width = 1.5F,
                             .dashed = true});
    if (map.unit_y < 18 || verdict.removable.size() > 8) continue;
    const float right = x + kReach + 3;
    const float middle = (top + bottom) / 2;
    labels.push_back(
        {{0, 0, idle ? "idle" : "spare", 11, Face::kSansBold, Anchor::kStart, Role::kAccent},
         {{right, middle}, {right, top}, {right, bottom}, {x - kReach - 40, middle}},
         true});
  }
}

// The outputs of a counterexample that carry the wrong key.
const std::vector<Wire>& wrong_in(const Counterexample& found, const Scene& scene) {
  const Keys& keys = scene.recording->request.keys;
  const bool bits =
      keys.text(0) == std::to_string(found.input[0]) &&
      std::ranges::all_of(scene.places, [&](std::uint32_t place) {
        return place < found.input.size() && keys.text(place) == std::to_string(found.input[place]);
      });
  return bits ? found.wrong : found.keys_wrong;
}

// At the end: the outputs that carry the wrong key. Of a person's own kernel, and of a network that
// is known not to sort, they are marked whatever keys it ran.
void add_wrong_outputs(const Scene& scene, const NetworkGeometry& geometry,
                       const DiagramFrame& frame, const ShownVerdict* shown, Picture& picture,
                       std::vector<MovableLabel>& labels) {
  const Recording& recording = *scene.recording;
  if (scene.cursor < recording.network.end()) return;
  const bool refuted = shown != nullptr && shown->verdict.property == Property::kSorts &&
                       shown->verdict.answer == Answer::kNo;
  std::vector<Wire> wrong;
  if (shown != nullptr && runs_counterexample(*shown, recording)) {
    wrong = wrong_in(*shown->verdict.counterexample, scene);
  } else if (!recording.sorted && (refuted || own_kernel(scene) != nullptr)) {
    wrong = misplaced_wires(scene.places, scene.ranks);
  }
  const DiagramMap& map = frame.map;
  const std::vector<Wire> after = wires_after(scene);
  // All words on one side: behind the keys, where the page has room there.
  constexpr float kBeside = 6;
  const float behind = map.x(geometry.width() + frame.ends) +
                       std::max(kChipReach, frame.key_width / 2 + kAround) + kBeside + kWordWidth;
  const bool room_behind = behind <= picture.width;
  for (const Wire wire : wrong) {
    const KeyPosition at = key_position(scene, geometry, after, wire, frame);
    const float x = map.x(at.x);
    const float y = map.y(at.y);
    // Around the key as it is drawn.
    const auto key = std::ranges::find_if(picture.chips, [&](const Box& chip) {
      return chip.role == Role::kRank && std::abs(chip.x + chip.w / 2 - x) < 1 &&
             std::abs(chip.y + chip.h / 2 - y) < 1;
    });
    const bool drawn = key != picture.chips.end();
    const float reach = std::max(kChipReach, drawn ? key->w / 2 + kAround : 0);
    const float half = std::max(std::clamp(map.unit_y * 0.38F, 5.0F, 12.0F) + kAround,
                                drawn ? key->h / 2 + kAround : 0);
    picture.chips.push_back({.x = x - reach,
                             .y = y - half,
                             .w = 2 * reach,
                             .h = 2 * half,
                             .role = Role::kExchanged,
                             .filled = false,
                             .corner = 7,
                             .width = 2,
                             .dashed = true});
    if (map.unit_y < 14) continue;
    // Its frame says it, too: the word does not hide the comparator that went wrong.
    const float right = x + reach + kBeside + kWordWidth;
    labels.push_back({{0, 0, "wrong", 12, Face::kSansBold, Anchor::kEnd, Role::kExchanged},
                      {{room_behind ? right : x - reach - kBeside, y}},
                      true,
                      true,
                      true});
  }
}

}  // namespace

void add_verdict(const Scene& scene, const NetworkGeometry& geometry, const DiagramFrame& frame,
                 Picture& picture, std::vector<MovableLabel>& labels) {
  const ShownVerdict* shown = scene.measured->verdict.get();
  if (shown != nullptr && !is_of(*shown, *scene.recording)) shown = nullptr;
  if (shown != nullptr) {
    add_redundant(scene, geometry, frame, shown->verdict, picture, labels);
  }
  add_wrong_outputs(scene, geometry, frame, shown, picture, labels);
}

}  // namespace sortscope
