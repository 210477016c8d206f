// presets.h: requests that are asked for by name, and what others have published for them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/lab/lab.h"

namespace sortscope {

/// A time that a text has.
struct LabPublishedPoint {
  std::uint32_t n;
  double elapsed_ms;
};

/// A series that others measured.
struct LabPublished {
  std::string_view title;    // "GPU-ABiSort"
  std::string_view machine;  // "GeForce 7800 GTX"
  std::span<const LabPublishedPoint> points;
  std::string_view of = {};  // our sorter that stands for it: what ratios to that one divide by
};

struct LabPreset {
  std::string_view id;
  std::string_view title;
  std::string_view summary;
  std::string_view source;  // "" where it is ours
  LabRequest (*request)();
  std::span<const LabPublished> published;
  std::string_view note;  // on what the text has: a sentence, or ""
};

/// In the order in which they are offered; the first is the default of `sortscope bench`.
std::span<const LabPreset> lab_presets();
/// The error lists the ids there are.
Result<const LabPreset*> find_lab_preset(std::string_view id);

/// What was published for `preset`, as a table; "" where nothing was, or for "".
std::string published_text(std::string_view preset);

}  // namespace sortscope
