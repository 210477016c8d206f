// draw_buffers.h: GL buffers that hold a recording's bits and the ranks at the cursor for the
// shaders.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/painters/outcome_window.h"
#include "app/surface/gl_handles.h"
#include "core/recordings/counts/tile_words.h"
#include "core/scenes/layout.h"
#include "kernels/device_replay.h"

namespace sortscope {

struct Recording;

/// Ranks in a buffer: word i is that of one of the 2^wires_log2 wires from `first` + i 2^wires_log2
/// on.
struct RankSamples {
  unsigned buffer = 0;
  Wire first = 0;
  unsigned wires_log2 = 0;
  friend bool operator==(const RankSamples&, const RankSamples&) = default;
};

/// Filled by CUDA where GL and CUDA share a device (nothing passes through the host), else
/// uploaded.
class DrawBuffers {
 public:
  /// Makes the buffers of `shown`. `try_device`: use CUDA interop where it works. `start`: what its
  /// replay begins with; made here where it is null. Outcomes of runs that take more than
  /// `outcome_bytes` are brought in as they are looked at.
  DrawBuffers(std::shared_ptr<const Recording> shown, std::span<const std::uint32_t> ranks_by_place,
              const PaddingMap& padding, bool try_device,
              std::shared_ptr<ReplayStart> start = nullptr,
              std::uint64_t outcome_bytes = OutcomeWindow::most_bytes());
  DrawBuffers(const DrawBuffers&) = delete;
  DrawBuffers& operator=(const DrawBuffers&) = delete;

  /// Makes the ranks buffer show the state at the scene's cursor; does nothing where it already
  /// does. O(wires) where CUDA does not.
  void show(const Scene& scene);
  /// The ranks that a strip of keys on these wires shows at the scene's cursor. Few, however many
  /// wires there are: others stand for their neighbours.
  RankSamples strip_ranks(const Scene& scene, SeenWires wires);
  /// Takes the exchange counts of the scene's run; does nothing where it already did.
  void take_tiles(const Scene& scene);
  /// Those counts, packed beside the window: take_tiles() does it where it has none.
  void take_packed(std::unique_ptr<TileWords> tiles) { packed_ = std::move(tiles); }

  [[nodiscard]] OutcomeWindow& outcomes() { return outcomes_; }
  [[nodiscard]] unsigned ranks() const { return ranks_.name(); }
  [[nodiscard]] unsigned padding() const { return padding_.name(); }
  /// Exchange counts: TileWords::words.
  [[nodiscard]] unsigned tiles() const { return tiles_.name(); }
  /// First word of a level; nothing where there are no counts.
  [[nodiscard]] std::optional<std::uint32_t> first_tile(unsigned level) const;
  [[nodiscard]] bool zero_copy() const { return device_ != nullptr; }
  /// "zero-copy", "copied", or without CUDA "OpenGL" or "software OpenGL", for the status bar.
  [[nodiscard]] std::string_view label() const;
  /// The same with the reason: why drawing copies.
  [[nodiscard]] const std::string& note() const { return note_; }

 private:
  [[nodiscard]] std::uint64_t rank_bytes() const;

  std::shared_ptr<const Recording> recording_;
  OutcomeWindow outcomes_;
  GlBuffer ranks_;  // from the first show() on
  GlBuffer strip_;
  RankSamples sampled_;
  std::uint32_t samples_ = 0;
  Cursor sampled_cursor_;
  GlBuffer padding_;
  std::unique_ptr<TileWords> packed_;  // until they are in the buffer
  GlBuffer tiles_;
  std::vector<std::uint32_t> first_tiles_;  // by level
  bool shown_ = false;
  Cursor shown_cursor_;
  std::unique_ptr<DeviceReplay> device_;  // behind its buffers: it ends first
  std::string note_;
};

}  // namespace sortscope
