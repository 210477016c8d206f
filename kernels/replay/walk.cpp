// walk.cpp: what all walks share: values, keyframes of them, and the table of walks.
#include "kernels/replay/walk.cuh"

#include <algorithm>
#include <array>
#include <utility>

#include "kernels/device/in_turn.h"

namespace sortscope::device {

namespace {

// Layers between keyframes at least: walking them takes a millisecond or two.
constexpr std::uint32_t kLayersBetweenKeyframes = 128;
// Keyframes take at most this, or as much as the outcome bits where those are more.
constexpr std::uint64_t kKeyframeBytes = std::uint64_t{256} << 20;

// In the order of WalkKind.
constexpr std::array kWalks = {make_form_walk, make_list_walk, make_aks_walk, make_adaptive_walk};

}  // namespace

std::unique_ptr<DeviceWalk> make_walk(WalkKind kind) {
  return kWalks[static_cast<std::size_t>(kind)]();
}

Status DeviceWalk::create(const Network& network, TreeRule rule,
                          std::span<const std::uint32_t> start, cudaStream_t stream,
                          StagedCopies* copies) {
  stream_ = stream;
  arrangement_ = 0;
  keyframes_.clear();
  const std::uint64_t bit_bytes = network.bit_words() * sizeof(std::uint32_t);
  const std::uint64_t frames =
      std::max<std::uint64_t>(std::max(kKeyframeBytes, bit_bytes) / start.size_bytes(), 1);
  CursorWalk::start(network, static_cast<std::uint32_t>(std::max<std::uint64_t>(
                                 network.depth() / frames + 1, kLayersBetweenKeyframes)));
  Keyframe first;
  const auto bring = [&] {
    if (copies == nullptr) return put(values_, start);
    return in_turn([&] { return values_.allocate(start.size()); },
                   [&] {
                     return copies->to_device(values_.data(), start.data(), start.size_bytes(),
                                              nullptr, "copying what a replay needs to the GPU");
                   });
  };
  if (Status status = in_turn(
          bring, [&] { return prepare(rule); },
          [&] {
            return arrange({0, 0});
          },
          [&] { return first.values.allocate(start.size()); },
          [&] { return copy_values(first.values.data(), values_.data()); });
      !status.ok()) {
    return status;
  }
  first.arrangement = arrangement_;
  keyframes_.push_back(std::move(first));
  return {};
}

Status DeviceWalk::seek(Cursor cursor, const std::uint32_t* bits) {
  bits_ = bits;
  return CursorWalk::seek(cursor);
}

Status DeviceWalk::take(Cursor cursor, std::span<const std::uint32_t> values) {
  return in_turn(
      [&] {
        return upload(values_.data(), values.data(), values.size_bytes(), stream_,
                      "copying the state of a replay to the GPU");
      },
      [&] { return arrange(cursor); }, [&] { return stand_at(cursor); });
}

Status DeviceWalk::write(std::uint32_t* to) { return copy_values(to, values_.data()); }

Status DeviceWalk::copy_values(std::uint32_t* to, const std::uint32_t* from) {
  return checked(cudaMemcpyAsync(to, from, values_.count() * sizeof(std::uint32_t),
                                 cudaMemcpyDeviceToDevice, stream_),
                 "copying the state of a replay");
}

Status DeviceWalk::keep(bool& kept) {
  Keyframe keyframe;
  keyframe.arrangement = arrangement_;
  // Without memory for it seeks get slower, nothing else.
  if (!keyframe.values.allocate(values_.count()).ok()) return {};
  if (Status status = copy_values(keyframe.values.data(), values_.data()); !status.ok()) {
    return status;
  }
  keyframes_.push_back(std::move(keyframe));
  kept = true;
  return {};
}

Status DeviceWalk::take_keyframe(std::size_t index) {
  arrangement_ = keyframes_[index].arrangement;
  return copy_values(values_.data(), keyframes_[index].values.data());
}

}  // namespace sortscope::device
