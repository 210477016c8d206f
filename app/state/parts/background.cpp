// background.cpp: a thread for each piece of work.
#include "app/state/parts/background.h"

#include <chrono>

namespace sortscope {

Status Background::start(std::string title,
                         std::function<std::function<void(App&)>(Progress&)> job) {
  if (work) {
    return Error{ErrorCode::kWorkFailed, "'" + work->title + "' is still running.",
                 "Wait for it or cancel it."};
  }
  work = std::make_unique<BackgroundWork>();
  work->title = std::move(title);
  work->started_s = clock_.time_s;
  work->source = source_;
  Progress& progress = work->progress;
  work->result =
      std::async(std::launch::async, [&progress, job = std::move(job)] { return job(progress); });
  return {};
}

void Background::collect(App& app) {
  if (!work || work->result.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return;
  const auto finished = std::move(work);
  const auto act = finished->result.get();
  const SourceScope scope(source_, finished->source);
  if (act) act(app);
}

void Background::wait(App& app) {
  while (work) {
    work->result.wait();
    collect(app);
  }
}

}  // namespace sortscope
