// say.h: messages and text for people, on standard error and standard output.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/quote.h"

namespace sortscope {

/// Writes to standard error; that it is full, closed or a pipe without a reader changes nothing.
void write_message(std::string_view text);

/// A message on standard error, as printable(). That nobody can read it is no failure of the work.
template <typename... T>
void say(fmt::format_string<T...> format, T&&... arguments) {
  write_message(printable(fmt::format(format, std::forward<T>(arguments)...)));
}

/// Says so where what was to be `asked` got another name.
void say_called(const std::string& asked, const std::string& called);

/// Text for people on standard output, as printable(); finish_output() tells whether it arrived.
inline void print_text(std::string_view text) {
  const std::string shown = printable(text);
  (void)std::fwrite(shown.data(), 1, shown.size(), stdout);
}

/// The same for JSON, which has no \xNN: what is not printable is written as \uNNNN.
void print_json(std::string_view json);

/// Closed standard streams would be the first files that are opened, and be written to as such:
/// each is held by one that refuses what is asked of it, but that messages may go nowhere.
void hold_standard_streams();

}  // namespace sortscope
