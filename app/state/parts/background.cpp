// background.cpp: a thread for each piece of work.
#include "app/state/parts/background.h"

#include <fmt/format.h>

#include <chrono>
#include <new>
#include <stdexcept>
#include <system_error>
#include <thread>

#include "app/state/parts/by_type.h"
#include "app/state/parts/give_way.h"
#include "app/state/parts/notices.h"
#include "core/base/machine.h"
#include "core/base/number_text.h"

namespace sortscope {

namespace {

// What memory does not suffice for is said as any other failure. Asked once all that the work took
// is free again.
std::function<void(App&)> out_of_memory(const std::string& title) {
  return [title, free = free_memory_bytes()](App& app) {
    part_of<Notices>(app).fail(
        {ErrorCode::kOutOfMemory,
         fmt::format("'{}' needs more memory than the {} that are free.", title, bytes_text(free)),
         "Take fewer keys, or close other programs."});
  };
}

// A thread that is not given in the middle of the work, as a rule.
std::function<void(App&)> refused(const std::string& title, const std::system_error& error) {
  return [title, why = error.code().message()](App& app) {
    part_of<Notices>(app).fail(
        {ErrorCode::kWorkFailed, fmt::format("'{}' cannot go on: {}.", title, why),
         "Close other programs, or raise the limits of memory and processes."});
  };
}

}  // namespace

/// A job of look_on().
struct Background::Further {
  std::function<std::function<void(App&)>(Progress&)> job;
  LineSource source;
  int frames_before = kSoonFrames;  // what there is, is drawn first, and all of it
  Progress progress;
  std::future<std::function<void(App&)>> result;  // invalid: to come
};

Background::Background(const FrameClock& clock, LineSource& source)
    : clock_(clock), source_(source) {}
Background::~Background() { stop(); }

void Background::stop() {
  if (further_) further_->progress.cancel = true;
  if (work) {
    work->progress.cancel = true;
    work->result.wait();
  }
  further_.reset();
}

void Background::look_on(std::function<std::function<void(App&)>(Progress&)> job, int frames) {
  if (further_) further_->progress.cancel = true;
  further_ = std::make_unique<Further>();
  further_->job = std::move(job);
  further_->source = source_;
  further_->frames_before = frames;
}

void Background::start_further() {
  try {
    further_->result =
        std::async(std::launch::async | std::launch::deferred,
                   [&progress = further_->progress, job = std::move(further_->job),
                    window = std::this_thread::get_id()]() -> std::function<void(App&)> {
                     if (std::this_thread::get_id() != window) give_way();
                     try {
                       return job(progress);
                     } catch (const std::exception&) {
                       return {};  // nobody asked for it
                     }
                   });
  } catch (const std::system_error&) {
    further_.reset();
  }
}

void Background::collect_further(App& app) {
  if (!further_) return;
  if (!further_->result.valid()) {
    if (further_->frames_before-- <= 0) start_further();
    return;
  }
  if (further_->result.wait_for(std::chrono::seconds(0)) == std::future_status::timeout) return;
  const auto finished = std::move(further_);
  const auto act = finished->result.get();
  const SourceScope scope(source_, finished->source);
  if (act) act(app);
}

Status Background::start(std::string title,
                         std::function<std::function<void(App&)>(Progress&)> job) {
  if (work) {
    return Error{ErrorCode::kWorkFailed, "'" + work->title + "' is still running.",
                 "Wait for it or cancel it."};
  }
  auto begun = std::make_unique<BackgroundWork>();
  begun->title = std::move(title);
  begun->started_s = clock_.time_s;
  begun->source = source_;
  Progress& progress = begun->progress;
  try {
    begun->result = std::async(
        std::launch::async,
        [&progress, name = begun->title, job = std::move(job)]() -> std::function<void(App&)> {
          try {
            return job(progress);
          } catch (const std::bad_alloc&) {
            return out_of_memory(name);
          } catch (const std::length_error&) {  // a vector of more than there can be
            return out_of_memory(name);
          } catch (const std::system_error& error) {
            return refused(name, error);
          }
        });
  } catch (const std::system_error& error) {
    return Error{ErrorCode::kWorkFailed,
                 fmt::format("'{}' cannot begin: no thread is given for it ({}).", begun->title,
                             error.code().message()),
                 "Close other programs, or raise the limits of memory and processes."};
  }
  work = std::move(begun);
  ++works_begun;
  return {};
}

void Background::collect(App& app) {
  collect_further(app);
  if (!work || work->result.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return;
  const auto finished = std::move(work);
  const auto act = finished->result.get();
  const SourceScope scope(source_, finished->source);
  if (act) act(app);
}

bool Background::rest(App& app) {
  if (!further_) return false;
  further_->frames_before = 0;
  collect_further(app);
  return !further_;
}

void Background::wait(App& app) {
  while (work) {
    work->result.wait();
    collect(app);
  }
  while (further_) {
    further_->frames_before = 0;
    if (further_->result.valid()) further_->result.wait();
    collect_further(app);
  }
}

}  // namespace sortscope
