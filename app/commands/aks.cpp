// aks.cpp: commands of the views of the AKS network.
#include <fmt/format.h>

#include "app/state/app.h"
#include "app/state/command_arguments.h"
#include "app/state/command_table.h"
#include "core/base/progress.h"
#include "core/verify/halver_test.h"
#include "core/views/aks/halver.h"

namespace sortscope {

namespace {

using Arguments = std::span<const std::string>;

bool shows_aks(const App& app) {
  return app.session.loaded() && app.session.recording().network.wires_move();
}

// Where no pane shows the view, one that is not the focused one does from now on.
Status show_view(App& app, std::string_view id) {
  for (const auto& view : app.panes.views) {
    if (view->id() == id) return {};
  }
  if (app.panes.views.size() == 1) app.panes.set_count(2);
  return app.panes.set(app.panes.focused == 0 ? 1 : 0, id);
}

// LEVEL NODE [LAYER [SIDE]]: what the separator and halver views show.
Status open_node(App& app, Arguments arguments) {
  const AksNetwork& aks = *app.session.recording().network.aks();
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
  app.session.options.aks = options;
  // A halver was asked for: some pane shows it.
  return arguments.size() > 2 ? show_view(app, "halver") : Status{};
}

// The worst case of the halver that the halver view shows.
Status measure_halver(App& app, Arguments) {
  const auto shown = shown_halver(app.session.scene());
  if (!shown) {
    return Error{ErrorCode::kBadUsage, "this separator has no halver: all its wires go up.",
                 "Open a node whose separator has one."};
  }
  const AksStage stage = shown->row().stage;
  const auto live = std::make_shared<LiveHalverTest>();
  const Status started = app.background.start(
      fmt::format("Testing a halver of {} wires", stage.wires),
      [recording = app.session.shared_recording(), stage, node = shown->moment.node,
       side = shown->side, live](Progress& progress) {
        const Status status = test_halver(
            recording, stage, node, side, &progress,
            [&](std::shared_ptr<const HalverTest> grown) { live->put(std::move(grown)); });
        return std::function<void(App&)>([status](App& done) {
          if (!status) done.notices.fail(status.error());
        });
      });
  if (!started) return started;
  app.background.halver_test = live;
  return show_view(app, "halver");
}

Status follow(App& app, Arguments) {
  app.session.options.aks.follow = true;
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
       .enabled = [](const App& app) { return shows_aks(app) && app.background.work == nullptr; },
       .run = measure_halver,
       .when = "an AKS network is shown"},
  };
  return kRows;
}

}  // namespace sortscope
