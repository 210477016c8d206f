// history_maker.cpp: a thread for what is in sight, until something else is.
#include "app/views/history_maker.h"

#include <atomic>
#include <chrono>
#include <future>
#include <mutex>
#include <new>
#include <system_error>
#include <utility>

#include "app/state/parts/give_way.h"

namespace sortscope {

namespace {

// How often a picture that grows is handed out.
constexpr std::chrono::milliseconds kGrows{100};

}  // namespace

struct HistoryMaker::Job {
  HistoryRaster raster;
  std::atomic<bool> stopped{false};
  std::mutex mutex;
  std::optional<MadeRaster> made;
  std::future<void> done;

  void hand_out(const RankHistory& history, bool complete) {
    MadeRaster latest{raster, pixels_of(history, raster), complete};
    const std::lock_guard lock(mutex);
    made = std::move(latest);
  }
};

HistoryMaker::HistoryMaker(std::shared_ptr<RankHistory> history) : history_(std::move(history)) {}

HistoryMaker::~HistoryMaker() {
  if (!job_) return;
  job_->stopped = true;
  walk_->end();
}

void HistoryMaker::ask(const HistoryRaster& raster) {
  if (job_ && job_->raster == raster && !job_->stopped) {
    next_.reset();
    return;
  }
  next_ = raster;
  if (job_) {
    job_->stopped = true;
    if (runs()) return;
  }
  start(*std::exchange(next_, std::nullopt));
}

void HistoryMaker::start(const HistoryRaster& raster) {
  job_ = std::make_unique<Job>();
  job_->raster = raster;
  if (walk_ == nullptr) walk_ = std::make_shared<HistoryWalk>(history_->recording());
  try {
    job_->done = std::async(std::launch::async, [&job = *job_, history = history_, walk = walk_] {
      give_way();
      auto handed_out = std::chrono::steady_clock::now();
      const auto goes_on = [&] {
        const auto now = std::chrono::steady_clock::now();
        if (now - handed_out > kGrows && !job.stopped) {
          job.hand_out(*history, false);
          handed_out = now;
        }
        return !job.stopped.load();
      };
      try {
        if (history->make(job.raster.sight, *walk, goes_on)) job.hand_out(*history, true);
      } catch (const std::bad_alloc&) {
        // What there is stays.
      }
    });
  } catch (const std::system_error&) {
    job_.reset();
  }
}

bool HistoryMaker::works() const {
  if (runs() || next_) return true;
  if (!job_ || job_->stopped) return false;
  const std::lock_guard lock(job_->mutex);
  return job_->made.has_value();
}

bool HistoryMaker::runs() const {
  return job_ && job_->done.valid() &&
         job_->done.wait_for(std::chrono::seconds(0)) != std::future_status::ready;
}

std::optional<MadeRaster> HistoryMaker::take() {
  if (!job_) return {};
  const bool over = !runs();
  std::optional<MadeRaster> made;
  if (!job_->stopped) {
    const std::lock_guard lock(job_->mutex);
    made = std::exchange(job_->made, std::nullopt);
  }
  if (over && next_) start(*std::exchange(next_, std::nullopt));
  return made;
}

MadeRaster HistoryMaker::make_now(RankHistory& history, const HistoryRaster& raster) {
  const bool complete = history.make_now(raster.sight);
  return {raster, pixels_of(history, raster), complete};
}

}  // namespace sortscope
