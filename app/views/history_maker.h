// history_maker.h: makes what a pane of the history shows beside the window.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/views/network/history.h"

namespace sortscope {

/// A raster and its pixels; columns that are still to come are clear.
struct MadeRaster {
  HistoryRaster raster;
  std::vector<std::uint8_t> pixels;
  bool complete = false;
};

/// One thread at a time, which ends early where something else is asked for: what it made until
/// then stays in the RankHistory. Called on the thread of the window.
class HistoryMaker {
 public:
  explicit HistoryMaker(std::shared_ptr<RankHistory> history);
  ~HistoryMaker();
  HistoryMaker(const HistoryMaker&) = delete;
  HistoryMaker& operator=(const HistoryMaker&) = delete;

  /// Has `raster` made, unless it is on its way.
  void ask(const HistoryRaster& raster);
  /// The latest of what was asked for last, each once; while it is made, ever more of it.
  std::optional<MadeRaster> take();
  /// There is something to take(), or will be.
  [[nodiscard]] bool works() const;
  /// The same at once, here.
  [[nodiscard]] static MadeRaster make_now(RankHistory& history, const HistoryRaster& raster);

 private:
  struct Job;
  void start(const HistoryRaster& raster);
  [[nodiscard]] bool runs() const;

  const std::shared_ptr<RankHistory> history_;
  std::shared_ptr<HistoryWalk> walk_;  // of the job
  std::unique_ptr<Job> job_;
  std::optional<HistoryRaster> next_;
};

}  // namespace sortscope
