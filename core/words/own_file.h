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

struct OwnKernel {
  KernelReport report;
  std::vector<std::string> lines;           // of the file, without their ends; tabs are blanks
  std::shared_ptr<const OwnKernel> before;  // as it was when it last ran; null: this is it
};

/// The file whose comparators the scene's run has; null where the run is another. O(1).
const OwnKernel* own_kernel(const Scene& scene);
/// Where comparator `id` of that run was compared; null where it is not known. O(1).
const ComparatorOrigin* origin_of(const OwnKernel& kernel, ComparatorId id);
/// Comparator that a picture of the file's lines is about: the one under the pointer or chosen,
/// else the first of the running or next step that exchanges, else the first; nothing at the end.
/// O(comparators of a layer).
const ComparatorOrigin* running_origin(const Scene& scene);
/// Index of the launch that made `layer`, in KernelReport::launches; the number of launches where
/// none did. O(launches).
std::size_t launch_of(const OwnKernel& kernel, std::uint32_t layer);
/// Lines of a file as a picture shows them.
std::vector<std::string> shown_lines(std::string_view text);

}  // namespace sortscope
