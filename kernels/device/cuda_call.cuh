// cuda_call.cuh: results of CUDA calls as errors of ours, and device memory that frees itself.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/error.h"
#include "core/base/number_text.h"

namespace sortscope::device {

/// Success, or an Error "`what`: CUDA's reason". Out of memory is kOutOfMemory, else kWorkFailed.
/// CUDA forgets the error, unless it is one that lasts.
Status checked(cudaError_t result, std::string_view what);

/// Makes the GPU of cuda_status() the one that this thread's calls are about.
Status use_gpu();

/// Copies host memory to the device in the order of `stream`, which waits for no other one, and
/// waits for it: `from` may go then.
Status upload(void* to, const void* from, std::uint64_t bytes, cudaStream_t stream,
              std::string_view what);

/// `count` values of T in device memory. Freed where it goes out of scope; a failure to free is
/// left to the next call that checks.
template <typename T>
class DeviceBuffer {
 public:
  DeviceBuffer() = default;
  DeviceBuffer(DeviceBuffer&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), count_(std::exchange(other.count_, 0)) {}
  DeviceBuffer& operator=(DeviceBuffer&& other) noexcept {
    if (this != &other) {
      release();
      data_ = std::exchange(other.data_, nullptr);
      count_ = std::exchange(other.count_, 0);
    }
    return *this;
  }
  DeviceBuffer(const DeviceBuffer&) = delete;
  DeviceBuffer& operator=(const DeviceBuffer&) = delete;
  ~DeviceBuffer() { release(); }

  /// Errors: kOutOfMemory. Nothing is allocated for a count of 0.
  Status allocate(std::uint64_t count) {
    release();
    if (count == 0) return {};
    void* memory = nullptr;
    const cudaError_t result = cudaMalloc(&memory, count * sizeof(T));
    if (result != cudaSuccess) {
      return checked(result, "allocating " + bytes_text(count * sizeof(T)) + " on the GPU");
    }
    data_ = static_cast<T*>(memory);
    count_ = count;
    return {};
  }
  void release() {
    if (data_ != nullptr) (void)cudaFree(data_);
    data_ = nullptr;
    count_ = 0;
  }
  [[nodiscard]] T* data() const { return data_; }
  [[nodiscard]] std::uint64_t count() const { return count_; }

 private:
  T* data_ = nullptr;
  std::uint64_t count_ = 0;
};

/// A stream, or a pair of events, of its own.
class Stream {
 public:
  Stream() = default;
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  ~Stream() {
    if (stream_ != nullptr) (void)cudaStreamDestroy(stream_);
  }
  Status create() {
    return checked(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking),
                   "creating a CUDA stream");
  }
  [[nodiscard]] cudaStream_t get() const { return stream_; }

 private:
  cudaStream_t stream_ = nullptr;
};

class Event {
 public:
  Event() = default;
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  ~Event() {
    if (event_ != nullptr) (void)cudaEventDestroy(event_);
  }
  Status create() { return checked(cudaEventCreate(&event_), "creating a CUDA event"); }
  Status create_once() { return event_ == nullptr ? create() : Status{}; }
  Status record(cudaStream_t stream) {
    return checked(cudaEventRecord(event_, stream), "recording a CUDA event");
  }
  Status wait() { return checked(cudaEventSynchronize(event_), "running on the GPU"); }
  [[nodiscard]] cudaEvent_t get() const { return event_; }

 private:
  cudaEvent_t event_ = nullptr;
};

/// Nanoseconds between two events that have happened.
Result<std::uint64_t> elapsed_ns(const Event& begin, const Event& end);

}  // namespace sortscope::device
