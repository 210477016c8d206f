// lab_desk.h: the benchmark lab behind the window: what is to be measured, what runs, what is
// shown.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "app/engines/lab_backends.h"
#include "app/state/parts/sample_gate.h"
#include "core/lab/lab.h"
#include "core/own_kernels/timing/lab.h"

namespace sortscope {

class Background;
class DrawnRun;
class Notices;
class Panes;
class Session;
struct NextRun;

/// The parts that measuring works with: what is drawn of a run, and where runs are recorded next,
/// for the case that the GPU is lost.
struct LabParts {
  Session& session;
  Panes& panes;
  Background& background;
  Notices& notices;
  DrawnRun& drawn;
  NextRun& next;
};

/// What a person gives the lab beside its own sorts.
struct LabGiven {
  std::optional<OwnVersions> kernel;             // compiled and run: only on the person's word
  std::shared_ptr<const ListedNetwork> network;  // run by our CPU engine; null: none
};

/// What the lab is doing, for the line that tells it.
struct LabNow {
  LabCase what;           // being measured, or the last that was
  double left_s = 0;      // expected
  std::size_t cases = 0;  // of the request
  std::size_t done = 0;   // measured, skipped or failed
  double fraction = 0;    // of the expected time
  bool paused = false;
  bool stopping = false;
};

/// One measurement at a time, on a thread of its own; results grow while they are shown. All
/// members are called on the main thread.
class LabDesk {
 public:
  explicit LabDesk(const LabParts& parts);
  ~LabDesk();
  LabDesk(const LabDesk&) = delete;
  LabDesk& operator=(const LabDesk&) = delete;

  /// Starts measuring `request`, the one shown going on where `go_on`. Errors: kWorkFailed (other
  /// work runs), kBadUsage (nothing to measure).
  Status start(bool go_on);
  /// Measures `wanted`, which may name what is given. Errors: as start().
  Status start(const LabRequest& wanted, LabGiven given);
  /// What runs now ends after its sample.
  void cancel();
  void pause(bool on);
  /// More samples of every case: of what runs, or else of what is shown, which then runs again.
  Status extend(std::uint32_t more);
  [[nodiscard]] bool running() const { return control_ != nullptr; }
  [[nodiscard]] LabNow now() const;
  /// Null where nothing runs.
  [[nodiscard]] SampleGate* gate() { return running() ? &gate_ : nullptr; }

  /// Shows a result that was read, or none.
  void show(std::shared_ptr<const LabResult> result);
  /// Measured so far, or read; null: none.
  [[nodiscard]] std::shared_ptr<const LabResult> shown() const;
  /// Compares what is shown, also while it grows, with an earlier result; null: with nothing.
  void compare(std::shared_ptr<const LabResult> before);
  /// Once a frame: hands on what the person does to the work, how far it is to the person, and
  /// what was measured to the views.
  void attend();
  /// Where results are kept: lab_results_folder(), "" in tests and scripts, which keep none.
  std::string folder;

  LabRequest request;  // the next one, as the dialog shows it
  std::string sizes_text;

 private:
  Status start(const LabRequest& wanted, LabGiven given, const std::shared_ptr<LabResult>& from);
  void finish(const Status& status);

  LabParts parts_;
  std::shared_ptr<LabBackends> backends_;  // of what runs or ran last
  std::shared_ptr<LabControl> control_;    // of what runs
  SampleGate gate_;
  std::shared_ptr<const LabResult> before_;
  std::shared_ptr<const LabResult> compared_;  // what the comparison on the screen is of
  bool compare_again_ = false;
  mutable std::mutex mutex_;  // of the members below
  std::shared_ptr<const LabResult> result_;
  LabCase now_;
};

/// Cases that `request` has.
std::size_t lab_case_count(const LabRequest& request);

/// The preset that the lab starts with here: on a machine without a GPU one that needs none.
LabRequest first_lab_request(bool has_gpu);

}  // namespace sortscope
