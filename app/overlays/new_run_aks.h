// new_run_aks.h: the parameters of the AKS network in the new-run overlay.
#pragma once

#include <array>
#include <string>

#include "app/widgets/widgets.h"

namespace sortscope {

struct RunRequest;

/// Reads and writes the AksParameters of a RunRequest.
class AksForm {
 public:
  /// Draws from `y` down; the bottom. `keyboard`: one of the controls has it, and is marked;
  /// `take_text`: it begins to take characters, where it is a text field.
  float draw(RunRequest& run, const Brush& brush, float x, float y, float width, bool keyboard,
             bool take_text);

  // The controls by keyboard. One of them is in focus, from the first to the last.
  void focus_first(bool forward) { focus_ = forward ? 0 : kControls - 1; }
  /// Tab within the form: to the next control, or the one before; false where that is outside.
  bool focus_next(const RunRequest& run, bool forward);
  /// An arrow key in the control in focus.
  void turn(RunRequest& run, int by);
  [[nodiscard]] bool takes_text() const { return focus_ == kFixedDepth || focus_ >= kNumber; }
  /// Where the control in focus was drawn.
  [[nodiscard]] const Area& focused() const { return focused_; }

  /// What is wrong with the parameters: "" where nothing is.
  [[nodiscard]] const std::string& error() const { return error_; }

 private:
  // Controls, in the order of Tab.
  enum Control : int {
    kDepth,
    kFixedDepth,  // where the depth is fixed
    kMatching,
    kPerfect,
    kFlag,  // three of them
    kSparse = kFlag + 3,
    kNumber,  // as many as numbers_
    kControls = kNumber + 6
  };
  // A control that was drawn at `area`.
  void mark(const Brush& brush, int control, const Area& area);
  void choose_depth(RunRequest& run, int index);
  float draw_depth(RunRequest& run, const Brush& brush, float x, float y, float width);
  float draw_matching(RunRequest& run, const Brush& brush, float x, float y, float width);
  float draw_choices(RunRequest& run, const Brush& brush, float x, float y, float width);
  float draw_numbers(RunRequest& run, const Brush& brush, float x, float y, float width);
  void set(RunRequest& run, std::string_view name, std::string_view value);
  void read_numbers(const RunRequest& run);

  int focus_ = 0;
  bool keyboard_ = false;
  bool take_text_ = false;
  Area focused_;
  std::string error_;
  bool read_ = false;
  std::string depth_;                   // typed: a fixed depth
  std::array<std::string, 6> numbers_;  // epsilon-b, epsilon-f, delta, distinct, planted, seed
};

}  // namespace sortscope
