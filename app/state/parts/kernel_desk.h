// kernel_desk.h: a CUDA file of the person's own in the window: which one, whether it may run,
// whether it was saved again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/recordings/request.h"
#include "core/words/own_kernel.h"

namespace sortscope {

/// What is to be compiled and run.
struct KernelChoice {
  std::string path;                // absolute
  std::optional<std::uint32_t> n;  // keys; none: as many as are shown
};

/// The file as it was when it ran.
struct KernelVersion {
  std::string text;
  bool timed = false;
};

/// Versions that are kept: the last ones, and one that was timed.
inline constexpr std::size_t kMostKernelVersions = 8;

/// A person says once for each file that it may be compiled and run in this window; nothing else
/// says it. On the main thread.
class KernelDesk {
 public:
  /// The file is to be run: now, where the person has agreed to it before, else it waits for that.
  /// True: now.
  bool ask(KernelChoice choice);
  /// What waits for the person's word.
  [[nodiscard]] const std::optional<KernelChoice>& waiting() const { return waiting_; }
  /// The person agrees to what waits: it is the file from now on.
  void allow();
  /// It shall not run.
  void refuse() { waiting_.reset(); }
  [[nodiscard]] bool allowed(const std::string& path) const { return allowed_.contains(path); }

  /// The file that is shown and watched, "" for none.
  [[nodiscard]] const KernelChoice& file() const { return file_; }
  /// The file has been saved since it was looked at last. Looks a few times a second, at
  /// `now_s`; the first look after note_run() tells nothing.
  [[nodiscard]] bool saved_again(double now_s);
  /// The file is read now: what is saved from here on is new.
  void note_run();

  /// The function of the file that sorts; "" for the one that looks like it.
  [[nodiscard]] const std::string& entry() const { return entry_; }
  void set_entry(std::string name) { entry_ = std::move(name); }

  /// The file ran with this text: a version of its own where it differs from the last one.
  void note_version(std::string text);
  /// The version with this text was timed.
  void note_timed(const std::string& text);
  /// Versions of the file, the oldest first.
  [[nodiscard]] const std::vector<KernelVersion>& versions() const { return versions_; }
  /// What `text` is to be compared with: the version that was timed last, else the one that ran
  /// before; null: there is no other.
  [[nodiscard]] const KernelVersion* before(const std::string& text) const;

  std::string against;              // id of the algorithm that it should be; "" for whichever it is
  std::shared_ptr<OwnText> newest;  // of the file that ran last; null: none has
  bool working = false;             // its run goes on
  std::optional<KernelTask> task;   // of a lesson; none: it asks for nothing
  bool run_again = false;           // it was saved while work went on
  /// What the file sorted last, and sorts again; none: it has not run yet.
  std::optional<RunRequest> request;

 private:
  std::optional<KernelChoice> waiting_;
  KernelChoice file_;
  std::string entry_;
  std::set<std::string> allowed_;
  std::vector<KernelVersion> versions_;
  std::int64_t written_ = 0;  // time of the file that ran; 0: unknown
  double looked_s_ = -1;
};

}  // namespace sortscope
