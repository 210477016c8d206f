// lesson.cpp: from Markdown to stops, builds, captions, notes and command lines.
#include "core/lessons/lesson.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <optional>

#include "core/base/input_file.h"
#include "core/base/nearest_word.h"
#include "core/base/number_text.h"
#include "core/base/parse_number.h"
#include "core/base/quote.h"

namespace sortscope {

namespace {

constexpr std::size_t kMostBytes = std::size_t{4} << 20;  // a lesson is a text that people write
// Of what people read: more is set neither at once nor on any screen.
constexpr std::size_t kMostStops = 1'000;
constexpr std::size_t kMostSteps = 200;  // of a stop
constexpr std::size_t kMostTextBytes = 200'000;
constexpr std::size_t kMostTextLines = 2'000;
constexpr std::size_t kMostParagraphBytes = 10'000;
constexpr std::size_t kMostHeadingBytes = 1'000;
constexpr std::string_view kBlanks = " \t";

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

// Line after line, without line ends.
class Lines {
 public:
  explicit Lines(std::string_view text) : rest_(text) {}
  std::optional<std::string_view> next() {
    if (rest_.empty()) return std::nullopt;
    ++number_;
    const std::size_t end = std::min(rest_.find('\n'), rest_.size());
    std::string_view line = rest_.substr(0, end);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
  }
  [[nodiscard]] std::uint32_t number() const { return number_; }

 private:
  std::string_view rest_;
  std::uint32_t number_ = 0;
};

class Parser {
 public:
  Parser(std::string_view text, std::string_view file) : lines_(text) {
    lesson_.file = file;
    lesson_.name = std::filesystem::path(file).stem().string();
  }

  Result<Lesson> parse() {
    while (const auto line = lines_.next()) {
      const Status status = lesson_.stops.empty() ? read_head(*line) : read_body(*line);
      if (!status) return status.error();
    }
    if (fence_line_ > 0) {
      return error_at(fence_line_, "this block is not closed.", "End it with a line of ```.");
    }
    if (lesson_.title.empty()) {
      return error_at(1, "a lesson begins with '# ' and its title.", "");
    }
    if (lesson_.stops.empty()) {
      return error_at(lines_.number(), "the lesson has no stop.",
                      "A stop begins with '## ' and its heading.");
    }
    for (LessonStop& stop : lesson_.stops) {
      for (LessonBuild& build : stop.builds) {
        strip_blank_lines(build.caption);
        strip_blank_lines(build.notes);
      }
    }
    return std::move(lesson_);
  }

 private:
  [[nodiscard]] Error error_at(std::uint32_t line, const std::string& what,
                               std::string hint) const {
    return {ErrorCode::kBadInput, fmt::format("{}:{}: {}", lesson_.file, line, what),
            std::move(hint)};
  }
  [[nodiscard]] Error error_here(const std::string& what, std::string hint) const {
    return error_at(lines_.number(), what, std::move(hint));
  }

  Status read_head(std::string_view line) {
    const std::string_view text = trimmed(line);
    if (text.empty()) return {};
    if (lesson_.title.empty()) {
      if (!text.starts_with("# ") || trimmed(text.substr(2)).empty()) {
        return error_here(
            fmt::format("expected '# ' and the lesson's title, not {}.", quoted(text)), "");
      }
      lesson_.title = trimmed(text.substr(2));
      return check_size(lesson_.title.size(), kMostHeadingBytes, "bytes of a title");
    }
    if (text.starts_with("##")) return start_stop(text);
    if (text.starts_with("Minutes:")) return read_minutes(trimmed(text.substr(8)));
    if (text.starts_with("Summary:")) {
      lesson_.summary = trimmed(text.substr(8));
      in_summary_ = true;
      return check_size(lesson_.summary.size(), kMostParagraphBytes, "bytes of a summary");
    }
    // A summary may go on over several lines.
    if (in_summary_ && !text.starts_with('#') && !text.starts_with('`')) {
      lesson_.summary += (lesson_.summary.empty() ? "" : " ") + std::string(text);
      return check_size(lesson_.summary.size(), kMostParagraphBytes, "bytes of a summary");
    }
    return error_here(
        fmt::format("expected 'Minutes:', 'Summary:' or a stop, not {}.", quoted(text)),
        "A stop begins with '## ' and its heading.");
  }

  Status read_minutes(std::string_view text) {
    const auto minutes = parse_whole(text, 600);
    if (!minutes || *minutes < 1) {
      return error_here(fmt::format("{} is not a number of minutes from 1 to 600.", quoted(text)),
                        "For example: Minutes: 7");
    }
    lesson_.minutes = static_cast<std::uint32_t>(*minutes);
    return {};
  }

  Status start_stop(std::string_view text) {
    const std::string_view title = trimmed(text.substr(2));
    if (text.starts_with("###") || title.empty() || text[2] != ' ') {
      return error_here(fmt::format("expected '## ' and the stop's heading, not {}.", quoted(text)),
                        "");
    }
    lesson_.stops.push_back({std::string(title), lines_.number(), {{}}});
    has_block_ = false;
    text_bytes_ = text_lines_ = paragraph_bytes_ = 0;
    if (Status status = check_size(title.size(), kMostHeadingBytes, "bytes of a heading"); !status)
      return status;
    return check_size(lesson_.stops.size(), kMostStops, "stops");
  }

  Status read_body(std::string_view line) {
    LessonStop& stop = lesson_.stops.back();
    const std::string_view text = trimmed(line);
    if (in_commands_) {
      if (text == "```") {
        in_commands_ = false;
        fence_line_ = 0;
      } else if (text.starts_with("```") || text.starts_with("## ")) {
        return error_at(fence_line_, "this block is not closed.", "End it with a line of ```.");
      } else if (!text.empty() && !text.starts_with('#')) {
        stop.builds.back().lines.push_back({std::string(text), lines_.number()});
      }
      return {};
    }
    if (text.starts_with("```")) {
      if (fence_line_ > 0) {
        fence_line_ = 0;
      } else {
        fence_line_ = lines_.number();
        const std::string_view language = trimmed(text.substr(3));
        if (language == "sortscope") return start_block(stop);
        static constexpr std::string_view kLanguage[] = {"sortscope"};
        if (!nearest_word(language, kLanguage).empty()) {
          return error_here(fmt::format("there is no kind of block {}.", quoted(language)),
                            "Did you mean 'sortscope'?");
        }
      }
      return add(stop.builds.back().caption, line);
    }
    if (fence_line_ > 0) {
      return add(stop.builds.back().caption, line);
    }
    if (text.starts_with("## ") || text == "##") return start_stop(text);
    if (text.starts_with("# ")) {
      return error_here("a lesson has one title.", "Stops begin with '## '.");
    }
    if (text.starts_with('>')) {
      std::string_view note = text.substr(1);
      if (note.starts_with(' ')) note.remove_prefix(1);
      return add(stop.builds.back().notes, note);
    }
    // Notes that are not next to each other are paragraphs.
    if (text.empty() && !stop.builds.back().notes.empty()) stop.builds.back().notes += '\n';
    return add(stop.builds.back().caption, line);
  }

  Status start_block(LessonStop& stop) {
    in_commands_ = true;
    if (has_block_) stop.builds.emplace_back();
    has_block_ = true;
    paragraph_bytes_ = 0;
    return check_size(stop.builds.size(), kMostSteps, "steps of a stop");
  }

  Status add(std::string& to, std::string_view line) {
    to += line;
    to += '\n';
    text_bytes_ += line.size() + 1;
    paragraph_bytes_ = trimmed(line).empty() ? 0 : paragraph_bytes_ + line.size() + 1;
    if (Status status = check_size(paragraph_bytes_, kMostParagraphBytes, "bytes of a paragraph");
        !status) {
      return status;
    }
    if (Status status = check_size(++text_lines_, kMostTextLines, "lines of a stop"); !status)
      return status;
    return check_size(text_bytes_, kMostTextBytes, "bytes of a stop");
  }

  [[nodiscard]] Status check_size(std::size_t size, std::size_t most, std::string_view what) const {
    if (size <= most) return {};
    return error_here(fmt::format("{} {} are too many.", grouped_number(size), what),
                      fmt::format("At most {} are read: divide it.", grouped_number(most)));
  }

  // Blank lines in front and behind go.
  static void strip_blank_lines(std::string& text) {
    while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
    std::size_t start = 0;
    while (true) {
      const std::size_t end = text.find('\n', start);
      if (end == std::string::npos ||
          !trimmed(std::string_view(text).substr(start, end - start)).empty()) {
        break;
      }
      start = end + 1;
    }
    text.erase(0, start);
  }

  Lesson lesson_;
  Lines lines_;
  bool in_summary_ = false;
  bool in_commands_ = false;
  bool has_block_ = false;      // the stop has a block of commands
  std::size_t text_bytes_ = 0;  // of the stop: captions and notes
  std::size_t text_lines_ = 0;
  std::size_t paragraph_bytes_ = 0;  // up to here
  std::uint32_t fence_line_ = 0;     // of the open block, 0: none is open
};

// Offset of the first byte that is not UTF-8 text, or the size.
std::size_t first_bad_byte(std::string_view text) {
  std::size_t i = 0;
  while (i < text.size()) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const bool control = byte < 0x20 && byte != '\n' && byte != '\r' && byte != '\t';
    const std::size_t length = control ? 0 : character_length(text.substr(i));
    if (length == 0) return i;
    i += length;
  }
  return i;
}

// The number that a name begins with; names without one come last.
std::uint32_t number_of(std::string_view name) {
  return static_cast<std::uint32_t>(take_whole(name, ~0U).value_or(~0U));
}

}  // namespace

Result<Lesson> parse_lesson(std::string_view text, std::string_view file) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  if (text.size() > kMostBytes) {
    return Error{ErrorCode::kBadInput,
                 fmt::format("{}:1: {} bytes are too many for a lesson.", file, text.size()),
                 fmt::format("At most {} are read.", kMostBytes)};
  }
  if (const std::size_t bad = first_bad_byte(text); bad < text.size()) {
    const auto before = text.substr(0, bad);
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    const std::size_t column = bad - (before.rfind('\n') + 1) + 1;  // npos + 1 is 0
    return Error{ErrorCode::kBadInput,
                 fmt::format("{}:{}: the byte in column {} is no UTF-8 text.", file, line, column),
                 "Save the lesson as UTF-8."};
  }
  return Parser(text, file).parse();
}

Result<Lesson> read_lesson(const std::string& path) {
  // A pipe or a device would be waited for; a lesson is read again whenever it changes.
  errno = 0;
  const InputFile in(path);
  if (in.open() && !in.regular()) {
    return Error{
        ErrorCode::kBadInput,
        fmt::format("cannot read the lesson {}: it is no regular file.", quoted(path, 200)),
        "Save it as a file."};
  }
  std::string text;
  ssize_t got = in.open() ? 1 : -1;
  while (got > 0 && text.size() <= kMostBytes) {
    const std::size_t before = text.size();
    text.resize(kMostBytes + 1);
    got = in.read(text.data() + before, text.size() - before, nullptr);
    text.resize(before + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
  }
  if (got < 0) {
    const int reason = errno;
    return Error{ErrorCode::kBadInput,
                 fmt::format("cannot read the lesson {}: {}.", quoted(path, 200),
                             reason != 0 ? std::strerror(reason) : "it is no file"),
                 "Check the path and its permissions."};
  }
  return parse_lesson(text, path);
}

std::span<const Lesson> shipped_lessons() {
  static const std::vector<Lesson> kLessons = [] {
    std::vector<Lesson> lessons;
    for (const auto& [file, text] : shipped_lesson_texts()) {
      if (auto lesson = parse_lesson(text, file)) lessons.push_back(std::move(*lesson));
    }
    std::stable_sort(lessons.begin(), lessons.end(), [](const Lesson& a, const Lesson& b) {
      return number_of(a.name) < number_of(b.name);
    });
    return lessons;
  }();
  return kLessons;
}

bool is_shipped(const Lesson& lesson) {
  return std::ranges::any_of(shipped_lessons(),
                             [&](const Lesson& each) { return &each == &lesson; });
}

std::string numbered_title(const Lesson& lesson) {
  // "1-comparators" is lesson 1.
  return is_shipped(lesson)
             ? fmt::format("{}. {}", lesson.name.substr(0, lesson.name.find('-')), lesson.title)
             : lesson.title;
}

const Lesson* lesson_after(const Lesson& lesson) {
  const auto lessons = shipped_lessons();
  for (std::size_t i = 0; i + 1 < lessons.size(); ++i) {
    if (&lessons[i] == &lesson) return &lessons[i + 1];
  }
  return nullptr;
}

Result<const Lesson*> find_lesson(std::string_view name) {
  const auto lessons = shipped_lessons();
  std::vector<std::string_view> names;
  const Lesson* part = nullptr;
  std::size_t parts = 0;
  for (const Lesson& lesson : lessons) {
    if (lesson.name == name || fmt::to_string(number_of(lesson.name)) == name) return &lesson;
    names.push_back(lesson.name);
    if (!name.empty() && lesson.name.find(name) != std::string::npos) {
      part = &lesson;
      ++parts;
    }
  }
  if (parts == 1) return part;
  const std::string_view nearest = nearest_word(name, names);
  return Error{ErrorCode::kBadUsage, fmt::format("there is no lesson {}.", quoted(name)),
               !nearest.empty() ? fmt::format("Did you mean '{}'?", nearest)
               : names.empty()  ? std::string("No lesson was built in.")
                                : fmt::format("Lessons are: {}.", fmt::join(names, ", "))};
}

}  // namespace sortscope
