// recorded_bits.cpp: the outcome bits of the last recorded run, kept in device memory for the
// replay.
#include "kernels/device/recorded_bits.cuh"

#include <mutex>
#include <utility>

namespace sortscope::device {

namespace {

struct Kept {
  std::mutex mutex;
  DeviceBuffer<std::uint32_t> bits;
  const std::uint32_t* host_bits = nullptr;
  std::uint64_t elapsed_ns = 0;
  std::uint64_t transfer_ns = 0;
};

// Never destroyed: when the program ends, CUDA may be gone before it.
Kept& kept() {
  static Kept& one = *new Kept;
  return one;
}

}  // namespace

void keep_recorded_bits(DeviceBuffer<std::uint32_t> bits, const std::uint32_t* host_bits,
                        const SortTiming& timing) {
  Kept& one = kept();
  const std::lock_guard lock(one.mutex);
  one.bits = std::move(bits);
  one.host_bits = host_bits;
  one.elapsed_ns = timing.elapsed_ns;
  one.transfer_ns = timing.transfer_ns;
}

void drop_recorded_bits() {
  Kept& one = kept();
  const std::lock_guard lock(one.mutex);
  one.bits.release();
  one.host_bits = nullptr;
}

DeviceBuffer<std::uint32_t> take_recorded_bits(const Recording& recording) {
  Kept& one = kept();
  const std::lock_guard lock(one.mutex);
  const bool same = one.bits.data() != nullptr && recording.engine == "cuda" &&
                    one.host_bits == recording.bits.data() &&
                    one.bits.count() == recording.bits.size() &&
                    one.elapsed_ns == recording.timing.elapsed_ns &&
                    one.transfer_ns == recording.timing.transfer_ns;
  if (!same) return {};
  one.host_bits = nullptr;
  return std::move(one.bits);
}

}  // namespace sortscope::device
