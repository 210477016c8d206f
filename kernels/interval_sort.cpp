// interval_sort.cpp: the interval-based sort: its memory, and one of four types of keys.
#include "kernels/interval_sort.h"

#include <fmt/format.h>

#include <utility>

#include "kernels/cuda_call.cuh"
#include "kernels/interval_launch.cuh"

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
  std::uint64_t bytes = 0;
  const Status ready = with_type(key_bits, places, [&]<typename Word, bool kPlaces>() {
    state->plan = interval::plan_for<Word, kPlaces>(n);
    bytes = std::uint64_t{interval::element_bytes<Word, kPlaces>()} * n;
    return checked(interval::ready<Word, kPlaces>(state->plan),
                   "preparing the interval-based sort");
  });
  if (!ready.ok()) return ready;
  // Of keys without places the caller's words are one of the two buffers.
  const std::uint32_t merges = state->plan.merges;
  const std::uint64_t tiles = (std::uint64_t{n} - 1) / (state->plan.merge_warps * 1024) + 1;
  for (Status status : {state->elements[1].allocate(merges > 0 ? bytes : 0),
                        state->elements[0].allocate(places && merges > 1 ? bytes : 0),
                        state->splits.allocate(merges > 0 ? tiles : 0)}) {
    if (!status.ok()) return status;
  }
  state_ = std::move(state);
  return {};
}

Status IntervalSort::sort(void* words, std::uint32_t* places, CUstream_st* stream) const {
  const State& state = *state_;
  const interval::Buffers buffers{
      words,
      places,
      {state.places ? static_cast<void*>(state.elements[0].data()) : words,
       state.elements[1].data()},
      state.splits.data()};
  return with_type(state.key_bits, state.places, [&]<typename Word, bool kPlaces>() {
    return checked(interval::launch<Word, kPlaces>(state.plan, buffers, stream),
                   "launching the interval-based sort");
  });
}

std::uint32_t IntervalSort::launches() const { return 1 + 2 * state_->plan.merges; }

std::uint64_t IntervalSort::scratch_bytes() const {
  return state_->elements[0].count() + state_->elements[1].count() +
         state_->splits.count() * sizeof(uint4);
}

}  // namespace sortscope::device
