// fetch.cpp: pieces of device memory by way of pinned memory, a stream a thread.
#include "kernels/engine/fetch.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstring>
#include <mutex>
#include <vector>

#include "core/base/machine.h"
#include "core/base/pieces.h"
#include "kernels/device/cuda_call.cuh"
#include "kernels/device/in_turn.h"
#include "kernels/engine/pinned_memory.cuh"

namespace sortscope::device {

namespace {

constexpr std::uint64_t kPieceBytes = std::uint64_t{2} << 20;
// Threads that keep the bus busy beside what they do with a piece.
constexpr unsigned kMostThreads = 16;
// Less than this is there before pinned memory and threads are.
constexpr std::uint64_t kWorthPieces = std::uint64_t{32} << 20;

constexpr const char* kFetching = "fetching the results";
constexpr const char* kCopying = "copying results from the GPU";

Error stopped() { return {ErrorCode::kCancelled, "the sort was stopped.", ""}; }

Status copy(void* to, const void* from, std::uint64_t bytes, cudaStream_t stream) {
  return in_turn(
      [&] {
        return checked(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToHost, stream), kCopying);
      },
      [&] { return checked(cudaStreamSynchronize(stream), kCopying); });
}

/// Device memory in pieces, each copied by whichever thread is free.
class Pieces {
 public:
  Pieces(std::byte* to, const std::byte* from, std::uint64_t bytes, const BytesCame& came,
         Progress* progress)
      : to_(to),
        from_(from),
        bytes_(bytes),
        came_(came),
        progress_(progress),
        there_((bytes + kPieceBytes - 1) / kPieceBytes) {}

  [[nodiscard]] std::size_t count() const { return there_.size(); }

  /// Copies until no piece is left. `room`: pinned, for a piece.
  void run(std::byte* room) {
    Stream stream;
    Status status = in_turn([] { return use_gpu(); }, [&] { return stream.create(); });
    while (status.ok() && !over_) {
      const std::size_t piece = next_++;
      if (piece >= count()) return;
      const std::uint64_t at = piece * kPieceBytes;
      const std::uint64_t size = std::min(kPieceBytes, bytes_ - at);
      status = copy(room, from_ + at, size, stream.get());
      if (!status.ok()) break;
      std::memcpy(to_ + at, room, size);
      if (progress_ != nullptr) progress_->advance(size);
      if (!tell(piece)) status = stopped();
    }
    if (!status.ok()) end(status);
  }

  [[nodiscard]] Status status() const { return status_; }

 private:
  // False where the rest is not wanted.
  bool tell(std::size_t piece) {
    if (progress_ != nullptr && progress_->cancelled()) return false;
    std::uint64_t whole = 0;
    {
      const std::lock_guard lock(mutex_);
      there_[piece] = true;
      while (whole_ < count() && there_[whole_]) ++whole_;
      whole = std::min(whole_ * kPieceBytes, bytes_);
    }
    return !came_ || came_(whole);
  }

  void end(const Status& status) {
    const std::lock_guard lock(mutex_);
    if (!over_) status_ = status;
    over_ = true;
  }

  std::byte* const to_;
  const std::byte* const from_;
  const std::uint64_t bytes_;
  const BytesCame& came_;
  Progress* const progress_;
  std::atomic<std::size_t> next_{0};
  std::atomic<bool> over_{false};
  std::mutex mutex_;
  std::vector<bool> there_;
  std::size_t whole_ = 0;  // pieces before the first that is not there
  Status status_;          // of the first thread that stopped
};

}  // namespace

unsigned fetching_threads(std::uint64_t bytes) {
  return bytes < kWorthPieces ? 1 : std::min(processors_here(), kMostThreads);
}

Status fetch(void* to, const void* from, std::uint64_t bytes, cudaStream_t stream,
             const BytesCame& came, Progress* progress) {
  if (bytes == 0) return {};
  const unsigned threads = fetching_threads(bytes);
  PinnedMemory room;
  if (threads == 1 || !room.allocate(threads * kPieceBytes).ok()) {
    if (Status status = copy(to, from, bytes, stream); !status.ok()) return status;
    return !came || came(bytes) ? Status{} : Status{stopped()};
  }
  if (progress != nullptr) progress->begin(bytes, kFetching);
  Pieces pieces(static_cast<std::byte*>(to), static_cast<const std::byte*>(from), bytes, came,
                progress);
  // A piece of run_pieces() is what one thread copies.
  run_pieces(threads, [&](std::size_t thread) {
    pieces.run(static_cast<std::byte*>(room.data()) + thread * kPieceBytes);
  });
  return pieces.status();
}

}  // namespace sortscope::device
