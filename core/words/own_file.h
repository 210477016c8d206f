// own_file.h: a person's own CUDA file as it ran last, for the pictures of the run that it made.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/own_kernels/report.h"
#include "core/scenes/layout.h"

namespace sortscope {

/// The file as it ran last, of all its versions that are kept.
struct OwnText {
  std::string path;
  std::vector<std::string> lines;
};

struct OwnKernel {
  std::shared_ptr<const KernelReport> held;  // never null
  std::string timing_lack;                   // why it cannot be timed here, a sentence; "": it can
  std::vector<std::string> lines;            // of the file, without their ends; tabs are blanks
  std::shared_ptr<const OwnKernel> before;   // as it was when it last ran; null: this is it
  std::shared_ptr<const OwnText> newest;     // null: this is it
  std::uint32_t looked_at =
      0;  // line that the person went to, as long as the cursor stays; 0: none
  Cursor looked_from;
  std::string task;  // what a lesson says of it; "": nothing

  [[nodiscard]] const KernelReport& report() const { return *held; }
};

/// The file has been changed since, and ran again. O(its text).
bool is_earlier(const OwnKernel& kernel);
/// What is shown is the version that ran last; the file as it is now gave no network. O(1).
bool shows_version_before(const Measured& measured, const Recording& recording);
/// The line of the compiler's first error, from 1; 0: there is none.
std::uint32_t first_error_line(const KernelReport& report);
/// The file whose comparators the scene's run has; null where the run is another. O(1).
const OwnKernel* own_kernel(const Scene& scene);
/// The recording runs the comparators of the file as it ran last. O(1).
bool shows_own_kernel(const Measured& measured, const Recording& recording);
/// Where comparator `id` of that run was compared; null where it is not known. O(1).
const ComparatorOrigin* origin_of(const OwnKernel& kernel, ComparatorId id);
/// Comparator that a picture of the file's lines is about: the one under the pointer or chosen,
/// else the first of the running or next step that exchanges, else the first; nothing at the end.
/// O(comparators of a layer).
const ComparatorOrigin* running_origin(const Scene& scene);
/// The line to mark: the one that the person went to, else that of running_origin(); 0: none.
std::uint32_t running_line(const Scene& scene);
/// Index of the launch that made `layer`, in KernelReport::launches; the number of launches where
/// none did. O(launches).
std::size_t launch_of(const OwnKernel& kernel, std::uint32_t layer);
/// Lines of a file as a picture shows them.
std::vector<std::string> shown_lines(std::string_view text);

}  // namespace sortscope
