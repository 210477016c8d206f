// history.h: the runs that were shown before: back and forward through them, as in a browser.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/state/moment.h"
#include "core/base/error.h"

namespace sortscope {

class Notices;
struct Recording;
struct SessionParts;

/// More runs are forgotten, the oldest first.
inline constexpr std::size_t kMostKeptRuns = 32;
/// Runs that take more memory in all are recorded again when one goes back to them.
inline constexpr std::uint64_t kMostKeptBytes = 512'000'000;

/// A run of a window before: its title, and the session that shows it.
struct KeptText {
  std::string title;
  std::string session;
  bool of_lesson = false;  // nobody asked for it: a lesson showed it
};

/// The same keys, sorted by the same algorithm, engine and kernel: going from one to the other
/// would show no difference. O(keys).
bool same_run(const Recording& a, const Recording& b);
/// The same keys of the same type, by their checksums. O(1) of runs that prepare_run() has seen.
bool same_keys(const Recording& a, const Recording& b);

/// What is shown is kept when another run takes its place; a run that the window made by itself
/// and nobody has touched is not, nor is what a lesson shows one after another.
class History {
 public:
  /// `shown`: what is kept; `most_bytes`: of memory for all that is.
  History(const ShownParts& shown, Notices& notices, std::uint64_t most_bytes = kMostKeptBytes)
      : shown_(shown), notices_(notices), most_bytes_(most_bytes) {}
  History(const History&) = delete;
  History& operator=(const History&) = delete;

  /// What is shown is more than its run and a look at it: a race or trace was measured, or a
  /// person has set bookmarks.
  [[nodiscard]] bool shown_holds_more() const;
  /// Keeps what is shown; what one could go forward to is forgotten. True where it was kept.
  /// O(keys) at most.
  bool push();
  /// Shows the run before, as it was looked at; at once, or in the background where it is large.
  /// A run of the window before that takes much memory is recorded again once it is asked for
  /// twice. Errors: kWorkFailed (none, other work).
  Status back(const SessionParts& parts);
  /// The same for the run that one came back from.
  Status forward(const SessionParts& parts);

  [[nodiscard]] bool can_go_back() const { return !back_.empty(); }
  [[nodiscard]] bool can_go_forward() const { return !forward_.empty(); }
  /// "Bitonic, XOR form · 16 keys": what back() shows; "" where there is nothing.
  [[nodiscard]] std::string back_title() const;
  [[nodiscard]] std::string forward_title() const;
  /// back() shows a network that was being edited.
  [[nodiscard]] bool back_is_edited() const;
  [[nodiscard]] std::size_t kept() const { return back_.size() + forward_.size(); }

  /// The run that is shown is the window's own.
  void note_own_run(std::uint64_t generation) { own_generation_ = generation; }
  /// The run that is shown is a lesson's.
  void note_lesson_run(std::uint64_t generation) { lesson_generation_ = generation; }
  [[nodiscard]] bool shows_lesson_run(std::uint64_t generation) const {
    return generation == lesson_generation_;
  }

  /// Runs for the next window, the oldest first, that which is shown last.
  [[nodiscard]] std::vector<KeptText> texts() const { return later_texts()(); }
  /// The same, of now, to be made later on any thread: it takes O(keys).
  [[nodiscard]] std::function<std::vector<KeptText>()> later_texts() const;
  /// Takes the runs of a window before.
  void remember(std::vector<KeptText> texts);

 private:
  struct Entry {
    std::uint64_t serial = 0;
    std::string title;
    std::uint64_t bytes = 0;
    std::shared_ptr<const Moment> moment;  // null: only its text is kept
    std::string text;                      // of a session
    bool of_lesson = false;                // nobody asked for it: a lesson showed it
    bool holds_more = false;               // shown_holds_more()
  };

  [[nodiscard]] bool is_worth_keeping() const;
  Entry entry_of_shown();
  // What is kept of it, as it was; whose run it is stays known.
  void show(const Entry& entry, const SessionParts& parts, PreparedRun prepared);
  Status go(const SessionParts& parts, std::deque<Entry>& from, std::deque<Entry>& to,
            const char* command);
  // Frees memory where there is too much kept, and says so.
  void bound();

  ShownParts shown_;
  Notices& notices_;
  std::deque<Entry> back_;     // the newest last
  std::deque<Entry> forward_;  // the next one last
  std::uint64_t most_bytes_;
  std::uint64_t serial_ = 0;
  std::uint64_t asked_ = 0;  // serial of the entry that was asked for last
  std::uint64_t own_generation_ = 0;
  std::uint64_t lesson_generation_ = 0;
};

}  // namespace sortscope
