// history.cpp: keeping runs within bounds, and going to them.
#include "app/state/history.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/state/moment.h"
#include "app/state/network_desk.h"
#include "app/state/opening.h"
#include "app/state/parts/background.h"
#include "app/state/parts/free_beside.h"
#include "app/state/parts/notices.h"
#include "app/state/session_file.h"
#include "app/surface/surface.h"
#include "core/base/number_text.h"
#include "core/base/quote.h"
#include "core/recordings/recording.h"

namespace sortscope {

namespace {

// Above, preparing the run would be felt.
constexpr std::uint32_t kMostAtOnce = std::uint32_t{1} << 16;
// Below, memory goes at once.
constexpr std::uint64_t kFreedBeside = std::uint64_t{1} << 23;
// Of the texts for the next window.
constexpr std::size_t kMostTexts = 16;

Error nothing_there(const char* where) {
  return {ErrorCode::kWorkFailed, fmt::format("there is no run {}.", where), ""};
}

}  // namespace

bool same_run(const Recording& a, const Recording& b) {
  const RunRequest& one = a.request;
  const RunRequest& other = b.request;
  return one.algorithm == other.algorithm && one.order == other.order &&
         one.any_input == other.any_input && one.keyframes_only == other.keyframes_only &&
         one.pairs == other.pairs && a.engine == b.engine && a.timing.kernel == b.timing.kernel &&
         one.parameters == other.parameters && same_keys(a, b);
}

bool same_keys(const Recording& a, const Recording& b) {
  if (&a == &b) return true;
  const Keys& one = a.request.keys;
  const Keys& other = b.request.keys;
  return one.type == other.type && one.size() == other.size() &&
         a.keys_checksum() == b.keys_checksum();
}

bool History::is_worth_keeping() const {
  const Session& session = shown_.session;
  if (!session.loaded()) return false;
  if (session.generation() != own_generation_ || shown_.network_desk.editor) return true;
  return session.cursor() != Cursor{} || session.selected != Selection{};
}

History::Entry History::entry_of_shown() {
  auto moment = std::make_shared<const Moment>(shown_);
  return {.serial = ++serial_,
          .title = moment->title(),
          .bytes = moment->bytes(),
          .moment = moment,
          .text = {},
          .of_lesson = shows_lesson_run(shown_.session.generation()),
          .holds_more = shown_holds_more()};
}

bool History::shown_holds_more() const {
  const Measured& measured = shown_.session.measured;
  return measured.race || measured.trace || !shown_.session.bookmarks().empty();
}

bool History::push() {
  if (!is_worth_keeping()) return false;
  // The same run, looked at anew.
  if (!back_.empty() && back_.back().moment && !back_.back().moment->edited() &&
      (!back_.back().holds_more || shown_holds_more()) && !shown_.network_desk.editor &&
      same_run(*back_.back().moment->recording(), shown_.session.recording())) {
    back_.pop_back();
  }
  back_.push_back(entry_of_shown());
  forward_.clear();
  bound();
  return true;
}

void History::bound() {
  while (back_.size() > kMostKeptRuns) back_.pop_front();
  while (forward_.size() > kMostKeptRuns) forward_.pop_front();
  const auto total = [&] {
    std::uint64_t bytes = 0;
    for (const auto* runs : {&back_, &forward_}) {
      for (const Entry& entry : *runs) bytes += entry.moment ? entry.bytes : 0;
    }
    return bytes;
  };
  while (total() > most_bytes_) {
    const auto holds = [](const Entry& entry) { return entry.moment != nullptr; };
    auto* runs = &back_;
    auto oldest = std::ranges::find_if(*runs, holds);
    if (oldest == runs->end()) {
      runs = &forward_;
      oldest = std::ranges::find_if(*runs, holds);
    }
    if (oldest == runs->end()) return;
    oldest->text = oldest->moment->session_text();
    auto moment = std::exchange(oldest->moment, nullptr);
    if (oldest->bytes >= kFreedBeside) free_beside(std::move(moment));
    if (!oldest->text.empty()) {
      notices_.notify(
          fmt::format("{} is recorded again when you go back to it: the runs before "
                      "take more than {}.",
                      oldest->title, bytes_text(most_bytes_)));
      continue;
    }
    notices_.notify(fmt::format("{} is no longer among the runs before: they take more than {}.",
                                oldest->title, bytes_text(most_bytes_)));
    runs->erase(oldest);
  }
}

Status History::back(const SessionParts& parts) {
  if (back_.empty()) return nothing_there("before this one");
  // What was offered is done.
  std::erase_if(parts.notices.shown, [](const Notice& each) { return each.command == "back"; });
  return go(parts, back_, forward_, "back");
}

Status History::forward(const SessionParts& parts) {
  if (forward_.empty()) return nothing_there("after this one");
  return go(parts, forward_, back_, "forward");
}

void History::show(const Entry& entry, const SessionParts& parts, PreparedRun prepared) {
  entry.moment->show(parts, std::move(prepared));
  if (entry.of_lesson) note_lesson_run(shown_.session.generation());
}

Status History::go(const SessionParts& parts, std::deque<Entry>& from, std::deque<Entry>& to,
                   const char* command) {
  if (parts.background.work) {
    return Error{ErrorCode::kWorkFailed, "other work is still going on.",
                 "Wait for it or cancel it."};
  }
  const Entry entry = from.back();
  // What is shown changes places with it; by then other runs may have come and gone.
  const auto leave = [this, &from, &to, serial = entry.serial] {
    std::erase_if(from, [&](const Entry& each) { return each.serial == serial; });
    if (is_worth_keeping()) to.push_back(entry_of_shown());
    bound();
  };
  if (!entry.moment) {
    auto session = parse_session(entry.text, one_line(entry.title));
    if (!session) return session.error();
    // A title is no path.
    session->folder.clear();
    // Nobody measured here what a run of the window before takes: a large one is asked about.
    const bool again = std::exchange(asked_, entry.serial) == entry.serial;
    const bool measured = entry.bytes > 0;
    const bool any = measured || again || parts.surface.headless();
    return open_session(parts, *session,
                        {.size = any ? SessionSize::kAny : SessionSize::kOwn,
                         .again = command,
                         .before_shown = leave,
                         .when_shown = [this, of_lesson = entry.of_lesson] {
                           if (of_lesson) note_lesson_run(shown_.session.generation());
                         }});
  }
  const auto recording = entry.moment->recording();
  if (recording->network.wires() <= kMostAtOnce) {
    leave();
    show(entry, parts, prepare_run(recording));
    return {};
  }
  return parts.background.start(
      "Showing " + entry.title,
      [this, parts, recording, entry, leave](Progress& progress) -> std::function<void(App&)> {
        auto prepared = std::make_shared<PreparedRun>(prepare_run(recording, &progress));
        if (progress.cancelled()) {
          return [parts](App&) { parts.notices.fail({ErrorCode::kCancelled, "stopped.", ""}); };
        }
        return [this, parts, prepared, entry, leave](App&) {
          leave();
          show(entry, parts, std::move(*prepared));
        };
      });
}

std::string History::back_title() const { return back_.empty() ? "" : back_.back().title; }
std::string History::forward_title() const { return forward_.empty() ? "" : forward_.back().title; }

bool History::back_is_edited() const {
  return !back_.empty() && back_.back().moment && back_.back().moment->edited();
}

std::function<std::vector<KeptText>()> History::later_texts() const {
  std::vector<Entry> kept(back_.begin(), back_.end());
  kept.insert(kept.end(), forward_.begin(), forward_.end());
  if (is_worth_keeping() && !shows_lesson_run(shown_.session.generation())) {
    const auto shown = std::make_shared<const Moment>(shown_);
    kept.push_back({.title = shown->title(), .moment = shown, .text = {}});
  }
  return [kept = std::move(kept)] {
    std::vector<KeptText> texts;
    for (const Entry& entry : kept) {
      std::string text = entry.moment ? entry.moment->session_text() : entry.text;
      if (!text.empty()) texts.push_back({entry.title, std::move(text), entry.of_lesson});
    }
    if (texts.size() > kMostTexts) texts.erase(texts.begin(), texts.end() - kMostTexts);
    return texts;
  };
}

void History::remember(std::vector<KeptText> texts) {
  for (KeptText& kept : texts) {
    back_.push_front({.serial = ++serial_,
                      .title = std::move(kept.title),
                      .bytes = 0,
                      .moment = nullptr,
                      .text = std::move(kept.session),
                      .of_lesson = kept.of_lesson});
  }
  // They came the oldest first, and stand before those of this window.
  std::reverse(back_.begin(), back_.begin() + static_cast<std::ptrdiff_t>(texts.size()));
}

}  // namespace sortscope
