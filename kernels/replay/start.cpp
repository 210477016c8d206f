// start.cpp: brings a recording to the GPU, and states of it back.
#include "kernels/replay/start.cuh"

#include <algorithm>
#include <limits>

#include "core/recordings/recording.h"
#include "kernels/cuda_engine.h"
#include "kernels/device/in_turn.h"
#include "kernels/device/recorded_bits.cuh"
#include "kernels/replay/families.h"
#include "kernels/replay/kernels.cuh"

namespace sortscope {

namespace {

using device::checked;
using device::in_turn;

constexpr int kPaddingByte = 0xFF;  // four are the rank of padding

constexpr std::uint64_t kLeastStagedBytes = std::uint64_t{8} << 20;

// More cannot be stopped soon enough.
constexpr std::size_t kMostWordsUnstopped = std::size_t{1} << 28;

// Of fewer this processor finds states as soon.
constexpr std::uint32_t kLeastSoughtWires = std::uint32_t{1} << 19;

Status cancelled() { return Error{ErrorCode::kCancelled, "stopped.", ""}; }

// Those whose replays on this processor know their states by the places on the wires alone.
bool finds_places(const Recording& recording) {
  return replay_row(recording.algorithm->family).walk == WalkKind::kForms &&
         recording.network.wires() >= kLeastSoughtWires;
}

}  // namespace

void CudaStart::create(std::span<const std::uint32_t> ranks_by_place, const Progress* progress) {
  const Network& network = recording_->network;
  const std::uint64_t bytes = std::uint64_t{network.wires()} * sizeof(std::uint32_t);
  status_ = in_turn([] { return device::use_gpu(); }, [&] { return stream_.create(); },
                    [&] { return make_copies(bytes); },
                    [&] { return bring_ranks(ranks_by_place, progress); },
                    [&] {
                      walk_ = device::make_walk(replay_row(recording_->algorithm->family).walk);
                      return walk_->create(network, recording_->algorithm->rule,
                                           recording_->start.places, stream(), copies_.get());
                    },
                    [&] { return bring_bits(progress); });
  if (!status_.ok() || bits_.data() == nullptr || copies_ == nullptr) return;
  finds_places_ = finds_places(*recording_) && found_.allocate(network.wires()).ok();
}

// Small ones are copied as soon without.
Status CudaStart::make_copies(std::uint64_t state_bytes) {
  const std::uint64_t bytes =
      std::max<std::uint64_t>(state_bytes, recording_->bits.size() * sizeof(std::uint32_t));
  if (bytes < kLeastStagedBytes) return {};
  copies_ = std::make_unique<device::StagedCopies>();
  if (!copies_->create(bytes).ok()) copies_.reset();
  return {};
}

Status CudaStart::to_device(std::uint32_t* to, std::span<const std::uint32_t> from,
                            const Progress* progress, std::string_view what) {
  if (copies_ == nullptr) {
    return device::upload(to, from.data(), from.size_bytes(), stream(), what);
  }
  return copies_->to_device(to, from.data(), from.size_bytes(), progress, what);
}

Status CudaStart::bring_ranks(std::span<const std::uint32_t> ranks_by_place,
                              const Progress* progress) {
  constexpr auto kWhat = "copying ranks to the GPU";
  const std::uint32_t wires = recording_->network.wires();
  const std::uint32_t keys = recording_->start.real_keys;
  return in_turn(
      [&] { return ranks_.allocate(wires); },
      [&] { return to_device(ranks_.data(), ranks_by_place.first(keys), progress, kWhat); },
      [&] {
        return checked(cudaMemsetAsync(ranks_.data() + keys, kPaddingByte,
                                       (wires - keys) * sizeof(std::uint32_t), stream()),
                       kWhat);
      });
}

Status CudaStart::bring_bits(const Progress* progress) {
  const std::size_t words = recording_->bits.size();
  if (bits_.data() != nullptr || words == 0) return {};
  auto* const left = dynamic_cast<device::RecordedBits*>(recording_->timing.device_bits.get());
  // A repair adds bits that the device has not.
  if (left != nullptr && left->holds(words)) {
    bits_ = left->take();
    return {};
  }
  if (left != nullptr) left->release();
  if (progress == nullptr && words > kMostWordsUnstopped) return {};
  // Without room for them there are other ways.
  if (!bits_.allocate(words).ok()) return {};
  Status status =
      to_device(bits_.data(), recording_->bits, progress, "copying the outcome bits to the GPU");
  brought_ = status.ok();
  if (!brought_) bits_.release();
  return status;
}

void CudaStart::make_room() {
  std::size_t free = 0;
  std::size_t all = 0;
  const Status asked = checked(cudaMemGetInfo(&free, &all), "asking how much memory is free");
  // A run that is recorded next takes about as much again, and its keys.
  if (!asked.ok() || free < 4 * bits_.count() * sizeof(std::uint32_t)) bits_.release();
}

Status CudaStart::write_ranks(std::uint32_t* to) {
  return in_turn([&] { return walk_->write(to); },
                 [&] {
                   return checked(
                       device::look_up(to, recording_->network.wires(), ranks_.data(), stream()),
                       "writing ranks");
                 });
}

std::shared_ptr<PlacesSource> CudaStart::places_source() {
  return finds_places_ ? shared_from_this() : nullptr;
}

std::uint64_t CudaStart::places_ns(Cursor cursor) const {
  constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();
  // The start of a copy and of its threads; then 32 GB a second.
  constexpr std::uint64_t kStartNs = 500'000;
  constexpr std::uint64_t kWiresANs = 8;
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock || bits_.data() == nullptr) return kNever;
  return walk_->seek_ns(cursor) + kStartNs + recording_->network.wires() / kWiresANs;
}

Status CudaStart::places(Cursor cursor, std::span<std::uint32_t> to, Progress* progress) {
  const std::lock_guard lock(mutex_);
  if (bits_.data() == nullptr) {
    return Error{ErrorCode::kUnavailable, "the outcome bits are no longer on the GPU.", ""};
  }
  return in_turn(
      [] { return device::use_gpu(); }, [&] { return walk_->seek(cursor, bits_.data()); },
      [&] { return walk_->write(found_.data()); },
      [&] { return checked(cudaStreamSynchronize(stream()), "running on the GPU"); },
      [&] { return progress != nullptr && progress->cancelled() ? cancelled() : Status{}; },
      [&] {
        return copies_->to_host(to.data(), found_.data(), to.size_bytes(), progress,
                                "copying the state of a replay from the GPU");
      });
}

std::shared_ptr<ReplayStart> make_replay_start(const Recording& recording,
                                               std::span<const std::uint32_t> ranks_by_place,
                                               const Progress* progress) {
  if (!cuda_status().available || replay_bits(recording) == ReplayBits::kNone) return nullptr;
  auto start = std::make_shared<CudaStart>(recording);
  start->create(ranks_by_place, progress);
  return progress != nullptr && progress->cancelled() ? nullptr : start;
}

}  // namespace sortscope
