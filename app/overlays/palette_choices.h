// palette_choices.h: what the palette lists for what is typed, and in which order.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/commands/argument_choices.h"

namespace sortscope {

class App;
struct Remembered;

/// A line of the list: what Enter runs, or completes to.
struct PaletteChoice {
  std::string line;   // "view bars"
  std::string title;  // "Bars"
  std::string_view keys;
  std::string usage;    // what is still to be typed: "LAYER [COMPARATOR]"
  std::string why_not;  // it cannot run now; "" where it can
  bool recent = false;
  int score = 0;
};

/// The title of a row and what stands below it: "Save the benchmark's data" and "our JSON, CSV";
/// `detail` is "" where the title says it all.
struct TitleParts {
  std::string_view title;
  std::string_view detail;
};
TitleParts title_parts(std::string_view title);
/// What the command that is typed asks for next; nothing where none is typed.
std::optional<ArgumentQuestion> palette_question(const App& app, std::string_view text);
/// The commands and values that match: what can run first, then the best match.
std::vector<PaletteChoice> palette_choices(const App& app, const Remembered& remembered,
                                           const std::string& text);

}  // namespace sortscope
