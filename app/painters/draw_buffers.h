// draw_buffers.h: GL buffers that hold a recording's bits and the ranks at the cursor for the
// shaders.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/painters/outcome_window.h"
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
  /// Makes the buffers of `shown`. `try_device`: use CUDA interop where it works. Outcomes of runs
  /// that take more than `outcome_bytes` are brought in as they are looked at.
  DrawBuffers(std::shared_ptr<const Recording> shown, std::span<const std::uint32_t> ranks_by_place,
              const PaddingMap& padding, bool try_device,
              std::uint64_t outcome_bytes = OutcomeWindow::most_bytes());
  DrawBuffers(const DrawBuffers&) = delete;
  DrawBuffers& operator=(const DrawBuffers&) = delete;

  /// Makes the ranks buffer show the state at the scene's cursor, and takes its exchange counts;
  /// does nothing where it already does.
  void show(const Scene& scene);

  [[nodiscard]] OutcomeWindow& outcomes() { return outcomes_; }
  [[nodiscard]] unsigned ranks() const { return ranks_.name(); }
  [[nodiscard]] unsigned padding() const { return padding_.name(); }
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

  std::shared_ptr<const Recording> recording_;
  OutcomeWindow outcomes_;
  GlBuffer ranks_;
  GlBuffer padding_;
  GlBuffer tiles_;
  std::vector<std::uint32_t> first_tiles_;  // by level
  bool shown_ = false;
  Cursor shown_cursor_;
  std::unique_ptr<DeviceReplay> device_;  // behind its buffers: it ends first
  std::string note_;
};

}  // namespace sortscope
