// cylinder.cpp: commands of the cylinder view: fold, plane, rotation, camera, figures.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <array>
#include <cmath>
#include <numbers>

#include "app/state/command_arguments.h"
#include "app/state/command_table.h"
#include "app/state/parts/frame_clock.h"
#include "app/state/session.h"
#include "core/recordings/recording.h"
#include "core/scenes/bitonic_stage.h"

namespace sortscope {

namespace {

using Arguments = std::span<const std::string>;

constexpr float kDegree = std::numbers::pi_v<float> / 180;

bool loaded(const Session& session) { return session.loaded(); }

CylinderOptions& options(Session& session) { return session.options.cylinder; }

Status fold(Session& session, FrameClock& clock, Arguments arguments) {
  CylinderOptions& cylinder = options(session);
  cylinder.fold_since_s = -1;
  if (arguments[0] == "auto") {
    cylinder.fold = -1;
    return {};
  }
  if (arguments[0] == "play") {
    cylinder.fold = session.reduced_motion() ? 1.0F : 0.0F;
    cylinder.fold_since_s = session.reduced_motion() ? -1 : clock.time_s;
    cylinder.fold_cursor = session.cursor();
    return {};
  }
  const auto share = number_argument("FOLD", arguments[0], 0, 1);
  if (!share) {
    Error error = share.error();
    error.hint = "0 is one cylinder, 1 are two; 'auto' follows the cursor, 'play' folds slowly.";
    return error;
  }
  cylinder.fold = *share;
  cylinder.fold_cursor = session.cursor();
  return {};
}

Status plane(Session& session, Arguments arguments) {
  float percentile = 50;
  if (!arguments.empty()) {
    const auto chosen = number_argument("PERCENTILE", arguments[0], 0, 100);
    if (!chosen) return chosen.error();
    percentile = *chosen;
  }
  options(session).percentile = percentile;
  // Who places it wants to see it.
  if (options(session).marks == CylinderMarks::kNone) {
    options(session).marks = CylinderMarks::kPlane;
  }
  return {};
}

Status rotate(Session& session, Arguments arguments) {
  const auto by = number_argument("J", arguments[0], -1e6F, 1e6F);
  if (!by) return by.error();
  options(session).rotation = std::round(*by);
  return {};
}

template <bool CylinderOptions::*option>
Status set(Session& session, Arguments arguments) {
  const auto on = switch_argument(arguments, options(session).*option);
  if (!on) return on.error();
  options(session).*option = *on;
  return {};
}

Status heights(Session& session, Arguments arguments) {
  static constexpr std::array<std::string_view, 2> kHeights = {"rank", "value"};
  if (arguments.empty()) {
    options(session).by_value = !options(session).by_value;
    return {};
  }
  const auto chosen = choice_argument("HEIGHT", arguments[0], kHeights);
  if (!chosen) return chosen.error();
  options(session).by_value = *chosen == 1;
  return {};
}

Status marks(Session& session, Arguments arguments) {
  static constexpr std::array<std::string_view, 3> kMarks = {"none", "plane", "all"};
  const auto chosen = choice_argument("MARKS", arguments[0], kMarks);
  if (!chosen) return chosen.error();
  options(session).marks = static_cast<CylinderMarks>(*chosen);
  return {};
}

Status turn(Session& session, Arguments arguments) {
  const auto azimuth = number_argument("AZIMUTH", arguments[0], -3600, 3600);
  if (!azimuth) return azimuth.error();
  CylinderOptions& cylinder = options(session);
  if (arguments.size() > 1) {
    const auto elevation = number_argument("ELEVATION", arguments[1], 5, 85);
    if (!elevation) return elevation.error();
    cylinder.elevation = *elevation * kDegree;
  }
  cylinder.azimuth = std::remainder(*azimuth, 360.0F) * kDegree;
  return {};
}

// Camera, fold, plane and rotation as at the start; what is drawn stays.
CylinderOptions untouched(const CylinderOptions& before) {
  CylinderOptions options;
  options.unrolled = before.unrolled;
  options.by_value = before.by_value;
  options.row = before.row;
  return options;
}

Status zoom(Session& session, Arguments arguments) {
  const auto factor = number_argument("ZOOM", arguments[0], 0.3F, 12);
  if (!factor) return factor.error();
  options(session).zoom = *factor;
  return {};
}

Status reset(Session& session, Arguments) {
  options(session) = untouched(options(session));
  return {};
}

// The end of the first stage of the last merge: the longest sequence, whose fold can be undone.
Status figure(Session& session, Arguments arguments) {
  static constexpr std::array<std::string_view, 4> kFigures = {"2", "6", "9", "10"};
  const auto chosen = choice_argument("FIGURE", arguments[0], kFigures);
  if (!chosen) return chosen.error();
  const Recording& recording = session.recording();
  std::optional<StageId> longest;
  for (std::uint32_t layer = 0; layer < recording.network.depth(); ++layer) {
    const auto stage = stage_of(recording, layer, 0);
    if (stage && (!longest || stage->size() > longest->size())) longest = stage;
  }
  if (!longest) {
    return Error{ErrorCode::kWorkFailed, "this run splits no bitonic sequence.",
                 "Choose a bitonic or an adaptive algorithm, with two keys at least."};
  }
  session.set_playing(false);
  session.seek({longest->first_layer + longest->layers, 0});
  CylinderOptions& cylinder = options(session);
  cylinder = untouched(cylinder);
  constexpr float kFold[] = {0, 0.6F, 0, 1};
  cylinder.fold = kFold[*chosen];
  cylinder.fold_cursor = session.cursor();
  cylinder.unrolled = *chosen > 0;
  return {};
}

}  // namespace

std::span<const Command> cylinder_commands() {
  using enum Effect;
  static const std::vector<Command> kRows = {
      {"cylinder-fold",
       "Fold, from one cylinder (0) to two (1), or as the run goes (auto)",
       "Cylinder",
       kShow,
       "",
       "0..1|auto|play",
       {},
       loaded,
       fold},
      {"cylinder-plane",
       "Put the plane above a percentage of the keys: half of them without one",
       "Cylinder",
       kShow,
       "",
       "[PERCENTILE]",
       {},
       loaded,
       plane},
      {"cylinder-rotate",
       "Rotate the keys by J under the comparators (or Shift and drag)",
       "Cylinder",
       kShow,
       "",
       "J",
       {},
       loaded,
       rotate},
      {"cylinder-unrolled",
       "The cylinder unrolled, flat",
       "Cylinder",
       kShow,
       "",
       "[on|off]",
       {},
       nullptr,
       set<&CylinderOptions::unrolled>},
      {"cylinder-figure",
       "A figure of the article: 2, 6, 9 or 10",
       "Cylinder",
       kShow,
       "",
       "2|6|9|10",
       {},
       loaded,
       figure},
      {"cylinder-heights",
       "Heights by rank or by value",
       "Cylinder",
       kShow,
       "",
       "[rank|value]",
       {},
       nullptr,
       heights},
      {"cylinder-row",
       "All sequences of the stage in a row, or one",
       "Cylinder",
       kShow,
       "",
       "[on|off]",
       {},
       nullptr,
       set<&CylinderOptions::row>},
      {"cylinder-marks",
       "Marks beside the keys: none, the plane, or all (q and the four pieces)",
       "Cylinder",
       kShow,
       "",
       "none|plane|all",
       {},
       nullptr,
       marks},
      {"cylinder-turn",
       "Look from an angle, in degrees (or drag)",
       "Cylinder",
       kShow,
       "",
       "AZIMUTH [ELEVATION]",
       {},
       nullptr,
       turn},
      {"cylinder-zoom",
       "How large the cylinder is, 0.3 to 12 (or the wheel)",
       "Cylinder",
       kShow,
       "",
       "ZOOM",
       {},
       nullptr,
       zoom},
      {"cylinder-reset",
       "Camera, fold, plane and rotation as at the start (or double-click)",
       "Cylinder",
       kShow,
       "",
       "",
       {},
       nullptr,
       reset},
  };
  return kRows;
}

}  // namespace sortscope
