// memory_lens_kernels.cpp: what the warps of each kernel ask of memory in a layer
// (kernels/sorters/networks/block_kernels.cuh, kernels/fast_*.cuh).
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "core/engines/plans/kernels.h"
#include "core/engines/plans/launches.h"
#include "core/engines/plans/memory_lens.h"

namespace sortscope {

namespace {

constexpr std::uint32_t kChunk = 1024;  // keys between the two chunks of a block of V2
constexpr std::uint32_t kRegisters = 32;
constexpr std::uint32_t kLineBits = 5;  // a warp of "fast" reads 32 neighbouring keys
constexpr std::uint32_t kAboveColumns = kLineBits + kRoundBits;

bool is_fast(const LayerLens& lens) { return lens.shape.kernel->id == "fast"; }

// Appends a request in which lane l asks for key at(l), where it takes part.
template <typename At>
void ask(std::vector<WarpRequest>& requests, std::string name, bool store, bool if_exchanged,
         At at) {
  WarpRequest request;
  request.name = std::move(name);
  request.store = store;
  request.if_exchanged = if_exchanged;
  for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
    const std::optional<std::uint32_t> key = at(lane);
    if (!key) continue;
    request.lanes |= std::uint32_t{1} << lane;
    request.at[lane] = *key;
  }
  requests.push_back(std::move(request));
}

// Benicio 2025: the thread of the upper wire works.
WarpAccess block_access(const LayerLens& lens, std::uint32_t warp) {
  WarpAccess access;
  const std::uint32_t j = lens.distance;
  const auto own = [&](std::uint32_t lane) -> std::optional<std::uint32_t> {
    const std::uint32_t wire = warp * kLanes + lane;
    if (wire >= lens.wires) return std::nullopt;
    return wire;
  };
  const auto upper = [&](std::uint32_t lane) -> std::optional<std::uint32_t> {
    const auto wire = own(lane);
    if (!wire || (*wire & j) != 0) return std::nullopt;
    return wire;
  };
  const auto lower = [&](std::uint32_t lane) -> std::optional<std::uint32_t> {
    const auto wire = upper(lane);
    if (!wire) return std::nullopt;
    return *wire + j;
  };
  if (lens.first_of_launch) {
    ask(access.global, "load", false, false, own);
    ask(access.shared, "store own key", true, false, own);
  }
  ask(access.shared, "load upper wire", false, false, upper);
  ask(access.shared, "load lower wire", false, false, lower);
  ask(access.shared, "store upper wire", true, true, upper);
  ask(access.shared, "store lower wire", true, true, lower);
  if (lens.last_of_launch) {
    ask(access.shared, "load own key", false, false, own);
    ask(access.global, "store", true, false, own);
  }
  return access;
}

// Michalainas and Charisi 2025: thread t has the comparator at its own wire, or its partner's, n/2
// further down.
WarpAccess chunk_access(const LayerLens& lens, std::uint32_t block, std::uint32_t warp) {
  WarpAccess access;
  const std::uint32_t half = lens.wires / 2;
  const std::uint32_t j = lens.distance;
  const auto thread = [&](std::uint32_t lane) -> std::optional<std::uint32_t> {
    const std::uint32_t t = block * lens.threads + warp * kLanes + lane;
    if (t >= half) return std::nullopt;
    return t;
  };
  const auto in_second = [&](std::uint32_t lane) -> std::optional<std::uint32_t> {
    const auto t = thread(lane);
    if (!t) return std::nullopt;
    return *t + half;
  };
  if (!lens.local) {
    const auto upper = [&](std::uint32_t lane) -> std::optional<std::uint32_t> {
      const auto t = thread(lane);
      if (!t) return std::nullopt;
      return (*t & j) == 0 ? *t : (*t ^ j) + half;
    };
    const auto lower = [&](std::uint32_t lane) -> std::optional<std::uint32_t> {
      const auto wire = upper(lane);
      if (!wire) return std::nullopt;
      return *wire + j;
    };
    ask(access.global, "load upper", false, false, upper);
    ask(access.global, "load lower", false, false, lower);
    ask(access.global, "store upper", true, true, upper);
    ask(access.global, "store lower", true, true, lower);
    return access;
  }
  const auto local = [&](std::uint32_t lane) -> std::optional<std::uint32_t> {
    return warp * kLanes + lane;
  };
  const auto second = [&](std::uint32_t lane) -> std::optional<std::uint32_t> {
    return warp * kLanes + lane + kChunk;
  };
  const auto upper = [&](std::uint32_t lane) -> std::optional<std::uint32_t> {
    const std::uint32_t t = warp * kLanes + lane;
    // Both keys of the layer of distance n/2 are the thread's own.
    return j != half && (t & j) != 0 ? (t ^ j) + kChunk : t;
  };
  const auto lower = [&](std::uint32_t lane) -> std::optional<std::uint32_t> {
    return *upper(lane) + (j == half ? kChunk : j);
  };
  if (lens.first_of_launch) {
    ask(access.global, "load first", false, false, thread);
    ask(access.global, "load second", false, false, in_second);
  }
  if (lens.enters) {
    ask(access.shared, "store first key", true, false, local);
    ask(access.shared, "store second key", true, false, second);
  }
  if (lens.shared) {
    ask(access.shared, "load upper wire", false, false, upper);
    ask(access.shared, "load lower wire", false, false, lower);
    ask(access.shared, "store upper wire", true, false, upper);
    ask(access.shared, "store lower wire", true, false, lower);
  }
  if (lens.leaves) {
    ask(access.shared, "load first key", false, false, local);
    ask(access.shared, "load second key", false, false, second);
  }
  if (lens.last_of_launch) {
    ask(access.global, "store first", true, false, thread);
    ask(access.global, "store second", true, false, in_second);
  }
  return access;
}

// The wire of key `local` of a tile.
std::uint32_t tile_wire(const LayerLens& lens, std::uint32_t block, std::uint32_t local) {
  const auto bits = [](std::uint32_t x, std::uint32_t count) {
    return x & ((std::uint32_t{1} << count) - 1);
  };
  const std::uint32_t between = lens.high_shift - lens.low_bits;
  return bits(local, lens.low_bits) | bits(block, between) << lens.low_bits |
         local >> lens.low_bits << lens.high_shift |
         block >> between << (lens.high_shift + lens.tile_log2 - lens.low_bits);
}

WarpAccess fast_access(const LayerLens& lens, std::uint32_t block, std::uint32_t warp) {
  WarpAccess access;
  const auto each_register = [&](std::vector<WarpRequest>& requests, RegisterBits group, bool store,
                                 bool global) {
    for (std::uint32_t reg = 0; reg < kRegisters; ++reg) {
      ask(requests, fmt::format("{} register {}", store ? "store" : "load", reg), store, false,
          [&](std::uint32_t lane) -> std::optional<std::uint32_t> {
            const std::uint32_t local =
                tile_index(lens.tile_log2, group, warp * kLanes + lane, reg);
            return global ? tile_wire(lens, block, local) : local;
          });
    }
  };
  if (lens.first_of_launch) each_register(access.global, lens.group_before, false, true);
  RegisterBits group = lens.group;
  for (const TileExchange& exchange : exchanges_of(lens)) {
    each_register(access.shared, exchange.from, true, false);
    each_register(access.shared, exchange.to, false, false);
    group = exchange.to;
  }
  if (lens.last_of_launch) each_register(access.global, group, true, true);
  return access;
}

Error refuse(std::string message, std::string hint) {
  return {ErrorCode::kBadUsage, std::move(message), std::move(hint)};
}

Status place_in_plan(LayerLens& lens, const Network& network, std::uint32_t layer) {
  const CudaKernel& kernel = **find_cuda_kernel(lens.shape.kernel->launches_of);
  if (kernel.kernel.max_wires != 0 && network.wires() > kernel.kernel.max_wires) {
    return refuse(fmt::format("kernel {} sorts at most {} keys, and here are {} wires.",
                              kernel.kernel.id, kernel.kernel.max_wires, network.wires()),
                  "Choose v2 or hybrid.");
  }
  const auto plan = plan_launches(network, true, kernel.kernel.id);
  if (!plan) return plan.error();
  const Launch& launch = plan->launches[plan->launch_of(layer)];
  lens.blocks = launch.blocks;
  lens.threads = launch.threads;
  lens.local = launch.local;
  lens.first_of_launch = layer == launch.first_layer;
  lens.last_of_launch = layer + 1 == launch.first_layer + launch.layer_count;
  return {};
}

void describe_block(LayerLens& lens) {
  lens.what = lens.distance < kLanes
                  ? "In every warp the lanes of the upper wires load both keys; they store where "
                    "the keys exchange. The other half idles."
                  : "Every other group of warps has the upper wires: all its lanes work, the "
                    "others idle.";
}

void describe_v2(LayerLens& lens, const Network& network, std::uint32_t layer) {
  const std::uint32_t half = lens.wires / 2;
  const auto in_shared = [&](std::uint32_t of) {
    const std::uint32_t distance = network.form(of).distance;
    return distance >= kLanes && distance != half && distance <= kChunk / 2;
  };
  if (!lens.local) {
    lens.shared = false;
    lens.what = "The layer reaches beyond a block's chunks: a launch of its own, in global memory.";
    return;
  }
  if (lens.shape.kernel->id == "v2-shared") {
    lens.enters = lens.first_of_launch;
    lens.leaves = lens.last_of_launch;
    lens.what = lens.distance < kLanes
                    ? "Half of the lanes have their partner's comparator in the other chunk, 1024 "
                      "words on: the same bank. Taking the own wire's key first, as Michalainas "
                      "and Charisi write it, has none of these conflicts."
                    : "All lanes of a warp have their comparators in the same chunk, side by side.";
    return;
  }
  lens.shared = in_shared(layer);
  lens.enters = lens.shared && (lens.first_of_launch || !in_shared(layer - 1));
  lens.leaves = lens.shared && (lens.last_of_launch || !in_shared(layer + 1));
  lens.what = lens.shared ? "Both keys of a comparator are loaded from shared memory, put in order "
                            "and stored there again."
              : lens.distance < kLanes
                  ? "Keys stay in registers; partners swap by shuffles. No shared memory."
                  : "Both keys are the thread's own: no shared memory.";
}

// A launch of "fast", and its first layer.
struct Window {
  std::uint32_t first_layer = 0;
  FastWindow plan;
  [[nodiscard]] std::uint32_t end_layer() const { return first_layer + layers_of(plan); }
};

// The launch that runs `layer` of 2^wires_log2 wires.
Window window_of(std::uint32_t wires_log2, std::uint32_t tile_bits, std::uint32_t layer) {
  Window window;
  for (const FastWindow& plan : fast_windows(wires_log2, tile_bits)) {
    window.plan = plan;
    if (layer < window.end_layer()) break;
    window.first_layer = window.end_layer();
  }
  return window;
}

RegisterBits group_of(const Window& window, std::uint32_t bit) {
  const std::uint32_t local = local_wire(window.plan, std::uint32_t{1} << bit).local;
  return local >> kAboveColumns != 0 ? RegisterBits::kTop
         : local >> kLineBits != 0   ? RegisterBits::kColumns
                                     : RegisterBits::kRows;
}

void place_fast(LayerLens& lens, const Network& network, std::uint32_t layer) {
  const Window window = window_of(floor_log2(lens.wires), lens.tile_log2, layer);
  const auto group = [&](std::uint32_t of) {
    return group_of(window, floor_log2(network.form(of).distance));
  };
  lens.low_bits = window.plan.low_bits;
  lens.high_shift = window.plan.high_shift;
  lens.group = group(layer);
  lens.first_of_launch = layer == window.first_layer;
  lens.last_of_launch = layer + 1 == window.end_layer();
  if (!lens.first_of_launch) {
    lens.group_before = group(layer - 1);
  } else if (lens.group != RegisterBits::kRows) {
    lens.group_before = lens.group;
  }
}

void describe_fast(LayerLens& lens) {
  const std::string registers =
      lens.group == RegisterBits::kRows ? "bits 4 to 0"
      : lens.group == RegisterBits::kColumns
          ? "bits 9 to 5"
          : fmt::format("bits {} to {}", lens.tile_log2 - 1, lens.tile_log2 - kRoundBits);
  const bool before = lens.group_before != lens.group;
  const bool after = exchanges_of(lens).size() > (before ? 1 : 0);
  lens.what = before ? fmt::format(
                           "Keys pass through shared memory, so that registers hold {} of a "
                           "key's place in the tile of {}.",
                           registers, std::uint32_t{1} << lens.tile_log2)
                     : fmt::format(
                           "Registers hold {} of a key's place in the tile of {} already: no "
                           "shared memory before the layer.",
                           registers, std::uint32_t{1} << lens.tile_log2);
  if (after) lens.what += " After it keys pass back, so that lanes are neighbours again.";
}

}  // namespace

std::uint32_t tile_index(std::uint32_t tile_log2, RegisterBits group, std::uint32_t thread,
                         std::uint32_t reg) {
  const std::uint32_t low = group == RegisterBits::kRows      ? 0
                            : group == RegisterBits::kColumns ? kLineBits
                                                              : tile_log2 - kRoundBits;
  const std::uint32_t mask = (std::uint32_t{1} << low) - 1;
  return thread >> low << (low + kRoundBits) | reg << low | (thread & mask);
}

std::vector<TileExchange> exchanges_of(const LayerLens& lens) {
  std::vector<TileExchange> exchanges;
  if (lens.group_before != lens.group) exchanges.push_back({lens.group_before, lens.group});
  if (lens.last_of_launch && lens.group == RegisterBits::kRows) {
    exchanges.push_back({RegisterBits::kRows, RegisterBits::kColumns});
  }
  return exchanges;
}

Result<LayerLens> lens_on(const Network& network, bool xor_schedule, std::uint32_t layer,
                          const LensShape& shape) {
  if (!xor_schedule) {
    return refuse("the lens looks at kernels that run only the schedule of the XOR form.",
                  "Record the keys with the algorithm bitonic.");
  }
  if (layer >= network.depth()) {
    return refuse("one key is sorted: no layer touches memory.", "Sort more keys.");
  }
  LayerLens lens;
  lens.shape = shape;
  lens.wires = network.wires();
  lens.distance = network.form(layer).distance;
  const std::uint32_t level_log2 = network.level_index(layer) + 1;
  lens.level = std::uint32_t{1} << level_log2;
  if (is_fast(lens)) {
    constexpr std::uint32_t kLeastKeys = kLanes * kRegisters;
    if (lens.wires < kLeastKeys) {
      return refuse(fmt::format("a warp of this kernel holds {} keys, and here are {} wires.",
                                kLeastKeys, lens.wires),
                    "Record 1024 keys or more.");
    }
    const std::uint32_t wires_log2 = floor_log2(lens.wires);
    lens.tile_log2 = shape.threads == 0
                         ? fast_tile_bits(wires_log2, shape.key_bytes, shape.shared_bytes)
                         : floor_log2(std::clamp(shape.threads, 128U, 1024U)) + kRoundBits;
    lens.tile_log2 = std::min(lens.tile_log2, wires_log2);
    lens.threads = std::uint32_t{1} << (lens.tile_log2 - kRoundBits);
    lens.blocks = lens.wires >> lens.tile_log2;
    place_fast(lens, network, layer);
    describe_fast(lens);
    return lens;
  }
  if (Status status = place_in_plan(lens, network, layer); !status) return status.error();
  if (shape.kernel->id == "block") {
    describe_block(lens);
  } else {
    describe_v2(lens, network, layer);
  }
  return lens;
}

WarpAccess access_of(const LayerLens& lens, std::uint32_t block, std::uint32_t warp) {
  if (is_fast(lens)) return fast_access(lens, block, warp);
  if (lens.shape.kernel->id == "block") return block_access(lens, warp);
  return chunk_access(lens, block, warp);
}

}  // namespace sortscope
