// draw_buffers.cpp: fills the shaders' buffers by CUDA where it can, else by upload.
#include "app/painters/draw_buffers.h"

#include <fmt/format.h>
#include <glad/gl.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "app/surface/surface.h"
#include "core/base/parse_number.h"
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

// What a shader buffer may hold; SORTSCOPE_BUFFER_KIB plants less.
std::uint64_t shader_buffer_bytes() {
  GLint64 limit = 0;
  glGetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &limit);
  const char* const planted = std::getenv("SORTSCOPE_BUFFER_KIB");
  const auto kib = planted != nullptr ? parse_whole(planted, 1U << 30) : std::nullopt;
  const auto bytes = static_cast<std::uint64_t>(limit);
  return kib ? std::min(bytes, *kib * 1024) : bytes;
}

// A page of bits, where one buffer does not hold all.
constexpr std::uint64_t kPageBytes = std::uint64_t{128} << 20;

// No shader knows where its comparators are.
bool drawn_by_layout(const Network& network) { return !network.closed_form(); }

}  // namespace

DrawBuffers::DrawBuffers(std::shared_ptr<const Recording> shown,
                         std::span<const std::uint32_t> ranks_by_place, const PaddingMap& padding,
                         bool try_device)
    : recording_(std::move(shown)) {
  const Recording& recording = *recording_;
  const std::uint64_t limit = shader_buffer_bytes();
  const std::uint64_t bit_bytes = recording.network.bit_words() * 4;
  // Comparators of AKS networks and lists are drawn from the recording itself.
  if (!drawn_by_layout(recording.network)) divide_bits(limit);
  bits_available_ = !pages_.empty();
  const bool one_buffer = pages_.size() == 1;
  const std::uint64_t rank_bytes = std::uint64_t{recording.network.wires()} * 4;
  ranks_ = make_buffer(rank_bytes, nullptr);
  padding_ = make_buffer(padding.bits.size() * 4, padding.bits.data());
  const std::span<const std::uint32_t> lower_wires = recording.network.lower_wires();
  lower_wires_available_ = !lower_wires.empty() && lower_wires.size_bytes() <= limit;
  lower_wires_ =
      make_buffer(lower_wires_available_ ? lower_wires.size_bytes() : 0, lower_wires.data());
  const bool adaptive = recording.network.adaptive();
  if (try_device && one_buffer && !gl_is_software() && replayed_on_device(recording.network)) {
    GlBuffer& bits = pages_[0].buffer;
    bits = make_buffer(bit_bytes, nullptr);
    auto device = make_device_replay(recording, ranks_by_place, bits.name(), ranks_.name());
    if (device) {
      device_ = std::move(device.value());
      note_ = "zero-copy";
      return;
    }
    note_ = "copied: " + device.error().message;
    bits.reset();
  } else if (!cuda_status().available) {
    note_ = gl_is_software() ? "drawn by OpenGL in software" : "drawn by OpenGL";
  } else if (gl_is_software()) {
    note_ = "copied: OpenGL draws in software";
  } else if (adaptive || drawn_by_layout(recording.network)) {
    note_ = fmt::format("copied: {} replayed on the CPU",
                        family_of(*recording.algorithm).what_is_replayed);
  } else {
    note_ = one_buffer ? "copied: there are no comparators to replay on the GPU"
                       : "copied: the outcome bits exceed one OpenGL buffer";
  }
  // Replayed on the CPU: what the engine left on the device is no use.
  if (recording.timing.device_bits != nullptr) recording.timing.device_bits->release();
}

void DrawBuffers::divide_bits(std::uint64_t most_bytes) {
  const Network& network = recording_->network;
  const bool whole = network.bit_words() * 4 <= most_bytes;
  const std::uint64_t most_words = (whole ? most_bytes : std::min(most_bytes, kPageBytes)) / 4;
  pages_.emplace_back();
  for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
    const std::uint64_t end = network.first_word(layer + 1);
    if (end - pages_.back().first_word > most_words) {
      if (layer > pages_.back().first_layer) pages_.emplace_back();
      pages_.back().first_layer = layer;
      pages_.back().first_word = network.first_word(layer);
    }
    pages_.back().end_word = end;
    if (end - pages_.back().first_word > most_words) {
      pages_.clear();
      return;
    }
  }
}

std::uint32_t DrawBuffers::page_of(std::uint32_t layer) const {
  const auto after = std::upper_bound(
      pages_.begin(), pages_.end(), layer,
      [](std::uint32_t value, const BitPage& page) { return value < page.first_layer; });
  return after == pages_.begin() ? 0 : static_cast<std::uint32_t>(after - pages_.begin() - 1);
}

unsigned DrawBuffers::bits(std::uint32_t page) {
  if (page >= pages_.size()) return 0;
  BitPage& wanted = pages_[page];
  wanted.used = ++uses_;
  if (wanted.buffer) return wanted.buffer.name();
  std::uint32_t there = 0;
  BitPage* oldest = nullptr;
  for (BitPage& other : pages_) {
    if (!other.buffer) continue;
    ++there;
    if (oldest == nullptr || other.used < oldest->used) oldest = &other;
  }
  if (there >= kMostPages) oldest->buffer.reset();
  wanted.buffer = make_buffer((wanted.end_word - wanted.first_word) * 4,
                              recording_->bits.data() + wanted.first_word);
  return wanted.buffer.name();
}

std::string_view DrawBuffers::label() const {
  if (zero_copy()) return "zero-copy";
  if (cuda_status().available) return "copied";
  return gl_is_software() ? "software OpenGL" : "OpenGL";
}

std::optional<std::uint32_t> DrawBuffers::first_tile(unsigned level) const {
  return level < first_tiles_.size() ? std::optional(first_tiles_[level]) : std::nullopt;
}

void DrawBuffers::keep_tiles(const ExchangeMap& map) {
  std::vector<std::uint32_t> words;
  for (unsigned level = 0; level < map.levels(); ++level) {
    first_tiles_.push_back(static_cast<std::uint32_t>(words.size()));
    const std::uint64_t wires = std::uint64_t{1} << map.wires_log2(level);
    for (const TileCount& tile : map.tiles(level)) {
      const std::uint64_t share =
          tile.compared > 0 ? std::uint64_t{tile.exchanged} * 65535 / tile.compared : 0;
      // One comparison is seen in the largest tile.
      const std::uint64_t compared = (std::uint64_t{tile.compared} * 65535 + wires - 1) / wires;
      words.push_back(
          static_cast<std::uint32_t>(std::min<std::uint64_t>(compared, 65535) << 16 | share));
    }
  }
  tiles_ = make_buffer(words.size() * 4, words.data());
}

void DrawBuffers::show(const Scene& scene) {
  if (scene.exchanges != nullptr && first_tiles_.empty()) keep_tiles(*scene.exchanges);
  if (shown_ && shown_cursor_ == scene.cursor) return;
  shown_ = true;
  shown_cursor_ = scene.cursor;
  if (device_) {
    const Status status = device_->seek(scene.cursor);
    if (status) return;
    note_ = "copied: " + status.error().message;
    device_.reset();
  }
  std::vector<std::uint32_t> ranks(scene.places.size());
  for (std::size_t wire = 0; wire < ranks.size(); ++wire) {
    const std::uint32_t place = scene.places[wire];
    ranks[wire] = recording_->is_padding(place) ? std::numeric_limits<std::uint32_t>::max()
                                                : scene.ranks[place];
  }
  glNamedBufferSubData(ranks_.name(), 0, static_cast<GLsizeiptr>(ranks.size() * 4), ranks.data());
}

}  // namespace sortscope
