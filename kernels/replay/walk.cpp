// walk.cpp: the values on the wires at any cursor of a recording, in device memory.
#include "kernels/replay/walk.cuh"

#include <algorithm>

#include "kernels/device/in_turn.h"
#include "kernels/replay/kernels.cuh"

namespace sortscope::device {

namespace {

// Layers between keyframes at least: walking them takes a millisecond or two.
constexpr std::uint32_t kLayersBetweenKeyframes = 128;
constexpr std::uint64_t kKeyframeBytes = std::uint64_t{256} << 20;

}  // namespace

Status DeviceWalk::create(const Network& network, std::span<const std::uint32_t> start,
                          cudaStream_t stream) {
  network_ = &network;
  cursor_ = {};
  keyframes_.clear();
  keyframes_.push_back({0, {}});
  DeviceBuffer<std::uint32_t>& first = keyframes_.front().values;
  const bool in_block = network.wires() <= kBlockReplayWires;
  const std::uint64_t layers = in_block ? network.depth() : 0;
  if (Status status = in_turn([&] { return values_.allocate(start.size()); },
                              [&] { return first.allocate(start.size()); },
                              [&] { return forms_.allocate(layers); },
                              [&] { return first_words_.allocate(layers); });
      !status.ok()) {
    return status;
  }
  const auto put = [&](void* to, const void* from, std::uint64_t bytes) {
    return upload(to, from, bytes, stream, "copying the replay's start to the GPU");
  };
  if (Status status = in_turn(
          [&] { return put(values_.data(), start.data(), start.size_bytes()); },
          [&] { return put(first.data(), start.data(), start.size_bytes()); },
          [&] { return put(forms_.data(), network.forms().data(), layers * sizeof(LayerForm)); },
          [&] {
            return put(first_words_.data(), network.first_words().data(),
                       layers * sizeof(std::uint64_t));
          });
      !status.ok()) {
    return status;
  }
  const std::uint64_t frames = std::max<std::uint64_t>(kKeyframeBytes / start.size_bytes(), 1);
  keyframe_every_ = static_cast<std::uint32_t>(
      std::max<std::uint64_t>(network.depth() / frames + 1, kLayersBetweenKeyframes));
  return {};
}

Status DeviceWalk::seek(Cursor cursor, const std::uint32_t* bits, cudaStream_t stream) {
  if (cursor.layer >= network_->depth()) {
    cursor = network_->end();
  } else if (cursor.comparator >= network_->count(cursor.layer)) {
    cursor = {cursor.layer + 1, 0};
  }
  if (Status status = jump_towards(cursor, stream); !status.ok()) return status;
  // Back to the beginning of a layer first, where the walk leaves the one that it stands in.
  if (cursor_.comparator > 0 && cursor_.layer != cursor.layer) {
    const bool onwards = cursor_ < cursor;
    const std::uint32_t layer = cursor_.layer;
    const std::uint32_t first = onwards ? cursor_.comparator : 0;
    const std::uint32_t last = onwards ? network_->count(layer) : cursor_.comparator;
    if (Status status = part_of_layer(layer, first, last, bits, stream); !status.ok()) {
      return status;
    }
    cursor_ = {onwards ? layer + 1 : layer, 0};
  }
  while (cursor_.layer < cursor.layer) {
    // As far as the next keyframe that is still missing.
    const std::uint32_t next = (cursor_.layer / keyframe_every_ + 1) * keyframe_every_;
    const std::uint32_t layer = std::min(cursor.layer, next);
    if (Status status = whole_layers(cursor_.layer, layer, false, bits, stream); !status.ok()) {
      return status;
    }
    cursor_ = {layer, 0};
    if (Status status = keep_keyframe(stream); !status.ok()) return status;
  }
  if (cursor_.layer > cursor.layer) {
    if (Status status = whole_layers(cursor.layer, cursor_.layer, true, bits, stream);
        !status.ok()) {
      return status;
    }
    cursor_ = {cursor.layer, 0};
  }
  const auto [first, last] = std::minmax(cursor_.comparator, cursor.comparator);
  if (first < last) {
    if (Status status = part_of_layer(cursor.layer, first, last, bits, stream); !status.ok()) {
      return status;
    }
  }
  cursor_ = cursor;
  return {};
}

Status DeviceWalk::jump_towards(Cursor cursor, cudaStream_t stream) {
  const auto distance = [&](std::uint32_t layer) {
    return layer < cursor.layer ? cursor.layer - layer : layer - cursor.layer;
  };
  const Keyframe* best = nullptr;
  std::uint32_t least = distance(cursor_.layer);
  for (const Keyframe& keyframe : keyframes_) {
    // A copy costs about as much as a layer.
    if (distance(keyframe.layer) + 1 >= least) continue;
    least = distance(keyframe.layer);
    best = &keyframe;
  }
  if (best == nullptr) return {};
  cursor_ = {best->layer, 0};
  return checked(
      cudaMemcpyAsync(values_.data(), best->values.data(), values_.count() * sizeof(std::uint32_t),
                      cudaMemcpyDeviceToDevice, stream),
      "copying a keyframe");
}

Status DeviceWalk::part_of_layer(std::uint32_t layer, std::uint32_t first, std::uint32_t last,
                                 const std::uint32_t* bits, cudaStream_t stream) {
  return checked(replay_layer(values_.data(), network_->wires(), network_->form(layer),
                              bits + network_->first_word(layer), first, last, stream),
                 "replaying a layer");
}

Status DeviceWalk::whole_layers(std::uint32_t first, std::uint32_t last, bool backwards,
                                const std::uint32_t* bits, cudaStream_t stream) {
  if (forms_.data() != nullptr) {
    return checked(
        replay_layers_in_block(values_.data(), network_->wires(), forms_.data(),
                               first_words_.data(), bits, first, last, backwards, stream),
        "replaying layers");
  }
  for (std::uint32_t step = 0; step < last - first; ++step) {
    const std::uint32_t layer = backwards ? last - 1 - step : first + step;
    if (Status status = part_of_layer(layer, 0, network_->count(layer), bits, stream);
        !status.ok()) {
      return status;
    }
  }
  return {};
}

Status DeviceWalk::keep_keyframe(cudaStream_t stream) {
  const std::uint32_t layer = cursor_.layer;
  if (layer % keyframe_every_ != 0) return {};
  const bool kept = std::any_of(keyframes_.begin(), keyframes_.end(),
                                [&](const Keyframe& one) { return one.layer == layer; });
  if (kept) return {};
  Keyframe keyframe{layer, {}};
  // Without memory for it seeks get slower, nothing else.
  if (!keyframe.values.allocate(values_.count()).ok()) return {};
  Status copied = checked(
      cudaMemcpyAsync(keyframe.values.data(), values_.data(),
                      values_.count() * sizeof(std::uint32_t), cudaMemcpyDeviceToDevice, stream),
      "copying a keyframe");
  if (copied.ok()) keyframes_.push_back(std::move(keyframe));
  return copied;
}

}  // namespace sortscope::device
