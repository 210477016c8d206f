// lab_desk.cpp: measuring in the background, and what becomes of it.
#include "app/state/lab_desk.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/state/next_run.h"
#include "app/state/panes.h"
#include "app/state/parts/background.h"
#include "app/state/parts/drawn_run.h"
#include "app/state/parts/notices.h"
#include "app/state/session.h"
#include "app/surface/revision.h"
#include "core/base/progress.h"
#include "core/lab/files.h"
#include "core/lab/limits.h"
#include "core/lab/presets.h"
#include "core/lab/sort_thread.h"
#include "core/lab/text.h"
#include "core/views/plots/lab.h"
#include "kernels/cuda_engine.h"

namespace sortscope {

std::size_t lab_case_count(const LabRequest& request) { return lab_cases(request).size(); }

LabRequest first_lab_request(bool has_gpu) {
  const auto preset = find_lab_preset(has_gpu ? "peers" : "quick");
  LabRequest request = preset ? (*preset)->request() : LabRequest{};
  request.preset = preset ? std::string((*preset)->id) : "";
  return request;
}

LabDesk::LabDesk(const LabParts& parts)
    : request(first_lab_request(cuda_status().available)), parts_(parts) {}

LabDesk::~LabDesk() = default;

std::shared_ptr<const LabResult> LabDesk::shown() const {
  const std::lock_guard lock(mutex_);
  return result_;
}

void LabDesk::show(std::shared_ptr<const LabResult> result) {
  const std::lock_guard lock(mutex_);
  result_ = std::move(result);
}

void LabDesk::cancel() {
  if (control_) control_->progress.cancel = true;
}

void LabDesk::pause(bool on) {
  if (control_) control_->paused = on;
}

LabNow LabDesk::now() const {
  LabNow now;
  if (!control_) return now;
  now.left_s = control_->left_s;
  now.fraction = control_->progress.fraction();
  now.paused = control_->paused;
  now.stopping = control_->progress.cancelled();
  const std::lock_guard lock(mutex_);
  now.what = now_;
  if (result_) {
    now.cases = lab_case_count(result_->request);
    now.done = static_cast<std::size_t>(
        std::count_if(result_->cells.begin(), result_->cells.end(), [&](const LabCell& cell) {
          return cell.state != LabState::kWaiting &&
                 (cell.state != LabState::kMeasured ||
                  cell.samples.size() >= result_->request.repetitions);
        }));
    now.done = std::min(now.done, now.cases);
  }
  return now;
}

Status LabDesk::start(bool go_on) {
  const auto result = shown();
  if (!go_on || !result) return start(request, {});
  return start(result->request, {}, std::make_shared<LabResult>(*result));
}

Status LabDesk::start(const LabRequest& wanted, LabGiven given) {
  return start(wanted, std::move(given), std::make_shared<LabResult>());
}

Status LabDesk::start(const LabRequest& wanted, LabGiven given,
                      const std::shared_ptr<LabResult>& from) {
  const std::size_t cases = lab_case_count(wanted);
  if (cases == 0) {
    return Error{ErrorCode::kBadUsage, "there is nothing to measure.",
                 "Choose at least one algorithm, size, key type and input."};
  }
  if (Status status = check_lab_cases(cases); !status) return status;
  if (const std::string note = lab_limit_note(cases, wanted.repetitions); !note.empty()) {
    parts_.notices.notify(note);
  }
  if (sorts_left_behind() > 0) {
    parts_.notices.notify("The sort that was stopped goes on to its end; then this begins.");
  }
  const auto control = std::make_shared<LabControl>();
  control->before_sample = [this](const LabCase& what, double) {
    {
      const std::lock_guard lock(mutex_);
      now_ = what;
    }
    gate_.before_sample();
  };
  control->after_sample = [this] { return gate_.after_sample(); };
  if (from->revision.empty()) from->revision = kRevision;
  const Status started = parts_.background.start(
      "Measuring",
      [this, control, wanted, from,
       given = std::move(given)](Progress&) mutable -> std::function<void(App&)> {
        backends_.reset();
        backends_ =
            std::make_shared<LabBackends>(make_lab_backends(&control->progress, given.network));
        std::vector<LabBackend*> all = backends_->all();
        std::unique_ptr<OwnLab> own;  // its processes end with the measurement
        if (given.kernel) {
          auto made = make_own_lab(std::move(*given.kernel), control->progress);
          if (!made) return [this, status = Status(made.error())](App&) { finish(status); };
          own = std::move(*made);
          all.insert(all.begin(), own.get());
        }
        const Status status =
            run_lab(all, wanted, from.get(), *control,
                    [this](std::shared_ptr<const LabResult> grown) { show(std::move(grown)); });
        Status kept;
        if (const auto result = shown(); result && !folder.empty()) {
          auto path = keep_lab_result(*result, folder);
          if (path) {
            auto named = std::make_shared<LabResult>(*result);
            named->path = *path;
            show(std::move(named));
          } else {
            kept = path.error();
          }
        }
        return [this, status, kept](App&) {
          finish(status);
          if (!kept) parts_.notices.fail(kept.error());
        };
      });
  if (!started) return started;
  control_ = control;
  parts_.background.experiment.reset();
  parts_.session.measured.experiment.reset();
  parts_.session.options.lab_plot.cell = parts_.session.options.lab_plot.sample = -1;
  return parts_.panes.show("plots");
}

Status LabDesk::extend(std::uint32_t more) {
  if (control_) {
    const auto result = shown();
    const std::uint32_t asked = result ? result->request.repetitions : request.repetitions;
    control_->repetitions = std::max(asked, control_->repetitions.load()) + more;
    return {};
  }
  const auto result = shown();
  if (!result) {
    return Error{ErrorCode::kWorkFailed, "nothing was measured that could go on.",
                 "bench-run measures."};
  }
  auto longer = std::make_shared<LabResult>(*result);
  longer->request.repetitions += more;
  longer->request.budget_s = 0;
  show(std::move(longer));
  return start(true);
}

void LabDesk::attend() {
  Measured& measured = parts_.session.measured;
  const auto result = shown();
  if (result) measured.lab = result;
  if (compare_again_ || (before_ && result && compared_ != result)) {
    compare_again_ = false;
    compared_ = result;
    measured.lab_before = before_ && result ? compare_with(before_, *result) : nullptr;
  }
  if (!control_ || !parts_.background.work) return;
  if (parts_.background.work->progress.cancelled()) control_->progress.cancel = true;
  parts_.background.work->progress.total = control_->progress.total.load();
  parts_.background.work->progress.done = control_->progress.done.load();
}

void LabDesk::compare(std::shared_ptr<const LabResult> before) {
  before_ = std::move(before);
  compare_again_ = true;
}

void LabDesk::finish(const Status& status) {
  control_.reset();
  attend();
  const auto result = shown();
  if (backends_ && backends_->gpu && backends_->gpu->lost()) {
    // Nothing more runs on it in this process: what was measured stays, sorts go to the CPU.
    backends_.reset();
    parts_.next.engine_id = "cpu";
    parts_.drawn.drop_gpu(parts_.session.shared_recording(), parts_.session.ranks(),
                          parts_.session.padding());
    parts_.notices.fail(
        {ErrorCode::kWorkFailed,
         fmt::format("{} What was measured is kept; runs are recorded on the CPU now.",
                     result ? result->problem : "The GPU was lost."),
         ""});
    return;
  }
  if (!status) {
    const bool cancelled = status.error().code == ErrorCode::kCancelled;
    const std::string stopped =
        sorts_left_behind() == 0
            ? "The measurement was stopped; what there is stays."
            : "The measurement was stopped; what there is stays. The sort that ran cannot be "
              "stopped: it goes on to its end beside the window.";
    parts_.notices.fail(cancelled ? Error{ErrorCode::kCancelled, stopped, ""} : status.error());
    return;
  }
  std::size_t failed = 0;
  if (result) {
    failed = static_cast<std::size_t>(
        std::count_if(result->cells.begin(), result->cells.end(),
                      [](const LabCell& cell) { return cell.state == LabState::kFailed; }));
  }
  if (failed > 0) {
    parts_.notices.fail({ErrorCode::kWorkFailed,
                         fmt::format("Measured. {} case{} failed: see below the plot.", failed,
                                     failed == 1 ? "" : "s"),
                         ""});
  } else if (result && !result->cells.empty() &&
             std::ranges::all_of(result->cells, [](const LabCell& cell) {
               return cell.state == LabState::kSkipped;
             })) {
    parts_.notices.fail({ErrorCode::kUnavailable, "nothing of this can be measured here.",
                         "Below the plot stands why."});
  } else if (result && !result->path.empty()) {
    parts_.notices.notify(fmt::format("Measured, and kept as {}.", result->path));
  } else {
    parts_.notices.notify("Measured.");
  }
}

}  // namespace sortscope
