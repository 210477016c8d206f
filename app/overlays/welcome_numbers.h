// welcome_numbers.h: what the first screen knows of a person's own: numbers that are typed, files.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"

namespace sortscope {

class Notices;
struct NextRun;
struct OverlayParts;

/// What was typed or pasted in this frame into no field; "" where it is to begin a number and
/// cannot, unless it `goes_on`.
std::string typed_number(bool goes_on);
/// The numbers as they were typed: a field with several lines wraps them.
std::string in_one_line(std::string_view text);
/// What sorts `n` numbers of a person's own: the algorithm of the next run, but no merger, which
/// would refuse most of them, no network whose least size would be mostly padding, and none that
/// takes another number of keys.
std::string_view algorithm_for_numbers(const NextRun& next, std::uint32_t n);
/// "14 numbers, and 2 of padding make 16 wires. Enter sorts them: Bitonic, XOR form."; "" where
/// they are no numbers yet.
std::string counted_numbers(const NextRun& next, std::string_view text);
/// Makes `text` the keys of the next run, and its algorithm one that sorts them. Errors: kBadInput;
/// nothing is changed then.
Status take_numbers(NextRun& next, Notices& notices, std::string_view text);

/// A row of the last files and runs.
struct WelcomeFile {
  std::string title;
  std::string note;
  std::string line;
};
std::vector<WelcomeFile> welcome_files(const OverlayParts& given);

}  // namespace sortscope
