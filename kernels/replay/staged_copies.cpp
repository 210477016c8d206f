// staged_copies.cpp: pieces of pinned memory, each with a thread that copies on.
#include "kernels/replay/staged_copies.cuh"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <utility>

#include "core/base/pieces.h"
#include "kernels/device/in_turn.h"

namespace sortscope::device {

namespace {

constexpr std::uint64_t kLeastPiece = std::uint64_t{512} << 10;
constexpr std::uint64_t kMostPiece = std::uint64_t{2} << 20;
constexpr std::uint64_t kMostLanes = 8;

unsigned char* at(void* memory, std::uint64_t first) {
  return static_cast<unsigned char*>(memory) + first;
}
const unsigned char* at(const void* memory, std::uint64_t first) {
  return static_cast<const unsigned char*>(memory) + first;
}

}  // namespace

Status StagedCopies::create(std::uint64_t bytes) {
  lanes_.clear();
  piece_bytes_ = std::clamp(bytes / 128 / kLeastPiece * kLeastPiece, kLeastPiece, kMostPiece);
  const std::uint64_t lanes = std::clamp<std::uint64_t>(bytes / piece_bytes_, 1, kMostLanes);
  for (std::uint64_t i = 0; i < lanes; ++i) {
    auto lane = std::make_unique<Lane>();
    if (Status status = in_turn([&] { return lane->stream.create(); },
                                [&] { return lane->piece.allocate(piece_bytes_); });
        !status.ok()) {
      lanes_.clear();
      return status;
    }
    lanes_.push_back(std::move(lane));
  }
  return {};
}

Status StagedCopies::to_host(void* to, const void* from, std::uint64_t bytes,
                             const Progress* progress, std::string_view what) {
  return in_pieces(bytes, progress, [&](Lane& lane, std::uint64_t first, std::uint64_t size) {
    Status status = in_turn(
        [&] {
          return checked(cudaMemcpyAsync(lane.piece.data(), at(from, first), size,
                                         cudaMemcpyDeviceToHost, lane.stream.get()),
                         what);
        },
        [&] { return checked(cudaStreamSynchronize(lane.stream.get()), what); });
    if (status.ok()) std::memcpy(at(to, first), lane.piece.data(), size);
    return status;
  });
}

Status StagedCopies::to_device(void* to, const void* from, std::uint64_t bytes,
                               const Progress* progress, std::string_view what) {
  return in_pieces(bytes, progress, [&](Lane& lane, std::uint64_t first, std::uint64_t size) {
    std::memcpy(lane.piece.data(), at(from, first), size);
    return in_turn(
        [&] {
          return checked(cudaMemcpyAsync(at(to, first), lane.piece.data(), size,
                                         cudaMemcpyHostToDevice, lane.stream.get()),
                         what);
        },
        [&] { return checked(cudaStreamSynchronize(lane.stream.get()), what); });
  });
}

Status StagedCopies::in_pieces(
    std::uint64_t bytes, const Progress* progress,
    const std::function<Status(Lane&, std::uint64_t, std::uint64_t)>& copy) {
  std::atomic<std::uint64_t> next{0};
  const bool all = run_pieces(
      lanes_.size(),
      [&](std::size_t which) {
        Lane& lane = *lanes_[which];
        lane.status = use_gpu();
        while (lane.status.ok() && (progress == nullptr || !progress->cancelled())) {
          const std::uint64_t first = next.fetch_add(piece_bytes_);
          if (first >= bytes) break;
          lane.status = copy(lane, first, std::min(piece_bytes_, bytes - first));
        }
      },
      progress);
  for (const auto& lane : lanes_) {
    if (!lane->status.ok()) return lane->status;
  }
  return all ? Status{} : Status{Error{ErrorCode::kCancelled, "stopped.", ""}};
}

}  // namespace sortscope::device
