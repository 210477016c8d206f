// commands_aks.cpp: commands of the views of the AKS network.
#include <fmt/format.h>

#include "app/app.h"
#include "app/command_arguments.h"
#include "app/commands.h"

namespace sortscope {

namespace {

using Arguments = std::span<const std::string>;

bool shows_aks(const App& app) {
  return app.session.loaded() && app.session.recording().network.aks() != nullptr;
}

// LEVEL NODE [LAYER [SIDE]]: what the separator and halver views show.
Status open_node(App& app, Arguments arguments) {
  const AksNetwork& aks = *app.session.recording().network.aks();
  const auto level = whole_argument("LEVEL", arguments[0], 0, aks.d() - kAksBlockLog2);
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
  return {};
}

Status follow(App& app, Arguments) {
  app.session.options.aks.follow = true;
  return {};
}

}  // namespace

std::span<const Command> aks_commands() {
  static const std::vector<Command> kRows = {
      {.id = "aks-open",
       .title = "Open a node of the AKS tree",
       .group = "AKS",
       .key_text = "",
       .arguments = "LEVEL NODE [LAYER [SIDE]]",
       .keys = {},
       .enabled = shows_aks,
       .run = open_node},
      {.id = "aks-follow",
       .title = "Follow the separator at the cursor",
       .group = "AKS",
       .key_text = "",
       .arguments = "",
       .keys = {},
       .enabled = shows_aks,
       .run = follow},
  };
  return kRows;
}

}  // namespace sortscope
