// draw_buffers.h: GL buffers that hold a recording's bits and the ranks at the cursor for the
// shaders.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/surface/gl_handles.h"
#include "core/recordings/counts/exchange_map.h"
#include "core/scenes/layout.h"
#include "kernels/device_replay.h"

namespace sortscope {

struct Recording;

/// Filled by CUDA where GL and CUDA share a device (nothing passes through the host), else
/// uploaded.
class DrawBuffers {
 public:
  /// Makes the buffers of `shown`. `try_device`: use CUDA interop where it works.
  DrawBuffers(std::shared_ptr<const Recording> shown, std::span<const std::uint32_t> ranks_by_place,
              const PaddingMap& padding, bool try_device);
  DrawBuffers(const DrawBuffers&) = delete;
  DrawBuffers& operator=(const DrawBuffers&) = delete;

  /// Makes the ranks buffer show the state at the scene's cursor, and takes its exchange counts;
  /// does nothing where it already does.
  void show(const Scene& scene);

  /// Outcome bits beyond one shader buffer are kept in pages of whole layers, some at a time.
  /// The one that has the bits of `layer`.
  [[nodiscard]] std::uint32_t page_of(std::uint32_t layer) const;
  /// First of its words, Network::first_word() of its first layer.
  [[nodiscard]] std::uint64_t first_word(std::uint32_t page) const {
    return pages_[page].first_word;
  }
  /// The buffer with the bits of a page, brought in where it is not there: then the page that was
  /// not drawn for longest may go. O(1), or O(bytes of the page). 0 where OpenGL has no memory.
  unsigned bits(std::uint32_t page);
  /// So many pages are there at once, at most.
  static constexpr std::uint32_t kMostPages = 8;
  [[nodiscard]] unsigned ranks() const { return ranks_.name(); }
  [[nodiscard]] unsigned padding() const { return padding_.name(); }
  /// Network::lower_wires() of an adaptive run.
  [[nodiscard]] unsigned lower_wires() const { return lower_wires_.name(); }
  /// False where the bits of a layer exceed what one shader buffer may hold.
  [[nodiscard]] bool bits_available() const { return bits_available_; }
  /// False in a comparator network, and where the comparisons are too many for one shader buffer.
  [[nodiscard]] bool lower_wires_available() const { return lower_wires_available_; }
  /// Exchange counts, ExchangeMap::tiles() level after level: in the lower half of a word the
  /// share that was exchanged, of 65535, in the upper that of the tile's wires that were compared.
  [[nodiscard]] unsigned tiles() const { return tiles_.name(); }
  /// First word of a level; nothing where there are no counts.
  [[nodiscard]] std::optional<std::uint32_t> first_tile(unsigned level) const;
  [[nodiscard]] bool zero_copy() const { return device_ != nullptr; }
  /// "zero-copy", "copied", or without CUDA "OpenGL" or "software OpenGL", for the status bar.
  [[nodiscard]] std::string_view label() const;
  /// The same with the reason: why drawing copies.
  [[nodiscard]] const std::string& note() const { return note_; }

 private:
  void keep_tiles(const ExchangeMap& map);
  void divide_bits(std::uint64_t most_bytes);

  struct BitPage {
    std::uint32_t first_layer = 0;
    std::uint64_t first_word = 0;
    std::uint64_t end_word = 0;
    GlBuffer buffer;         // made when it is drawn
    std::uint64_t used = 0;  // when it was drawn last
  };

  std::shared_ptr<const Recording> recording_;
  std::vector<BitPage> pages_;
  std::uint64_t uses_ = 0;
  GlBuffer ranks_;
  GlBuffer padding_;
  GlBuffer lower_wires_;
  GlBuffer tiles_;
  std::vector<std::uint32_t> first_tiles_;  // by level
  bool bits_available_ = false;
  bool lower_wires_available_ = false;
  bool shown_ = false;
  Cursor shown_cursor_;
  std::unique_ptr<DeviceReplay> device_;  // behind its buffers: it ends first
  std::string note_;
};

}  // namespace sortscope
