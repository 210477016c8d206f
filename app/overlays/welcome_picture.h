// welcome_picture.h: a small run drawn by its layout: what a family of algorithms looks like.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "app/export/picture.h"
#include "app/widgets/widgets.h"

namespace sortscope {

struct Recording;
struct AlgorithmGroup;

/// The part of the page on which a picture has marks.
Area extent_of(const Picture& picture);

class GroupPicture {
 public:
  /// Records the run: milliseconds.
  explicit GroupPicture(const AlgorithmGroup& group);

  /// `playing_s`: since it is played; below 0 it stands where the group says.
  void draw(const Brush& brush, const Area& area, double playing_s);

  /// The picture at a moment of the film; nothing where it could not be made.
  [[nodiscard]] std::optional<Picture> picture_at(const Palette& palette, Cursor cursor,
                                                  float fraction) const;
  /// The part of the page on which the pictures of the film have marks. Milliseconds.
  [[nodiscard]] Area extent(const Palette& palette) const;
  /// Of the run; 0: there is none.
  [[nodiscard]] std::uint32_t depth() const;

 private:
  std::string_view view_;
  float at_ = 1;
  std::shared_ptr<const Recording> recording_;  // null: it could not be made
  std::unique_ptr<PictureMaker> maker_;
  std::optional<Picture> picture_;
  Area film_;  // the part of the page that its pictures take
  Cursor cursor_;
  float fraction_ = 0;
};

}  // namespace sortscope
