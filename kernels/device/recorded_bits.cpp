// recorded_bits.cpp: counts what is set in the bits of a run, on the device.
#include "kernels/device/recorded_bits.cuh"

#include <algorithm>

#include "kernels/device/block_ones.cuh"
#include "kernels/device/in_turn.h"

namespace sortscope::device {

Status RecordedBits::count(const LayerBlocks& blocks, std::span<std::uint32_t> ones) {
  const std::lock_guard lock(mutex_);
  if (bits_.data() == nullptr || bits_.count() != blocks.words() || ones.size() != blocks.count()) {
    return Error{ErrorCode::kUnavailable, "the outcome bits are no longer on the GPU.", ""};
  }
  if (ones.empty()) return {};
  constexpr auto kWhat = "counting exchanges on the GPU";
  const auto first_words = blocks.first_words();
  const auto before = blocks.before();
  Stream stream;
  DeviceBuffer<std::uint64_t> layers;
  DeviceBuffer<std::uint32_t> counts;
  CountedBlocks there;
  return in_turn([] { return use_gpu(); }, [&] { return stream.create(); },
                 [&] { return layers.allocate(first_words.size() + before.size()); },
                 [&] { return counts.allocate(ones.size()); },
                 [&] {
                   return upload(layers.data(), first_words.data(), first_words.size_bytes(),
                                 stream.get(), kWhat);
                 },
                 [&] {
                   return upload(layers.data() + first_words.size(), before.data(),
                                 before.size_bytes(), stream.get(), kWhat);
                 },
                 [&] {
                   there = {layers.data(), layers.data() + first_words.size(),
                            static_cast<std::uint32_t>(before.size() - 1), blocks.words_log2(),
                            blocks.count()};
                   return checked(count_ones(bits_.data(), there, counts.data(), stream.get()),
                                  kWhat);
                 },
                 [&] {
                   // The system makes their pages while the device counts.
                   std::fill(ones.begin(), ones.end(), 0U);
                   return checked(cudaMemcpyAsync(ones.data(), counts.data(), ones.size_bytes(),
                                                  cudaMemcpyDeviceToHost, stream.get()),
                                  kWhat);
                 },
                 [&] { return checked(cudaStreamSynchronize(stream.get()), kWhat); });
}

}  // namespace sortscope::device
