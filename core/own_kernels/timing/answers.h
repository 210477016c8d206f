// answers.h: what a timed program answers, line by line: believed nothing that cannot be.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/keys/keys.h"
#include "core/lab/lab.h"

namespace sortscope {

/// A text of the program, as long as a row shows it.
std::string shortened(std::string_view text);

/// What is behind `kind` in an answer. Errors: that of the answer, what "failed" and "memory" say;
/// kWorkFailed (another kind).
Result<std::string> answer_of(const Result<std::string>& line, std::string_view kind);

/// "hello": what it is and on what it runs.
struct Hello {
  KeyType type = KeyType::kUint32;
  std::uint64_t l2_bytes = 0;
  std::string card;
};
/// Errors: kWorkFailed.
Result<Hello> hello_of(std::string_view rest);

/// "kernel", "case", "time" (all, of it transfers there and back, in ns) and "output"; nothing
/// where it cannot be.
std::optional<LabKernel> kernel_of(std::string_view rest);
std::optional<std::uint32_t> launches_of(std::string_view rest);
std::optional<std::array<double, 3>> times_of(std::string_view rest);
struct SaidOutput {
  std::uint64_t descents = 0;
  std::uint64_t hash = 0;
};
std::optional<SaidOutput> output_of(std::string_view rest);

}  // namespace sortscope
