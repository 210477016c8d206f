// agenda.h: what is to be opened and shown, one thing after the other, while the window lives.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "app/state/opening.h"
#include "core/base/error.h"

namespace sortscope {

struct CommandLines;
struct WindowRequest;

/// The parts with which things are opened and shown.
struct AgendaParts : OpeningParts {
  OverlayState& overlay;
  const CommandLines& lines;
  std::function<Status()> settle;  // frames until nothing moves
};

/// Things to do in their order: each begins once the background work of the one before is over.
/// Between frames only.
class Agenda {
 public:
  explicit Agenda(AgendaParts parts) : parts_(std::move(parts)) {}

  using Item = std::function<Status(const AgendaParts&)>;

  /// When an item begins: as soon as it can, or once the lesson has shown its place, too.
  enum class Begin : std::uint8_t { kSoon, kWithLesson };
  /// An error of an item ends the program.
  void add(Item item, Begin begin = Begin::kSoon) { items_.push_back({std::move(item), begin}); }
  /// The same of one that opens a file: how many are not opened is said.
  void add_file(Item item) { items_.push_back({std::move(item), Begin::kSoon, true}); }
  [[nodiscard]] bool done() const { return items_.empty(); }
  /// Begins what can begin now. Where a person cancels an item's work, or between two items, what
  /// was to follow is dropped. Errors: those of the items.
  Status go_on();
  /// The same, waiting for work until `end` or until all is done.
  Status go_on_until(std::chrono::steady_clock::time_point end);
  /// Does all of it, waiting for work. Errors: those of the items.
  Status finish();

 private:
  struct Entry {
    Item item;
    Begin begin;
    bool opens = false;
  };

  Status begin_items();
  void drop_items();
  // The next item waits for what the lesson still has to show.
  [[nodiscard]] bool awaits_lesson() const;

  AgendaParts parts_;
  std::deque<Entry> items_;
  bool working_ = false;    // the work that goes on is of an item
  bool cancelled_ = false;  // by the person
};

/// Puts on the agenda what the command line asks for: the run, files, session, lesson, views, lines
/// and script. `request` outlives it.
void plan_start(Agenda& agenda, const WindowRequest& request);
/// Files that a person brings to the window, one after the other; what is wrong with one is said
/// there.
void plan_files(Agenda& agenda, const std::vector<std::string>& files);
/// What failed in background work since it was asked last.
Status take_failure(Notices& notices);

}  // namespace sortscope
