// sort.cpp: the interval-based sort: its memory, and one of four types of keys.
#include "kernels/sorters/intervals/sort.h"

#include <fmt/format.h>

#include <utility>

#include "core/engines/plans/shared_memory.h"
#include "kernels/device/cuda_call.cuh"
#include "kernels/device/in_turn.h"
#include "kernels/device/limits.h"
#include "kernels/sorters/intervals/launch.cuh"

namespace sortscope::device {

namespace {

// Calls run.operator()<Word, kPlaces>().
template <typename Run>
auto with_type(unsigned key_bits, bool places, Run run) {
  if (key_bits == 32) {
    return places ? run.template operator()<std::uint32_t, true>()
                  : run.template operator()<std::uint32_t, false>();
  }
  return places ? run.template operator()<std::uint64_t, true>()
                : run.template operator()<std::uint64_t, false>();
}

interval::Plan plan_of(unsigned key_bits, bool places, std::uint32_t n,
                       std::uint32_t shared_bytes) {
  return with_type(key_bits, places, [&]<typename Word, bool kPlaces>() {
    return interval::plan_for<Word, kPlaces>(n, shared_bytes);
  });
}

// Of each buffer.
struct ScratchBytes {
  std::uint64_t elements[2];
  std::uint64_t splits;
  [[nodiscard]] std::uint64_t all() const { return elements[0] + elements[1] + splits; }
};

ScratchBytes scratch_of(const interval::Plan& plan, unsigned key_bits, bool places) {
  if (plan.merges == 0) return {};
  const std::uint64_t element = with_type(key_bits, places, []<typename Word, bool kPlaces>() {
    return interval::element_bytes<Word, kPlaces>();
  });
  const std::uint64_t tiles = (plan.n - 1) / (plan.merge_warps * 1024) + 1;
  // Of keys without places the caller's words are the first buffer.
  return {{places && plan.merges > 1 ? element * plan.n : 0, element * plan.n},
          tiles * sizeof(uint4)};
}

}  // namespace

struct IntervalSort::State {
  unsigned key_bits = 32;
  bool places = false;
  interval::Plan plan{};
  DeviceBuffer<std::byte> elements[2];
  DeviceBuffer<uint4> splits;
};

IntervalSort::IntervalSort() = default;
IntervalSort::IntervalSort(IntervalSort&&) noexcept = default;
IntervalSort& IntervalSort::operator=(IntervalSort&&) noexcept = default;
IntervalSort::~IntervalSort() = default;

Status IntervalSort::create(unsigned key_bits, bool places, std::uint32_t n) {
  if ((key_bits != 32 && key_bits != 64) || n == 0 || n > kMaxKeys) {
    return Error{ErrorCode::kBadUsage,
                 fmt::format("the interval-based sort takes 1 to {} keys of 32 or 64 bits, not {} "
                             "of {} bits.",
                             kMaxKeys, n, key_bits),
                 ""};
  }
  auto state = std::make_unique<State>();
  state->key_bits = key_bits;
  state->places = places;
  const Result<DeviceLimits> limits = device_limits();
  if (!limits.ok()) return limits.error();
  state->plan = plan_of(key_bits, places, n, limits->shared_bytes);
  if (state->plan.shared_bytes > limits->shared_bytes) {
    return too_little_shared("the interval-based sort", state->plan.shared_bytes,
                             limits->shared_bytes, "Use --engine cpu.");
  }
  const Status ready = with_type(key_bits, places, [&]<typename Word, bool kPlaces>() {
    return checked(interval::ready<Word, kPlaces>(state->plan),
                   "preparing the interval-based sort");
  });
  if (!ready.ok()) return ready;
  const ScratchBytes scratch = scratch_of(state->plan, key_bits, places);
  if (Status status =
          in_turn([&] { return state->elements[0].allocate(scratch.elements[0]); },
                  [&] { return state->elements[1].allocate(scratch.elements[1]); },
                  [&] { return state->splits.allocate(scratch.splits / sizeof(uint4)); });
      !status.ok()) {
    return status;
  }
  state_ = std::move(state);
  return {};
}

Status IntervalSort::sort(void* words, std::uint32_t* places, CUstream_st* stream,
                          std::uint64_t* stamps) const {
  const State& state = *state_;
  const interval::Buffers buffers{
      words,
      places,
      {state.places ? static_cast<void*>(state.elements[0].data()) : words,
       state.elements[1].data()},
      state.splits.data(),
      stamps};
  return with_type(state.key_bits, state.places, [&]<typename Word, bool kPlaces>() {
    return checked(interval::launch<Word, kPlaces>(state.plan, buffers, stream),
                   "launching the interval-based sort");
  });
}

std::uint32_t IntervalSort::launches() const { return 1 + 2 * state_->plan.merges; }

std::uint64_t IntervalSort::scratch_bytes() const {
  return scratch_of(state_->plan, state_->key_bits, state_->places).all();
}

std::uint32_t IntervalSort::launches_for(unsigned key_bits, bool places, std::uint32_t n,
                                         std::uint32_t shared_bytes) {
  return 1 + 2 * plan_of(key_bits, places, n, shared_bytes).merges;
}

std::uint64_t IntervalSort::scratch_bytes_for(unsigned key_bits, bool places, std::uint32_t n,
                                              std::uint32_t shared_bytes) {
  return scratch_of(plan_of(key_bits, places, n, shared_bytes), key_bits, places).all();
}

}  // namespace sortscope::device
