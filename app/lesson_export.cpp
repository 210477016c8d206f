// lesson_export.cpp: the window's pictures at the stops of a lesson.
#include "app/lesson_export.h"

#include <fmt/format.h>

#include "app/app.h"
#include "app/export_picture.h"
#include "app/lesson_player.h"
#include "app/window_app.h"
#include "core/output_file.h"

namespace sortscope {

namespace {

Status write_picture(App& app, const std::string& path) {
  auto image = app.surface.read_pixels();
  if (!image) return image.error();
  const auto png = png_of(*image);
  if (!png) return png.error();
  return write_file(path, *png);
}

}  // namespace

Status export_lesson(const std::shared_ptr<const Lesson>& lesson,
                     const LessonArguments& arguments) {
  if (!arguments.out.ends_with(".png")) {
    return Error{ErrorCode::kBadUsage,
                 fmt::format("a lesson is not written as '{}'.", arguments.out),
                 "Name a file that ends in .png."};
  }
  const std::string stem = arguments.out.substr(0, arguments.out.size() - 4);
  const auto size = parse_size(arguments.size);
  if (!size) return size.error();
  auto surface = make_headless_surface(size->width, size->height, 1);
  if (!surface) return surface.error();
  App app(**surface);
  app.user_scale = arguments.scale;
  if (!arguments.palette.empty()) {
    const auto palette = find_palette(arguments.palette);
    if (!palette) return palette.error();
    app.palette = *palette;
  }
  LessonPlayer& player = *app.lesson;
  player.start(app, lesson);
  while (true) {
    if (Status status = settle(app); !status) return status;
    const LessonPlace place = player.place();
    const bool last = place.build + 1 == lesson->stops[place.stop].builds.size();
    std::string path = fmt::format("{}-{:02}", stem, place.stop + 1);
    if (arguments.every_step) path += fmt::format("-{}", place.build + 1);
    if (last || arguments.every_step) {
      if (Status status = write_picture(app, path + ".png"); !status) return status;
    }
    if (player.at_end()) return {};
    player.next(app);
  }
}

}  // namespace sortscope
