// aks.cpp: commands of the views of the AKS network.
#include <fmt/format.h>

#include "app/state/command_arguments.h"
#include "app/state/command_table.h"
#include "app/state/panes.h"
#include "app/state/parts/background.h"
#include "app/state/parts/by_type.h"
#include "app/state/parts/notices.h"
#include "app/state/session.h"
#include "core/base/number_text.h"
#include "core/base/progress.h"
#include "core/recordings/recording.h"
#include "core/verify/halver_test.h"
#include "core/views/aks/halver.h"

namespace sortscope {

namespace {

using Arguments = std::span<const std::string>;

bool shows_aks(const Session& session) {
  return session.loaded() && session.recording().network.wires_move();
}
bool shows_aks_and_idle(const Session& session, const Background& background) {
  return shows_aks(session) && background.work == nullptr;
}

// Where no pane shows the view, one that is not the focused one does from now on.
Status show_view(Panes& panes, std::string_view id) {
  for (const auto& view : panes.views) {
    if (view->id() == id) return {};
  }
  if (panes.views.size() == 1) panes.set_count(2);
  return panes.set(panes.focused == 0 ? 1 : 0, id);
}

// LEVEL NODE [LAYER [SIDE]]: what the separator and halver views show.
Status open_node(Session& session, Panes& panes, Arguments arguments) {
  const AksNetwork& aks = *session.recording().network.aks();
  const auto level = whole_argument("LEVEL", arguments[0], 0, deepest_level(aks));
  if (!level) return level.error();
  const auto node = whole_argument("NODE", arguments[1], 0, (std::uint64_t{1} << *level) - 1);
  if (!node) return node.error();
  AksOptions options;
  options.follow = false;
  options.level = static_cast<std::uint32_t>(*level);
  options.node = static_cast<std::uint32_t>(*node);
  if (arguments.size() > 2) {
    const auto layer = whole_argument("LAYER", arguments[2], 0, 5);
    if (!layer) return layer.error();
    options.layer = static_cast<std::uint32_t>(*layer);
  }
  if (arguments.size() > 3) {
    const auto side = whole_argument("SIDE", arguments[3], 0, 1);
    if (!side) return side.error();
    options.side = static_cast<std::uint32_t>(*side);
  }
  session.options.aks = options;
  // A halver was asked for: some pane shows it.
  return arguments.size() > 2 ? show_view(panes, "halver") : Status{};
}

// The worst case of the halver that the halver view shows.
Status measure_halver(Session& session, Panes& panes, Background& background, Arguments) {
  const auto shown = shown_halver(session.scene());
  if (!shown) {
    return Error{ErrorCode::kBadUsage, "this separator has no halver: all its wires go up.",
                 "Open a node whose separator has one."};
  }
  const AksStage stage = shown->row().stage;
  const auto live = std::make_shared<LiveHalverTest>();
  const Status started = background.start(
      fmt::format("Testing a halver of {} wires", grouped_number(stage.wires)),
      [recording = session.shared_recording(), stage, node = shown->moment.node, side = shown->side,
       live](Progress& progress) {
        const Status status = test_halver(
            recording, stage, node, side, &progress,
            [&](std::shared_ptr<const HalverTest> grown) { live->put(std::move(grown)); });
        return std::function<void(App&)>([status](App& done) {
          if (!status) part_of<Notices>(done).fail(status.error());
        });
      });
  if (!started) return started;
  background.halver_test = live;
  return show_view(panes, "halver");
}

Status follow(Session& session, Arguments) {
  session.options.aks.follow = true;
  return {};
}

}  // namespace

std::span<const Command> aks_commands() {
  using enum Effect;
  static const std::vector<Command> kRows = {
      {.id = "aks-open",
       .title = "Open a node of the AKS tree",
       .group = "AKS",
       .effect = kShow,
       .key_text = "",
       .arguments = "LEVEL NODE [LAYER [SIDE]]",
       .keys = {},
       .enabled = shows_aks,
       .run = open_node,
       .when = "an AKS network is shown"},
      {.id = "aks-follow",
       .title = "Follow the separator at the cursor",
       .group = "AKS",
       .effect = kShow,
       .key_text = "",
       .arguments = "",
       .keys = {},
       .enabled = shows_aks,
       .run = follow,
       .when = "an AKS network is shown"},
      {.id = "halver-test",
       .title = "Test the halver on all inputs",
       .group = "AKS",
       .effect = kMeasure,
       .key_text = "",
       .arguments = "",
       .keys = {},
       .enabled = shows_aks_and_idle,
       .run = measure_halver,
       .when = "an AKS network is shown"},
  };
  return kRows;
}

}  // namespace sortscope
