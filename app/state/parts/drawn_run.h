// drawn_run.h: what the GPU holds of the run that is shown.
#pragma once

#include <cstdint>
#include <memory>

#include "app/painters/draw_buffers.h"
#include "app/painters/network_frame.h"

namespace sortscope {

struct Algorithm;
class NetworkPainter;

class DrawnRun {
 public:
  std::unique_ptr<DrawBuffers> buffers;     // null: nothing is drawn by shaders
  std::shared_ptr<NetworkPainter> network;  // of all panes: it compiles once; null before a run
  bool trace_live = false;                  // the pass strip's sort is repeated on the GPU

  /// Makes the buffers of `recording`. `start`: what its replay on the GPU begins with; `tiles`:
  /// its map of exchanges (null: made here, which takes longer than a frame for a large run).
  void show(std::shared_ptr<const Recording> recording, std::span<const std::uint32_t> ranks,
            const PaddingMap& padding, std::shared_ptr<ReplayStart> start = nullptr,
            std::unique_ptr<TileWords> tiles = nullptr);
  /// Work number `work` (Background::works_begun) records `n` keys by `algorithm`, to be shown.
  void expect(std::uint64_t work, const Algorithm& algorithm, std::uint32_t n);
  /// Makes one more of what frames would wait for: of the run that is to come while `work` goes on
  /// (0: none does), where that is known, else of the one that is shown, or of a usual one where
  /// there is none yet. False: nothing is left. Needs the context of the frames.
  bool make_ready(std::uint64_t work = 0);
  /// What rows of the run that is shown there are to draw.
  [[nodiscard]] const DrawnRows& rows() const { return shown_; }
  /// The GPU is lost to CUDA: `recording`, the one shown (null: none), and what follows are drawn
  /// without it.
  void drop_gpu(std::shared_ptr<const Recording> recording, std::span<const std::uint32_t> ranks,
                const PaddingMap& padding);

 private:
  bool gpu_lost_ = false;
  // Before there is one: those of a usual run, whose keys are a power of two.
  DrawnRows shown_{.trees = false, .padded = false, .mirrored = false, .in_blocks = false};
  DrawnRows expected_;
  std::uint64_t expected_of_ = 0;  // work
};

}  // namespace sortscope
