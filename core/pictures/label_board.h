// label_board.h: labels that are left out where there is no room for them.
#pragma once

#include <initializer_list>
#include <span>
#include <utility>
#include <vector>

#include "core/pictures/label_fit.h"
#include "core/pictures/picture.h"

namespace sortscope {

/// A label that may stand at one of several spots (x, y), the best first.
struct MovableLabel {
  Label label;
  std::vector<std::pair<float, float>> spots;
  bool masked = false;  // on a patch of ground that hides lines
  bool yields = false;  // left out where there is no room beside keys
  bool clear = false;   // masked, and left out where it would hide what is to be seen
  bool roomy = false;   // away from other words where that takes it to no other height
};

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
  /// The same; where no spot is free, the label is left out.
  bool add_movable(const MovableLabel& movable);
  /// Grounds of labels leave these marks in sight where another spot is free. Referred to.
  void keep_in_sight(std::span<const LabelArea> marks) { in_sight_ = marks; }
  /// Keeps the picture's keys (chips with a rank, and padding) and the labels that it has free.
  void keep_marks_free();
  void keep_labels_free();

 private:
  bool place(MovableLabel movable);
  [[nodiscard]] bool is_free(const LabelArea& area) const;

  Picture& picture_;
  std::vector<LabelArea> taken_;
  std::span<const LabelArea> in_sight_;
};

/// Adds labels, the first first, where the picture's keys and labels leave room; masked ones that
/// find none go over keys where they do not yield, others are left out. `in_sight`: marks that a
/// ground covers only where no spot beside them is free; `kept`: areas that none covers.
void add_movable_labels(Picture& picture, std::span<const MovableLabel> labels,
                        std::span<const LabelArea> in_sight = {},
                        std::span<const LabelArea> kept = {});

}  // namespace sortscope
