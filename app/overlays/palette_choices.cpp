// palette_choices.cpp: matching commands, their values and what was run before.
#include "app/overlays/palette_choices.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "app/overlays/overlay.h"
#include "app/state/command_arguments.h"
#include "app/state/command_table.h"
#include "app/state/history.h"
#include "app/state/next_run.h"
#include "app/state/parts/by_type.h"
#include "app/state/parts/remembered.h"
#include "app/state/session.h"
#include "core/recordings/recording.h"
#include "core/recordings/usual_run.h"

namespace sortscope {

namespace {

constexpr std::size_t kLeastOfValue = 3;    // letters that find a value without its command
constexpr std::size_t kMostRecentRows = 5;  // lines run before, above all commands
constexpr int kViewBonus = 100;             // as much as a whole match
constexpr int kRecentBonus = 15;
constexpr int kWordsBonus = 60;   // all words are in the title
constexpr int kWordBonus = 40;    // of each that stands there whole
constexpr int kKeyBonus = 20;     // what has a key is what most look for
constexpr int kSortBonus = 90;    // an algorithm: a sort, before switches
constexpr int kNameBonus = 120;   // and by its name: before views that are named after it
constexpr int kMeantBonus = 120;  // a word that people say for it
constexpr int kSwitchCost = 60;   // of a benchmark's switches: they only count once one measures
constexpr std::string_view kBenchmark = "bench-";

// Words that people look for and no title has.
struct Meant {
  std::string_view word;
  std::string_view command;
};
constexpr std::array kMeant = {
    Meant{"slides", "export"},   Meant{"slides", "sheet"},     Meant{"handout", "sheet"},
    Meant{"handout", "export"},  Meant{"print", "export"},     Meant{"print", "sheet"},
    Meant{"pdf", "export"},      Meant{"image", "export"},     Meant{"svg", "export"},
    Meant{"latex", "export"},    Meant{"tikz", "export"},      Meant{"movie", "export"},
    Meant{"video", "export"},    Meant{"gif", "export"},       Meant{"photo", "screenshot"},
    Meant{"notes", "presenter"}, Meant{"beamer", "projector"}, Meant{"pointer", "laser"},
    Meant{"black", "blank"},     Meant{"font", "scale-up"},    Meant{"zoom", "scale-up"},
    Meant{"exercise", "lesson"}, Meant{"course", "lesson"}};
constexpr std::size_t kLeastMeant = 3;  // letters that begin such a word

// Whether a word of what is offered, or (`first`) its first one, begins with what was typed;
// letters of either case.
bool starts_a_word(std::string_view offered, std::string_view typed, bool first = false) {
  const std::string text = with_hyphens(offered);
  const std::string start = with_hyphens(typed);
  const auto same = [](char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) ==
           std::tolower(static_cast<unsigned char>(b));
  };
  for (std::size_t at = 0; at + start.size() <= text.size(); ++at) {
    if (at > 0 && (first || (text[at - 1] != ' ' && text[at - 1] != '-'))) continue;
    if (std::equal(start.begin(), start.end(), text.begin() + static_cast<std::ptrdiff_t>(at),
                   same)) {
      return true;
    }
  }
  return false;
}

// The whole title was typed, in letters of either case.
bool is_titled(std::string_view title, std::string_view typed) {
  return !typed.empty() && with_hyphens(title).size() == with_hyphens(typed).size() &&
         starts_a_word(title, typed, true);
}

// Two or more words are typed, and each begins one of `offered`, in any order.
bool starts_words(std::string_view offered, std::string_view typed) {
  std::size_t words = 0;
  for (std::size_t at = 0; (at = typed.find_first_not_of(' ', at)) != std::string_view::npos;) {
    const std::size_t end = std::min(typed.find(' ', at), typed.size());
    if (!starts_a_word(offered, typed.substr(at, end - at))) return false;
    at = end;
    ++words;
  }
  return words > 1;
}

// The words of `text` in lower case that say something, without a plural's or a verb's s.
std::vector<std::string> telling_words(std::string_view text) {
  static constexpr std::array<std::string_view, 26> kStopWords = {
      "a",  "all", "an", "and", "are", "can",  "do",  "does", "for", "how",  "i",    "in",  "is",
      "it", "me",  "my", "of",  "on",  "that", "the", "this", "to",  "what", "with", "you", "your"};
  std::vector<std::string> words;
  std::string word;
  const auto take = [&] {
    if (word.size() > 3 && word.ends_with('s') && !word.ends_with("ss")) word.pop_back();
    const bool stops = std::ranges::find(kStopWords, word) != kStopWords.end();
    if (!word.empty() && !stops) words.push_back(word);
    word.clear();
  };
  for (const char each : with_hyphens(text)) {
    const auto letter = static_cast<unsigned char>(each);
    if (std::isalnum(letter) != 0 || letter >= 0x80) {
      word += static_cast<char>(std::tolower(letter));
    } else {
      take();
    }
  }
  take();
  return words;
}

// How well a person's words, in any order, are those of a title; 0: one of them is not in it.
int words_score(std::string_view typed, const Command& command) {
  const auto wanted = telling_words(typed);
  const auto offered = telling_words(command.title);
  if (wanted.empty()) return 0;
  int whole = 0;
  for (const std::string& word : wanted) {
    const bool is = std::ranges::find(offered, word) != offered.end();
    const bool begins = std::ranges::any_of(
        offered, [&](const std::string& each) { return each.starts_with(word); });
    if (!is && !begins) return 0;
    whole += is ? 1 : 0;
  }
  // Fewer words besides: it is more about what was typed.
  return kWordsBonus + kWordBonus * whole + (command.keys.empty() ? 0 : kKeyBonus) -
         static_cast<int>(offered.size());
}

// A word of a command line at the beginning of a row.
std::string titled(std::string word) {
  if (!word.empty() && word[0] >= 'a' && word[0] <= 'z') word[0] -= 'a' - 'A';
  return word;
}

// "4" of "4-adaptive-merging".
bool is_number_of(std::string_view word, std::string_view name) {
  return !word.empty() && word.find_first_not_of("0123456789") == std::string_view::npos &&
         name.starts_with(word) && name.substr(word.size()).starts_with('-');
}

int meant_score(std::string_view typed, const Command& command) {
  if (typed.size() < kLeastMeant) return 0;
  const auto meant = std::ranges::find_if(kMeant, [&](const Meant& each) {
    return each.command == command.id && starts_a_word(each.word, typed);
  });
  // In the order of the table.
  return meant == kMeant.end() ? 0 : kMeantBonus - static_cast<int>(meant - kMeant.begin());
}

class Finder {
 public:
  Finder(const App& app, const Remembered& remembered, const std::string& text)
      : app_(app), remembered_(remembered), text_(text) {}

  [[nodiscard]] std::vector<PaletteChoice> find() const {
    std::vector<PaletteChoice> found;
    if (const Command* typed = typed_command()) {
      add_arguments(*typed, question(), found);
    } else {
      if (text_.empty()) add_recent(found);
      for (const Command& command : commands()) {
        add_values(command, found);
        int score = std::max({fuzzy_score(text_, command.title), fuzzy_score(text_, command.id),
                              words_score(text_, command), meant_score(text_, command)});
        if (!text_.empty() && score == 0) continue;
        if (!text_.empty() && is_recent(command.id)) score += kRecentBonus;
        if (is_titled(command.title, text_)) score += kNameBonus;
        const auto keys = key_names(command);
        found.push_back({std::string(command.id), std::string(command.title),
                         keys.empty() ? std::string_view() : keys.front(),
                         std::string(command.arguments), why_not(command, app_), false, score});
      }
    }
    // What is typed by its name comes first, then what can run.
    std::stable_sort(found.begin(), found.end(),
                     [this](const PaletteChoice& a, const PaletteChoice& b) {
                       const bool first = typed_by_name(a), second = typed_by_name(b);
                       if (first != second) return first;
                       if (a.why_not.empty() != b.why_not.empty()) return a.why_not.empty();
                       return a.score > b.score;
                     });
    return found;
  }

  // What the command asks for next.
  [[nodiscard]] std::optional<ArgumentQuestion> question() const {
    const Command* command = typed_command();
    const auto before = arguments_before();
    if (command == nullptr || !before) return {};
    return ask_argument(app_, *command, *before);
  }

 private:
  // The line as it was typed, unless it names nothing that there is while other rows do.
  [[nodiscard]] bool typed_by_name(const PaletteChoice& choice) const {
    return choice.line == text_ && choice.score >= 0;
  }

  // The command whose id the text begins with, once a blank follows it; words after one that takes
  // none are a person's.
  [[nodiscard]] const Command* typed_command() const {
    const std::size_t blank = text_.find(' ');
    if (blank == std::string::npos) return nullptr;
    const Command* command = find_command(text_.substr(0, blank));
    const bool says_more = text_.find_first_not_of(' ', blank) != std::string::npos;
    return command != nullptr && command->arguments.empty() && says_more ? nullptr : command;
  }

  // Where the word begins that is being typed.
  [[nodiscard]] std::size_t word_start() const { return text_.find_last_of(' ') + 1; }

  // The arguments before that word; nothing where a quote is open.
  [[nodiscard]] std::optional<std::vector<std::string>> arguments_before() const {
    auto words = split_command_line(std::string_view(text_).substr(0, word_start()));
    if (!words || words->empty()) return {};
    words->erase(words->begin());
    return std::move(*words);
  }

  // The values of the argument asked for, and the line as it was typed.
  void add_arguments(const Command& typed, const std::optional<ArgumentQuestion>& question,
                     std::vector<PaletteChoice>& found) const {
    const std::string before = text_.substr(0, word_start());
    const std::string word = text_.substr(word_start());
    const std::string why = why_not(typed, app_);
    bool listed = false;
    if (question) {
      for (const ArgumentChoice& each : question->choices) {
        // A number is the short name of what begins with it: one row, by its title.
        const std::string value = is_number_of(word, each.value) ? word : quoted_word(each.value);
        const int score = std::max(fuzzy_score(word, value), fuzzy_score(word, each.title));
        if (!word.empty() && score == 0) continue;
        listed = listed || value == word;
        found.push_back({before + value, each.title, {}, {}, why, false, word.empty() ? 0 : score});
      }
    }
    // As typed: where nothing more has to come, or where no value is offered.
    const auto arguments = split_command_line(text_);
    const bool complete =
        arguments.ok() && arguments->size() > argument_count(typed.arguments).least;
    if (listed || (!complete && !found.empty())) return;
    const std::string line = text_.substr(0, text_.find_last_not_of(' ') + 1);
    // Where only what is listed will do, part of a name is none.
    const bool fails = question && question->wants.empty() && !question->choices.empty();
    const int score = word.empty() || found.empty() || !fails ? 1 : -1;
    found.push_back(
        {line, std::string(typed.title), {}, std::string(typed.arguments), why, false, score});
  }

  void add_recent(std::vector<PaletteChoice>& found) const {
    for (const std::string& line : remembered_.recent_commands) {
      if (found.size() >= kMostRecentRows) return;
      const Command* command = find_command(line.substr(0, line.find(' ')));
      if (command == nullptr) continue;
      const auto keys = key_names(*command);
      const bool bare = line.size() == command->id.size();
      found.push_back({line, std::string(command->title),
                       bare && !keys.empty() ? keys.front() : std::string_view(), "",
                       why_not(*command, app_), true, fuzzy_score("", "") + 1});
    }
  }

  [[nodiscard]] bool is_recent(std::string_view id) const {
    return std::any_of(
        remembered_.recent_commands.begin(), remembered_.recent_commands.end(),
        [&](const std::string& line) { return line.substr(0, line.find(' ')) == id; });
  }

  // Who names an algorithm wants to see it: on the keys that are shown, but on as many as show it
  // where a lesson chose those, or where they are generated and most wires would hold padding.
  void offer_sort(const ArgumentChoice& named, PaletteChoice& value) const {
    value.score += kSortBonus;
    const bool by_name = starts_a_word(named.value, text_, true) ||
                         starts_a_word(named.title, text_, true) ||
                         starts_words(named.title, text_);
    if (by_name) value.score += kNameBonus;
    const Session& session = part_of<Session>(app_);
    const auto algorithm = find_algorithm(named.value);
    if (!session.loaded() || !algorithm) return;
    const Recording& shown = session.recording();
    const std::uint32_t keys = shown.real_keys();
    const bool of_lesson = part_of<History>(app_).shows_lesson_run(session.generation());
    const bool padding =
        shown.request.input != "given" && keys_without_padding(**algorithm, keys) != keys;
    std::string_view what = "Sort these keys with it";
    std::string random;
    if (of_lesson || padding) {
      const std::uint32_t enough = keys_without_padding(**algorithm, kUsualKeys);
      value.line += fmt::format(" {}", enough);
      what = random = fmt::format("Sort {} random keys with it", enough);
    }
    value.title = fmt::format("{} · {}", named.title, what);
  }

  // "hypercube" alone finds "view hypercube".
  void add_values(const Command& command, std::vector<PaletteChoice>& found) const {
    if (text_.size() < kLeastOfValue) return;
    const auto question = ask_argument(app_, command, {});
    if (!question) return;
    for (const ArgumentChoice& each : question->choices) {
      if (!starts_a_word(each.value, text_) && !starts_a_word(each.title, text_) &&
          !starts_words(each.title, text_)) {
        continue;
      }
      // The same algorithm is a value of several commands.
      const bool view = command.id == "view";
      const std::string name = each.title.empty() ? titled(each.value) : each.title;
      PaletteChoice value{std::string(command.id) + " " + quoted_word(each.value),
                          view ? name : fmt::format("{} · {}", name, command.title),
                          {},
                          {},
                          why_not(command, app_),
                          false,
                          std::max(fuzzy_score(text_, each.value), fuzzy_score(text_, each.title))};
      if (is_titled(name, text_)) value.score += kNameBonus;
      // Views and sorts are what most look for.
      if (view) value.score += kViewBonus;
      if (command.id == "record-with") offer_sort(each, value);
      if (command.id.starts_with(kBenchmark)) {
        value.score -= kSwitchCost;
        value.title = "Benchmark: " + value.title;
      }
      found.push_back(std::move(value));
    }
  }

  const App& app_;
  const Remembered& remembered_;
  const std::string& text_;
};

}  // namespace

TitleParts title_parts(std::string_view title) {
  constexpr std::size_t kShort = 40;
  for (const std::string_view between : {" · ", ": ", ", ", " ("}) {
    const std::size_t at = title.find(between);
    if (at == std::string_view::npos) continue;
    // A few words are read at once, also those of a name with a colon.
    const bool splits = between == " · " || title.size() > kShort;
    if (splits)
      return {title.substr(0, at), title.substr(at + (between == " (" ? 1 : between.size()))};
  }
  return {title, {}};
}

std::optional<ArgumentQuestion> palette_question(const App& app, std::string_view text) {
  const Remembered none;
  const std::string typed(text);
  return Finder(app, none, typed).question();
}

std::vector<PaletteChoice> palette_choices(const App& app, const Remembered& remembered,
                                           const std::string& text) {
  return Finder(app, remembered, text).find();
}

}  // namespace sortscope
