// launches.cpp: plans of comparator networks, by the scheme of the kernel's row.
#include "core/engines/plans/launches.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "core/engines/plans/kernels.h"
#include "core/engines/plans/schemes.h"

namespace sortscope {

namespace {

Error refusal(std::string message, std::string hint) {
  return {ErrorCode::kBadUsage, std::move(message), std::move(hint)};
}

}  // namespace

std::uint32_t LaunchPlan::block_syncs() const {
  std::uint32_t syncs = 0;
  for (const Launch& launch : launches) syncs += launch.block_syncs;
  return syncs;
}

std::uint32_t LaunchPlan::memory_passes() const {
  std::uint32_t passes = 0;
  for (const Launch& launch : launches) {
    passes += launch.kind->trip_a_layer ? launch.layer_count : 1;
  }
  return passes;
}

std::uint32_t LaunchPlan::launch_of(std::uint32_t layer) const {
  const auto after = std::upper_bound(
      launches.begin(), launches.end(), layer,
      [](std::uint32_t value, const Launch& launch) { return value < launch.first_layer; });
  return static_cast<std::uint32_t>(after - launches.begin()) - 1;
}

Result<LaunchPlan> plan_launches(const Network& network, bool xor_schedule, std::string_view kernel,
                                 BlockShape shape, PlannedKeys keys) {
  const auto found = find_cuda_kernel(kernel);
  if (!found) return found.error();
  const CudaKernel* row = *found;
  if (row->scheme == nullptr) {
    return refusal(fmt::format("kernel \"{}\" has no plan of layers.", kernel),
                   fmt::format("Choose one of: {}.", fmt::join(planned_kernels(), ", ")));
  }
  if (row->kernel.xor_schedule_only && !xor_schedule) {
    return refusal(fmt::format("kernel \"{}\" runs only the schedule of the XOR form.", kernel),
                   "Take kernel v0, which runs every network.");
  }
  const std::uint32_t limit = row->kernel.max_wires;
  if (limit != 0 && network.wires() > limit) {
    return refusal(fmt::format("kernel \"{}\" sorts at most {} keys, and here are {} wires.",
                               kernel, limit, network.wires()),
                   "Take kernel v2 or hybrid.");
  }
  if ((shape.threads != 0 && !std::has_single_bit(shape.threads)) ||
      shape.threads > kChunkThreads || !std::has_single_bit(shape.warp)) {
    return refusal(fmt::format("a block of {} threads in warps of {} cannot be planned.",
                               shape.threads, shape.warp),
                   "Choose powers of two; a block has at most 1024 threads.");
  }
  if (row->scheme->instead != nullptr) {
    const std::string_view other = row->scheme->instead(network);
    if (!other.empty()) row = *find_cuda_kernel(other);
  }
  const LaunchScheme& scheme = *row->scheme;
  LaunchPlan plan;
  plan.kernel = row->kernel.id;
  plan.wires = network.wires();
  plan.threads = scheme.own_block || shape.threads == 0
                     ? scheme.threads(network.wires(), keys, shape.shared_bytes)
                     : shape.threads;
  if (network.depth() > 0) {
    scheme.add_launches({network, xor_schedule, shape, keys.word_bytes}, plan);
  }
  return plan;
}

Result<LaunchPlan> plan_sort(const Algorithm& algorithm, const Network& network,
                             std::string_view kernel, PlannedKeys keys,
                             std::uint32_t shared_bytes) {
  if (kernel.empty()) kernel = default_cuda_kernel(algorithm, network);
  const auto found = find_cuda_kernel(kernel);
  if (!found) return found.error();
  if ((*found)->scheme == nullptr || algorithm.family != Family::kNetwork) {
    return refusal(
        fmt::format("kernel \"{}\" has no plan of layers for \"{}\".", kernel, algorithm.id),
        fmt::format("Leave the kernel out: {} is taken then.",
                    default_cuda_kernel(algorithm, network)));
  }
  if (!runs((*found)->kernel, algorithm)) {
    return refusal(fmt::format("kernel \"{}\" runs only the XOR form's schedule, not \"{}\".",
                               kernel, algorithm.id),
                   "Take kernel v0, which runs every network.");
  }
  auto plan =
      plan_launches(network, algorithm.xor_schedule, kernel, {.shared_bytes = shared_bytes}, keys);
  if (!plan) return plan;
  const LaunchScheme& scheme = *(*find_cuda_kernel(plan->kernel))->scheme;
  const std::uint32_t needed =
      scheme.shared_bytes == nullptr ? 0 : scheme.shared_bytes(*plan, keys);
  if (needed > shared_bytes) {
    return too_little_shared(fmt::format("kernel \"{}\"", kernel), needed, shared_bytes,
                             "Take kernel v1, which needs none.");
  }
  return plan;
}

ThreadPlace thread_of(const LaunchPlan& plan, const Network& network, std::uint32_t launch,
                      std::uint32_t layer, std::uint32_t index) {
  return plan.launches[launch].kind->thread_of(plan, network, launch, layer, index);
}

std::vector<WireRange> chunks_of(const LaunchPlan& plan, std::uint32_t launch,
                                 std::uint32_t block) {
  const Launch& planned = plan.launches[launch];
  if (!planned.local || block >= planned.blocks) return {};
  return planned.kind->wires_of_block(plan, planned, block);
}

std::uint32_t demonstration_threads(std::uint32_t wires) {
  if (wires > kChunkThreads) return 0;
  return std::max<std::uint32_t>(std::bit_floor(wires) / 8, 4);
}

}  // namespace sortscope
