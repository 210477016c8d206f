// memory_lens_kernels.cpp: what the warps of each kernel ask of memory in a layer
// (kernels/block_kernels.cuh, kernels/fast_*.cuh).
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "core/launches.h"
#include "core/memory_lens.h"

namespace sortscope {

namespace {

constexpr std::uint32_t kChunk = 1024;  // keys between the two chunks of a block of V2
constexpr std::uint32_t kRegisters = 32;
constexpr std::uint32_t kRoundBits = 5;
constexpr std::uint32_t kWholeBits = 3;  // a tile of "fast" holds whole sectors of 32-bit keys

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

// Seed 002: the thread of the lower wire works.
WarpAccess block_access(const LayerLens& lens, std::uint32_t warp) {
  WarpAccess access;
  const std::uint32_t j = lens.distance;
  const auto own = [&](std::uint32_t lane) -> std::optional<std::uint32_t> {
    const std::uint32_t wire = warp * kLanes + lane;
    if (wire >= lens.wires) return std::nullopt;
    return wire;
  };
  const auto lower = [&](std::uint32_t lane) -> std::optional<std::uint32_t> {
    const auto wire = own(lane);
    if (!wire || (*wire & j) != 0) return std::nullopt;
    return wire;
  };
  const auto upper = [&](std::uint32_t lane) -> std::optional<std::uint32_t> {
    const auto wire = lower(lane);
    if (!wire) return std::nullopt;
    return *wire + j;
  };
  if (lens.first_of_launch) {
    ask(access.global, "load", false, false, own);
    ask(access.shared, "store own key", true, false, own);
  }
  ask(access.shared, "load lower key", false, false, lower);
  ask(access.shared, "load upper key", false, false, upper);
  ask(access.shared, "store lower key", true, true, lower);
  ask(access.shared, "store upper key", true, true, upper);
  if (lens.last_of_launch) {
    ask(access.shared, "load own key", false, false, own);
    ask(access.global, "store", true, false, own);
  }
  return access;
}

// Seed 003: thread t has the comparator at its own wire, or its partner's, n/2 further down.
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
    const auto lower = [&](std::uint32_t lane) -> std::optional<std::uint32_t> {
      const auto t = thread(lane);
      if (!t) return std::nullopt;
      return (*t & j) == 0 ? *t : (*t ^ j) + half;
    };
    const auto upper = [&](std::uint32_t lane) -> std::optional<std::uint32_t> {
      const auto wire = lower(lane);
      if (!wire) return std::nullopt;
      return *wire + j;
    };
    ask(access.global, "load lower", false, false, lower);
    ask(access.global, "load upper", false, false, upper);
    ask(access.global, "store lower", true, true, lower);
    ask(access.global, "store upper", true, true, upper);
    return access;
  }
  const auto local = [&](std::uint32_t lane) -> std::optional<std::uint32_t> {
    return warp * kLanes + lane;
  };
  const auto second = [&](std::uint32_t lane) -> std::optional<std::uint32_t> {
    return warp * kLanes + lane + kChunk;
  };
  const auto lower = [&](std::uint32_t lane) -> std::optional<std::uint32_t> {
    const std::uint32_t t = warp * kLanes + lane;
    // Both keys of the layer of distance n/2 are the thread's own.
    return j != half && (t & j) != 0 ? (t ^ j) + kChunk : t;
  };
  const auto upper = [&](std::uint32_t lane) -> std::optional<std::uint32_t> {
    return *lower(lane) + (j == half ? kChunk : j);
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
    ask(access.shared, "load lower key", false, false, lower);
    ask(access.shared, "load upper key", false, false, upper);
    ask(access.shared, "store lower key", true, false, lower);
    ask(access.shared, "store upper key", true, false, upper);
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

// The wire of key `local` of a tile: its lowest bits are the wire's, the others from window_low on.
std::uint32_t tile_wire(const LayerLens& lens, std::uint32_t block, std::uint32_t local) {
  const auto bits = [](std::uint32_t x, std::uint32_t count) {
    return x & ((std::uint32_t{1} << count) - 1);
  };
  const std::uint32_t between = lens.window_low - kWholeBits;
  const std::uint32_t window = lens.tile_log2 - kWholeBits;
  return bits(local, kWholeBits) | bits(block, between) << kWholeBits |
         local >> kWholeBits << lens.window_low | block >> between << (lens.window_low + window);
}

WarpAccess fast_access(const LayerLens& lens, std::uint32_t block, std::uint32_t warp) {
  WarpAccess access;
  const auto each_register = [&](std::vector<WarpRequest>& requests, std::uint32_t round,
                                 bool store, bool global) {
    for (std::uint32_t reg = 0; reg < kRegisters; ++reg) {
      ask(requests, fmt::format("{} register {}", store ? "store" : "load", reg), store, false,
          [&](std::uint32_t lane) -> std::optional<std::uint32_t> {
            const std::uint32_t local =
                tile_index(lens.tile_log2, round, warp * kLanes + lane, reg);
            return global ? tile_wire(lens, block, local) : local;
          });
    }
  };
  if (lens.first_of_launch) each_register(access.global, 0, false, true);
  if (lens.round_before != lens.round) {
    each_register(access.shared, lens.round_before, true, false);
    each_register(access.shared, lens.round, false, false);
  }
  if (lens.last_of_launch) {
    if (lens.round != 0) {
      each_register(access.shared, lens.round, true, false);
      each_register(access.shared, 0, false, false);
    }
    each_register(access.global, 0, true, true);
  }
  return access;
}

Error refuse(std::string message, std::string hint) {
  return {ErrorCode::kBadUsage, std::move(message), std::move(hint)};
}

Status place_in_plan(LayerLens& lens, const Network& network, std::uint32_t layer) {
  const std::string_view id = lens.shape.kernel->id;
  const auto plan = plan_launches(network, true, id == "block" ? "block" : "v2");
  if (!plan) return plan.error();
  const PlannedLaunch& launch = plan->launches[plan->launch_of(layer)];
  lens.blocks = launch.blocks;
  lens.threads = launch.threads;
  lens.local = launch.local;
  lens.first_of_launch = layer == launch.first_layer;
  lens.last_of_launch = layer + 1 == launch.first_layer + launch.layer_count;
  return {};
}

void describe_block(LayerLens& lens) {
  lens.what = lens.distance < kLanes
                  ? "In every warp the lanes of the lower wires load both keys; they store where "
                    "the keys exchange. The other half idles."
                  : "Every other group of warps has the lower wires: all its lanes work, the "
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
                      "words on: the same bank. Taking the own wire's key first, as seed 003 "
                      "writes it, has none of these conflicts."
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

// The tile's passes: the levels within a tile are one launch; of a higher one the layers beyond the
// tile run in windows, then those within it.
void place_fast(LayerLens& lens, std::uint32_t level_log2, std::uint32_t layer, bool last) {
  const std::uint32_t tile = lens.tile_log2;
  const std::uint32_t bit = floor_log2(lens.distance);
  const auto round_of = [&](std::uint32_t local_bit) {
    return std::min((tile - 1 - local_bit) / kRoundBits, rounds_of(tile) - 1);
  };
  lens.window_low = kWholeBits;
  if (bit >= tile) {
    const std::uint32_t most = tile - kWholeBits;
    const std::uint32_t in_window = (level_log2 - 1 - bit) % most;
    const std::uint32_t high = bit + in_window;
    lens.window_low = high + 1 - most;
    lens.round = round_of(tile - 1 - in_window);
    lens.first_of_launch = in_window == 0;
    lens.last_of_launch = in_window + 1 == most || bit == tile;
    lens.round_before = lens.first_of_launch ? 0 : round_of(tile - in_window);
    return;
  }
  lens.round = round_of(bit);
  lens.first_of_launch = layer == 0 || (level_log2 > tile && bit + 1 == tile);
  lens.last_of_launch = last || (level_log2 >= tile && bit == 0);
  // In a new level the keys still lie as the last round left them.
  lens.round_before = lens.first_of_launch ? 0 : round_of(bit + 1 < level_log2 ? bit + 1 : 0);
}

void describe_fast(LayerLens& lens) {
  const std::uint32_t rounds = rounds_of(lens.tile_log2);
  const std::uint32_t low =
      lens.round + 1 == rounds ? 0 : lens.tile_log2 - kRoundBits * (lens.round + 1);
  const std::string registers =
      fmt::format("round {} of {}: bits {} to {} of a key's place in the tile are in registers",
                  lens.round + 1, rounds, low + kRoundBits - 1, low);
  lens.what =
      lens.round_before != lens.round
          ? fmt::format("Keys pass through shared memory to {}.", registers)
          : fmt::format("Keys stay as they are, in {}: shared memory is {}.", registers,
                        lens.last_of_launch && lens.round != 0 ? "used after it" : "not touched");
}

}  // namespace

std::uint32_t rounds_of(std::uint32_t tile_log2) {
  return (tile_log2 + kRoundBits - 1) / kRoundBits;
}

std::uint32_t tile_index(std::uint32_t tile_log2, std::uint32_t round, std::uint32_t thread,
                         std::uint32_t reg) {
  const std::uint32_t low =
      round + 1 == rounds_of(tile_log2) ? 0 : tile_log2 - kRoundBits * (round + 1);
  const std::uint32_t mask = (std::uint32_t{1} << low) - 1;
  return thread >> low << (low + kRoundBits) | reg << low | (thread & mask);
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
    lens.threads = std::min(std::clamp(shape.threads, kLanes, 1024U), lens.wires / kRegisters);
    lens.tile_log2 = floor_log2(lens.threads) + kRoundBits;
    lens.blocks = lens.wires >> lens.tile_log2;
    place_fast(lens, level_log2, layer, layer + 1 == network.depth());
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
