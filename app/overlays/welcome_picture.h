// welcome_picture.h: a small run drawn by its layout: what a family of algorithms looks like.
#pragma once

#include <memory>
#include <optional>

#include "app/export/picture.h"
#include "app/widgets/widgets.h"

namespace sortscope {

struct Recording;
struct AlgorithmGroup;

class GroupPicture {
 public:
  /// Records the run: milliseconds.
  explicit GroupPicture(const AlgorithmGroup& group);

  /// `playing_s`: since it is played; below 0 it stands where the group says.
  void draw(const Brush& brush, const Area& area, double playing_s);

 private:
  std::string_view view_;
  float at_ = 1;
  std::shared_ptr<const Recording> recording_;  // null: it could not be made
  std::unique_ptr<PictureMaker> maker_;
  std::optional<Picture> picture_;
  Area extent_;  // of the marks on their page
  Cursor cursor_;
  float fraction_ = 0;
};

}  // namespace sortscope
