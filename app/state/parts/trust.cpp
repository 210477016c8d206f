// trust.cpp: what command lines from elsewhere may do.
#include "app/state/parts/trust.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "core/algorithms/algorithm.h"
#include "core/base/input_file.h"
#include "core/base/number_text.h"
#include "core/base/quote.h"
#include "core/networks/lists/listed_network.h"
#include "core/recordings/recording.h"

namespace sortscope {

namespace {

namespace fs = std::filesystem;

// Comparators, their outcomes kept or not: those of the most outcomes.
constexpr std::uint64_t kMostFileWork = 8 * kMostFileBitBytes;

struct EffectWords {
  std::string_view word;
  std::string_view would;  // "It would ..."
};

EffectWords words_of(Effect effect) {
  switch (effect) {
    case Effect::kUnsaid:
      break;
    case Effect::kShow:
      return {"show", "change the picture"};
    case Effect::kChangeRun:
      return {"change-run", "change the run"};
    case Effect::kReadData:
      return {"read-data", "read a file"};
    case Effect::kReadLesson:
      return {"read-lesson", "open a lesson"};
    case Effect::kOwn:
      return {"own", "take over what is yours: dialogs, clipboard, screen, answers"};
    case Effect::kMeasure:
      return {"measure", "keep this machine busy"};
    case Effect::kWrite:
      return {"write", "write a file"};
    case Effect::kStart:
      return {"start", "start a program or open a window"};
  }
  return {"unsaid", "do what the table of commands does not say"};
}

std::string_view name_of(Source source) {
  return source == Source::kSession ? "session" : source == Source::kLesson ? "lesson" : "line";
}

Error refused(std::string message, std::string hint) {
  return {ErrorCode::kBadUsage, std::move(message), std::move(hint)};
}

}  // namespace

std::string_view effect_word(Effect effect) { return words_of(effect).word; }

bool allowed(Effect effect, Source source) {
  if (source == Source::kPerson) return true;
  switch (effect) {
    case Effect::kShow:
    case Effect::kChangeRun:
      return true;
    case Effect::kReadData:
      return source == Source::kLesson;
    case Effect::kReadLesson:
      return source == Source::kSession;
    case Effect::kMeasure:
      return source == Source::kProgram;
    case Effect::kUnsaid:
    case Effect::kOwn:
    case Effect::kWrite:
    case Effect::kStart:
      break;
  }
  return false;
}

Status check_allowed(std::string_view id, Effect effect, Source source) {
  if (allowed(effect, source)) return {};
  return refused(fmt::format("a {} may not run '{}'.", name_of(source), id),
                 fmt::format("It would {}. Take the line out; what you type yourself, and scripts "
                             "that you name (--script), may do anything.",
                             words_of(effect).would));
}

Result<std::string> path_beside(const std::string& folder, const std::string& path) {
  const std::string hint =
      fmt::format("Name a file in the folder {} or below it.",
                  folder.empty() ? "of this one" : sortscope::quoted(folder, 200));
  const fs::path named(path);
  if (path.empty() || named.is_absolute() ||
      std::ranges::find(named, fs::path("..")) != named.end()) {
    return refused(fmt::format("{} leaves the folder of the file that names it.",
                               sortscope::quoted(path, 200)),
                   hint);
  }
  std::error_code failure;
  const fs::path base = fs::canonical(folder.empty() ? fs::path(".") : fs::path(folder), failure);
  const fs::path whole = failure ? fs::path() : fs::canonical(base / named, failure);
  if (failure) {
    return Error{
        ErrorCode::kBadInput,
        fmt::format("cannot read {}: {}.", sortscope::quoted(path, 200), failure.message()), hint};
  }
  const auto [in_base, in_whole] =
      std::mismatch(base.begin(), base.end(), whole.begin(), whole.end());
  if (in_base != base.end()) {
    return refused(fmt::format("{} is a link that leaves the folder of the file that names it.",
                               sortscope::quoted(path, 200)),
                   hint);
  }
  // A pipe or a device would be waited for.
  if (!fs::is_regular_file(whole, failure)) {
    return refused(fmt::format("{} is no regular file.", sortscope::quoted(path, 200)), hint);
  }
  const std::uintmax_t bytes = fs::file_size(whole, failure);
  if (failure || bytes > kMostDataBytes) {
    return refused(fmt::format("{} is larger than the {} that a lesson or session may read.",
                               sortscope::quoted(path, 200), bytes_text(kMostDataBytes)),
                   "Open it yourself.");
  }
  return whole.string();
}

Result<std::string> data_beside(const std::string& folder, const std::string& path) {
  // What was read once is not looked for again, whatever has become of its name.
  const fs::path named(path);
  std::error_code failure;
  const fs::path base = fs::canonical(folder.empty() ? fs::path(".") : fs::path(folder), failure);
  if (!failure && !named.is_absolute()) {
    const std::string whole = (base / named).lexically_normal().string();
    if (is_held(whole)) return whole;
  }
  auto found = path_beside(folder, path);
  if (!found) return found;
  const std::string inner = fs::path(*found).lexically_relative(base).string();
  if (Status held = hold_file(base.string(), inner, kMostDataBytes); !held) return held.error();
  return found;
}

Status check_file_keys(const LineSource& source, std::uint64_t keys) {
  if (!from_file(source) || source.large || keys <= kMostFileKeys) return {};
  return refused(fmt::format("a {} records at most {} keys without asking, not {}.",
                             name_of(source.source), kMostFileKeys, keys),
                 source.source == Source::kSession
                     ? "Where you know the file: the command 'open FILE large' opens it."
                     : "Choose fewer keys, or record the run yourself.");
}

Status check_file_run(const LineSource& source, const RunRequest& request, std::uint64_t keys) {
  if (!from_file(source) || source.large) return {};
  if (Status status = check_file_keys(source, keys); !status) return status;
  const auto algorithm = find_algorithm(request.algorithm);
  if (!algorithm) return algorithm.error();
  bool large = false;
  const auto& listed = request.parameters.of<ListedChoice>().network;
  if ((*algorithm)->family == Family::kListed && listed) {
    large = listed->size() > kMostFileComparators;
  } else {
    const RecordingSize size =
        recording_size(**algorithm, static_cast<std::uint32_t>(std::max<std::uint64_t>(keys, 1)),
                       bits_of(request.keys.type), request);
    large = size.total_bytes > kMostFileBytes || size.bit_bytes > kMostFileBitBytes ||
            size.comparators > kMostFileWork;
  }
  if (!large) return {};
  return refused(fmt::format("this run is larger than what a {} records without asking.",
                             name_of(source.source)),
                 source.source == Source::kSession
                     ? "Where you know the file: the command 'open FILE large' opens it."
                     : "Choose fewer keys, or record the run yourself.");
}

}  // namespace sortscope
