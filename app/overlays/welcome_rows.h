// welcome_rows.h: what the first screen offers to learn from, and where one begins.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "app/state/parts/remembered.h"

namespace sortscope {

/// A lesson or a worked example.
struct LearnRow {
  std::string title;
  std::string note;
  std::string summary;
  std::string line;        // the command that opens it
  std::size_t lesson = 0;  // its number; 0: an example
  bool finished = false;
};

/// Where one begins, or goes on.
struct Start {
  std::string heading;  // "Start here"
  std::string title;
  std::string summary;
  std::string button;
  std::string line;
};

/// The lessons in their order, with how far a person has come, then the worked examples.
std::vector<LearnRow> learn_rows(const Remembered& remembered);
/// The lesson called `last`, which was used last, where it is not finished; else one that was
/// begun, else the first that is not finished; where all are, a network of one's own.
Start start_of(const Remembered& remembered, std::string_view last = {});

}  // namespace sortscope
