// own_file.cpp: from comparators to lines of a person's own file.
#include "core/words/own_file.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/recordings/recording.h"
#include "core/scenes/scene.h"

namespace sortscope {

namespace {

constexpr std::size_t kTab = 4;  // columns

// The comparator of `layer`, at or behind the cursor, that the person looks at.
std::optional<std::uint32_t> looked_at(const Scene& scene, std::uint32_t layer) {
  const Network& network = scene.recording->network;
  for (const Selection* selection : {&scene.hover, &scene.selected}) {
    if (selection->wire) {
      const WireUse use = network.use(layer, *selection->wire);
      if (use.compared) return use.index;
    }
  }
  return std::nullopt;
}

std::uint32_t first_exchange(const Recording& recording, std::uint32_t layer, std::uint32_t first) {
  const std::uint32_t count = recording.network.count(layer);
  for (std::uint32_t index = first; index < count; ++index) {
    if (recording.exchanged(layer, index)) return index;
  }
  return first;
}

}  // namespace

bool is_earlier(const OwnKernel& kernel) {
  return kernel.newest != nullptr && kernel.newest->lines != kernel.lines;
}

bool shows_version_before(const Measured& measured, const Recording& recording) {
  return measured.kernel != nullptr && measured.kernel->before != nullptr &&
         shows_own_kernel(measured, recording);
}

std::uint32_t first_error_line(const KernelReport& report) {
  const auto error = std::ranges::find_if(
      report.messages, [](const CompilerMessage& m) { return m.error && m.line > 0; });
  return error != report.messages.end() ? error->line : 0;
}

const OwnKernel* own_kernel(const Scene& scene) {
  if (!shows_own_kernel(*scene.measured, *scene.recording)) return nullptr;
  const OwnKernel* kernel = scene.measured->kernel.get();
  return kernel->before != nullptr ? kernel->before.get() : kernel;
}

bool shows_own_kernel(const Measured& measured, const Recording& recording) {
  const OwnKernel* kernel = measured.kernel.get();
  if (kernel != nullptr && kernel->before != nullptr) kernel = kernel->before.get();
  if (kernel == nullptr || kernel->report().network == nullptr) return false;
  return recording.network.listed() == kernel->report().network.get();
}

const ComparatorOrigin* origin_of(const OwnKernel& kernel, ComparatorId id) {
  const ListedNetwork& network = *kernel.report().network;
  if (id.layer >= network.depth()) return nullptr;
  const std::size_t at = network.first(id.layer) + id.index;
  return at < kernel.report().origins.size() ? &kernel.report().origins[at] : nullptr;
}

const ComparatorOrigin* running_origin(const Scene& scene) {
  const OwnKernel* kernel = own_kernel(scene);
  if (kernel == nullptr) return nullptr;
  // What one points at is meant, wherever it stands.
  for (const Selection* selection : {&scene.hover, &scene.selected}) {
    if (selection->comparator) return origin_of(*kernel, *selection->comparator);
  }
  const Network& network = scene.recording->network;
  const std::uint32_t layer = scene.cursor.layer;
  if (layer >= network.depth()) return nullptr;
  std::uint32_t index = std::min(scene.cursor.comparator, network.count(layer) - 1);
  if (scene.whole_layer && scene.cursor.comparator == 0) {
    // Which comparator exchanges is told once it does.
    if (const auto chosen = looked_at(scene, layer)) {
      index = *chosen;
    } else if (scene.fraction > 0) {
      index = first_exchange(*scene.recording, layer, index);
    }
  }
  return origin_of(*kernel, {layer, index});
}

std::uint32_t running_line(const Scene& scene) {
  const OwnKernel* kernel = own_kernel(scene);
  if (kernel == nullptr) return 0;
  const bool points = scene.hover.comparator.has_value() || scene.fraction > 0;
  if (kernel->looked_at > 0 && kernel->looked_from == scene.cursor && !points) {
    return kernel->looked_at;
  }
  const ComparatorOrigin* origin = running_origin(scene);
  return origin != nullptr ? origin->line : 0;
}

std::size_t launch_of(const OwnKernel& kernel, std::uint32_t layer) {
  const auto& launches = kernel.report().launches;
  const auto found = std::ranges::find_if(launches, [&](const KernelLaunch& launch) {
    return launch.first_layer <= layer && layer < launch.last_layer;
  });
  return static_cast<std::size_t>(found - launches.begin());
}

std::vector<std::string> shown_lines(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  std::vector<std::string> lines;
  std::string line;
  for (const char c : text) {
    if (c == '\n') {
      lines.push_back(std::move(line));
      line.clear();
    } else if (c == '\t') {
      line.append(kTab - line.size() % kTab, ' ');
    } else if (c != '\r') {
      line += c;
    }
  }
  if (!line.empty()) lines.push_back(std::move(line));
  return lines;
}

}  // namespace sortscope
