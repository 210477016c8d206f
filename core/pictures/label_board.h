// label_board.h: labels that are left out where there is no room for them.
#pragma once

#include <initializer_list>
#include <vector>

#include "core/pictures/label_fit.h"
#include "core/pictures/picture.h"

namespace sortscope {

/// Adds labels to a picture where they overlap neither each other nor what was kept free. Memory
/// for every label; O(labels) a label.
class LabelBoard {
 public:
  explicit LabelBoard(Picture& picture) : picture_(picture) {}

  /// Nothing is written here.
  void keep_free(const LabelArea& area) { taken_.push_back(area); }
  /// Adds the label at the first of `spots` (x, y pairs; its own spot where there are none) that is
  /// free and on the page. `masked`: on a patch of ground that hides lines. False where none is.
  bool add(Label label, bool masked = false,
           std::initializer_list<std::pair<float, float>> spots = {});

 private:
  [[nodiscard]] bool is_free(const LabelArea& area) const;

  Picture& picture_;
  std::vector<LabelArea> taken_;
};

}  // namespace sortscope
