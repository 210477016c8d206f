// draw_buffers.cpp: fills the shaders' buffers by CUDA where it can, else by upload.
#include "app/painters/draw_buffers.h"

#include <fmt/format.h>
#include <glad/gl.h>

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "app/painters/buffer_words.h"
#include "app/surface/surface.h"
#include "core/recordings/families.h"
#include "core/recordings/recording.h"
#include "kernels/cuda_engine.h"

namespace sortscope {

namespace {

// Of at least 16 bytes; none where OpenGL makes none, and then nothing of it is seen.
GlBuffer make_buffer(std::uint64_t bytes, const void* data) {
  GlBuffer buffer;
  if (!buffer.renew()) return buffer;
  glNamedBufferData(buffer.name(), static_cast<GLsizeiptr>(std::max<std::uint64_t>(bytes, 16)),
                    nullptr, GL_DYNAMIC_DRAW);
  if (data != nullptr && bytes > 0) {
    glNamedBufferSubData(buffer.name(), 0, static_cast<GLsizeiptr>(bytes), data);
  }
  return buffer;
}

// Places on wires, copied to the GPU.
constexpr std::uint64_t kCopyNsAWire = 1;
constexpr std::uint64_t kLeastCopyNs = 2'000'000;

std::uint32_t rank_on_wire(const Recording& recording, const Scene& scene, Wire wire) {
  const std::uint32_t place = scene.places[wire];
  return recording.is_padding(place) ? std::numeric_limits<std::uint32_t>::max()
                                     : scene.ranks[place];
}

// A strip has fewer pixels.
constexpr std::uint32_t kMostSamples = std::uint32_t{1} << 14;

// Which of its neighbours a sample is: any, as wires of one distance have much in common.
Wire sample_wire(const RankSamples& samples, std::uint32_t at) {
  const std::uint32_t first = samples.first + (at << samples.wires_log2);
  if (samples.wires_log2 == 0) return first;
  return first + ((first >> samples.wires_log2) * 2654435761U >> (32 - samples.wires_log2));
}

}  // namespace

DrawBuffers::DrawBuffers(std::shared_ptr<const Recording> shown,
                         std::span<const std::uint32_t> ranks_by_place, const PaddingMap& padding,
                         bool try_device, std::shared_ptr<ReplayStart> start,
                         std::uint64_t outcome_bytes)
    : recording_(std::move(shown)) {
  const Recording& recording = *recording_;
  padding_ = make_buffer(padding.bits.size() * 4, padding.bits.data());
  const ReplayBits bits =
      try_device && !gl_is_software() ? replay_bits(recording) : ReplayBits::kNone;
  const bool drawn = bits == ReplayBits::kDrawn && outcomes_.make_unfilled(recording_);
  if (bits != ReplayBits::kNone) {
    ranks_ = make_buffer(rank_bytes(), nullptr);
    if (start == nullptr || !start->ready()) start = make_replay_start(recording, ranks_by_place);
    auto device = make_device_replay(recording, std::move(start), drawn ? outcomes_.name() : 0,
                                     ranks_.name());
    if (device) {
      device_ = std::move(device.value());
      note_ = "zero-copy";
      if (!drawn) outcomes_.make(recording_, outcome_bytes);
      return;
    }
    note_ = "copied: " + device.error().message;
  } else if (!cuda_status().available) {
    note_ = gl_is_software() ? "drawn by OpenGL in software" : "drawn by OpenGL";
  } else if (gl_is_software()) {
    note_ = "copied: OpenGL draws in software";
  } else if (recording.ranges) {
    note_ = "copied: what is recorded again is replayed on the CPU";
  } else {
    note_ = recording.network.depth() == 0
                ? "copied: there are no comparators to replay on the GPU"
                : fmt::format("copied: {} replayed on the CPU",
                              family_of(*recording.algorithm).what_is_replayed);
  }
  // Replayed on the CPU: what the engine left on the device is no use.
  if (recording.timing.device_bits != nullptr) recording.timing.device_bits->release();
  outcomes_.make(recording_, outcome_bytes);
}

std::string_view DrawBuffers::label() const {
  if (zero_copy()) return "zero-copy";
  if (cuda_status().available) return "copied";
  return gl_is_software() ? "software OpenGL" : "OpenGL";
}

std::optional<std::uint32_t> DrawBuffers::first_tile(unsigned level) const {
  return level < first_tiles_.size() ? std::optional(first_tiles_[level]) : std::nullopt;
}

std::uint64_t DrawBuffers::rank_bytes() const {
  return std::uint64_t{recording_->network.wires()} * 4;
}

void DrawBuffers::take_tiles(const Scene& scene) {
  if (scene.exchanges == nullptr || !first_tiles_.empty()) return;
  if (packed_ == nullptr) packed_ = std::make_unique<TileWords>(tile_words(*scene.exchanges));
  const std::unique_ptr<TileWords> tiles = std::move(packed_);
  tiles_ = make_buffer(tiles->words.size() * 4, tiles->words.data());
  first_tiles_ = std::move(tiles->first);
}

RankSamples DrawBuffers::strip_ranks(const Scene& scene, SeenWires wires) {
  if (device_) show(scene);
  if (device_) return {ranks_.name(), 0, 0};
  RankSamples samples;
  while ((wires.last - wires.first) >> samples.wires_log2 >= kMostSamples) ++samples.wires_log2;
  samples.first = wires.first >> samples.wires_log2 << samples.wires_log2;
  const std::uint32_t count = ((wires.last - samples.first) >> samples.wires_log2) + 1;
  if (!strip_) strip_ = make_buffer(std::uint64_t{2} * kMostSamples * 4, nullptr);
  samples.buffer = strip_.name();
  if (samples == sampled_ && count <= samples_ && sampled_cursor_ == scene.cursor) return samples;
  sampled_ = samples;
  samples_ = count;
  sampled_cursor_ = scene.cursor;
  const std::uint32_t last = recording_->network.wires() - 1;
  make_buffer_words(strip_.name(), 0, count, [&](std::uint64_t at, std::span<std::uint32_t> ranks) {
    for (std::uint32_t& rank : ranks) {
      const Wire wire = sample_wire(samples, static_cast<std::uint32_t>(at++));
      rank = rank_on_wire(*recording_, scene, std::min(wire, last));
    }
  });
  return samples;
}

void DrawBuffers::show(const Scene& scene) {
  if (!ranks_) ranks_ = make_buffer(rank_bytes(), nullptr);
  if (shown_ && shown_cursor_ == scene.cursor) return;
  shown_ = true;
  shown_cursor_ = scene.cursor;
  if (device_) {
    // Where the way is long, what the CPU has is copied sooner.
    const std::uint64_t copy_ns = std::max(kLeastCopyNs, scene.places.size() * kCopyNsAWire);
    const Status status = device_->seek_ns(scene.cursor) > copy_ns
                              ? device_->take(scene.cursor, scene.places)
                              : device_->seek(scene.cursor);
    if (status) return;
    note_ = "copied: " + status.error().message;
    device_.reset();
  }
  make_buffer_words(ranks_.name(), 0, scene.places.size(),
                    [&](std::uint64_t wire, std::span<std::uint32_t> ranks) {
                      for (std::uint32_t& rank : ranks) {
                        rank = rank_on_wire(*recording_, scene, static_cast<Wire>(wire++));
                      }
                    });
}

}  // namespace sortscope
