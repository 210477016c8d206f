// command_queue.h: what a frame asks for while it is drawn; it is done once the frame is over.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/error.h"

namespace sortscope {

/// Commands may replace what is shown, and a frame refers to it until its last pixel. So what is
/// drawn only asks here; run_asked() in command_table.h runs what was asked, in its order.
class CommandQueue {
 public:
  /// Hears what became of a line.
  using Told = std::function<void(const Status&)>;
  struct Asked {
    std::string line;
    Told told;                   // null: the person is told of an error
    std::function<void()> work;  // in place of a line
    bool replaces = false;       // the person agreed that a file may go
  };

  /// Runs `line` for the person once the frame is over; an error becomes a notice. `replaces`: the
  /// file that it names may be there, which the person was asked.
  void ask(std::string_view line, bool replaces = false) {
    asked_.push_back({std::string(line), {}, {}, replaces});
  }
  /// The same, but `told` is told instead. It and what it refers to live until then.
  void ask(std::string_view line, Told told) {
    asked_.push_back({std::string(line), std::move(told), {}, false});
  }
  /// Does `work` once the lines asked before have run.
  void then(std::function<void()> work) { asked_.push_back({{}, {}, std::move(work), false}); }

  [[nodiscard]] bool empty() const { return asked_.empty(); }
  /// All that was asked since, to be done now.
  std::vector<Asked> take() { return std::exchange(asked_, {}); }

 private:
  std::vector<Asked> asked_;
};

}  // namespace sortscope
