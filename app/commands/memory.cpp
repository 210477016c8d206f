// memory.cpp: commands of the memory lens.
#include <algorithm>
#include <vector>

#include "app/state/command_arguments.h"
#include "app/state/command_table.h"
#include "app/state/key_bindings.h"
#include "app/state/session.h"
#include "core/engines/plans/memory_lens.h"
#include "core/views/kernels/memory.h"

namespace sortscope {

namespace {

using Arguments = std::span<const std::string>;

Status set_kernel(Session& session, Arguments arguments) {
  const auto kernel = find_memory_kernel(arguments[0]);
  if (!kernel) return kernel.error();
  MemoryOptions& options = session.options.memory;
  options.kernel = (*kernel)->id;
  options.placement.clear();
  return {};
}

Status set_placement(Session& session, Arguments arguments) {
  MemoryOptions& options = session.options.memory;
  if (arguments[0] == "own") {
    options.placement.clear();
    return {};
  }
  const auto placement = find_placement(arguments[0]);
  if (!placement) return placement.error();
  options.placement = (*placement)->id;
  return {};
}

constexpr std::uint32_t kMostWarps = 32;  // of a block

// Warps that a block of the lens's kernel has now.
std::uint32_t warps_now(Session& session) {
  if (!session.loaded()) return kMostWarps;
  const auto shown = memory_picture::shown_access(session.scene());
  return shown ? shown->lens.warps() : kMostWarps;
}

Status set_warp(Session& session, Arguments arguments) {
  std::uint8_t& warp = session.options.memory.warp;
  if (arguments[0] == "next" || arguments[0] == "previous") {
    const std::uint32_t warps = warps_now(session);
    const std::uint32_t now = std::min<std::uint32_t>(warp, warps - 1);
    warp = static_cast<std::uint8_t>((now + (arguments[0] == "next" ? 1 : warps - 1)) % warps);
    return {};
  }
  const auto wanted = whole_argument("W", arguments[0], 0, kMostWarps - 1);
  if (!wanted) return wanted.error();
  warp = static_cast<std::uint8_t>(*wanted);
  return {};
}

Status set_block(Session& session, Arguments arguments) {
  const auto block = whole_argument("B", arguments[0], 0, (std::uint64_t{1} << 24) - 1);
  if (!block) return block.error();
  session.options.memory.block = static_cast<std::uint32_t>(*block);
  return {};
}

Status set_request(Session& session, Arguments arguments) {
  const auto request = whole_argument("NUMBER", arguments[0], 1, 128);
  if (!request) return request.error();
  session.options.memory.request = static_cast<std::uint8_t>(*request - 1);
  return {};
}

Status set_threads(Session& session, Arguments arguments) {
  static constexpr std::string_view kThreads[] = {"128", "256", "512", "1024"};
  const auto chosen = choice_argument("THREADS", arguments[0], kThreads);
  if (!chosen) return chosen.error();
  session.options.memory.threads = static_cast<std::uint16_t>(128U << *chosen);
  return {};
}

Command row(std::string_view id, std::string_view title, std::string_view arguments,
            CommandFunction<Status> run) {
  return {.id = id,
          .title = title,
          .group = "Memory lens",
          .effect = Effect::kShow,
          .key_text = "",
          .arguments = arguments,
          .keys = {},
          .enabled = nullptr,
          .run = run};
}

}  // namespace

std::span<const Command> memory_commands() {
  using enum Effect;
  static const std::vector<Command> kRows = {
      row("memory-kernel", "Kernel that the memory lens looks at", "block|v2|v2-shared|fast",
          set_kernel),
      row("memory-placement", "Placement of keys in shared memory", "plain|padded|swizzled|own",
          set_placement),
      {.id = "memory-warp",
       .title = "Warp that the memory lens shows",
       .group = "Diagram",
       .effect = kShow,
       .key_text = "{  }",
       .arguments = "W|next|previous",
       .keys = {typed('{', "previous"), typed('}', "next")},
       .enabled = nullptr,
       .run = set_warp,
       .repeats = true},
      row("memory-block", "Block that the memory lens looks at", "B", set_block),
      row("memory-request", "Load or store whose banks are drawn, from 1", "NUMBER", set_request),
      row("memory-threads", "Threads of a block of the fast kernel", "128|256|512|1024",
          set_threads),
  };
  return kRows;
}

}  // namespace sortscope
