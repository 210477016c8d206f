// drawn_run.h: what the GPU holds of the run that is shown.
#pragma once

#include <memory>

#include "app/painters/draw_buffers.h"

namespace sortscope {

class NetworkPainter;

class DrawnRun {
 public:
  std::unique_ptr<DrawBuffers> buffers;     // null: nothing is drawn by shaders
  std::shared_ptr<NetworkPainter> network;  // of all panes: it compiles once; null before a run
  bool trace_live = false;                  // the pass strip's sort is repeated on the GPU

  /// Makes the buffers of `recording`.
  void show(std::shared_ptr<const Recording> recording, std::span<const std::uint32_t> ranks,
            const PaddingMap& padding);
  /// Makes one more of what frames of such a run, or of a usual one where there is none yet, would
  /// wait for. False: nothing is left. Needs the context of the frames.
  bool make_ready();
  /// The GPU is lost to CUDA: `recording`, the one shown (null: none), and what follows are drawn
  /// without it.
  void drop_gpu(std::shared_ptr<const Recording> recording, std::span<const std::uint32_t> ranks,
                const PaddingMap& padding);

 private:
  bool gpu_lost_ = false;
  bool trees_ = false;   // the run is one of trees
  bool padded_ = false;  // it is padded
};

}  // namespace sortscope
