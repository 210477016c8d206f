// new_run_aks.h: the parameters of the AKS network in the new-run overlay.
#pragma once

#include <array>
#include <string>

#include "app/widgets.h"

namespace sortscope {

class App;

/// Reads and writes App::run.aks.
class AksForm {
 public:
  /// Draws from `y` down; the bottom.
  float draw(App& app, const Brush& brush, float x, float y, float width);
  /// What is wrong with the parameters: "" where nothing is.
  [[nodiscard]] const std::string& error() const { return error_; }

 private:
  float draw_depth(App& app, const Brush& brush, float x, float y, float width);
  float draw_matching(App& app, const Brush& brush, float x, float y, float width);
  float draw_choices(App& app, const Brush& brush, float x, float y, float width);
  float draw_numbers(App& app, const Brush& brush, float x, float y, float width);
  void set(App& app, std::string_view name, std::string_view value);
  void read_numbers(const App& app);

  std::string error_;
  bool read_ = false;
  std::string depth_;                   // typed: a fixed depth
  std::array<std::string, 6> numbers_;  // epsilon-b, epsilon-f, delta, distinct, planted, seed
};

}  // namespace sortscope
