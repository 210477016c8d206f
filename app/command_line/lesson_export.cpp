// lesson_export.cpp: a lesson as pictures, slides and film.
#include "app/command_line/lesson_export.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "app/command_line/lesson_slides.h"
#include "app/command_line/progress.h"
#include "app/command_line/say.h"
#include "app/export/ffmpeg.h"
#include "app/export/film.h"
#include "app/export/picture.h"
#include "app/state/app.h"
#include "app/state/lesson_player.h"
#include "app/state/quiz.h"
#include "app/surface/blank.h"
#include "app/window/frame.h"
#include "app/window/run.h"
#include "core/base/output_file.h"
#include "core/base/progress.h"
#include "core/pictures/palette.h"

namespace sortscope {

namespace {

constexpr double kFps = 30;
constexpr double kLeastHold_s = 2.5;
constexpr double kReading_s = 0.06;  // a character: about 200 words a minute
constexpr double kThinking_s = 5;    // about a question

bool has_notes(const LessonStop& stop) {
  return std::ranges::any_of(stop.builds,
                             [](const LessonBuild& build) { return !build.notes.empty(); });
}

bool asks(const LessonStop& stop) {
  return std::ranges::any_of(stop.builds, [](const LessonBuild& build) {
    return std::ranges::any_of(
        build.lines, [](const LessonLine& line) { return line.text.starts_with("ask "); });
  });
}

// What the file that is asked for does not hold, on standard error.
void say_what_is_left_out(const Lesson& lesson, const LessonArguments& arguments) {
  const auto with_notes = std::ranges::count_if(lesson.stops, has_notes);
  const auto with_questions = std::ranges::count_if(lesson.stops, asks);
  const bool slides = arguments.out.ends_with(".pdf");
  if (with_notes > 0 && !arguments.notes) {
    say("sortscope: the notes of {} stop{} are left out; {}.\n", with_notes,
        with_notes == 1 ? "" : "s",
        slides ? "--notes adds a page after each" : "slides (.pdf) have them with --notes");
  }
  if (with_questions > 0 && arguments.out.ends_with(".png")) {
    say("sortscope: the questions of {} stop{} are {}; slides (.pdf) and films (.mp4) have "
        "question, "
        "answer and reason.\n",
        with_questions, with_questions == 1 ? "" : "s",
        arguments.every_step ? "shown without their answers" : "shown only where they come last");
  }
}

// A step whose picture the next one replaces, or whose words ask what the next one shows.
bool needs_a_page(const LessonPlayer& player) {
  static constexpr std::array<std::string_view, 4> kOtherRun = {"record", "merge-anyway", "preset",
                                                                "open"};
  const auto& builds = player.lesson().stops[player.place().stop].builds;
  const std::size_t at = player.place().build;
  if (builds[at].caption.find('?') != std::string::npos) return true;
  if (at + 1 == builds.size()) return true;
  return std::ranges::any_of(builds[at + 1].lines, [](const LessonLine& line) {
    const std::string_view word = std::string_view(line.text).substr(0, line.text.find(' '));
    return std::ranges::find(kOtherRun, word) != kOtherRun.end();
  });
}

bool last_step(const LessonPlayer& player) {
  return player.place().build + 1 == player.lesson().stops[player.place().stop].builds.size();
}

// Whether the step has a picture of its own.
bool is_drawn(const LessonArguments& arguments, bool last) { return last || arguments.every_step; }

Status write_picture(App& app, const OutputName& name) {
  auto image = app.surface.read_pixels();
  if (!image) return image.error();
  const auto png = png_of(*image);
  if (!png) return png.error();
  std::string called;
  Status status = write_output(name, *png, &called);
  if (status) say_called(name.path, called);
  return status;
}

Error stopped() { return {ErrorCode::kCancelled, "stopped.", ""}; }

// Steps that are gone through.
std::uint64_t step_count(const Lesson& lesson) {
  std::uint64_t steps = 0;
  for (const LessonStop& stop : lesson.stops) steps += stop.builds.size();
  return steps;
}

Status write_pictures(App& app, const LessonArguments& arguments,
                      const std::vector<OutputName>& files, Progress& progress) {
  std::size_t next = 0;
  LessonPlayer& player = *app.lesson;
  progress.begin(step_count(player.lesson()));
  while (true) {
    if (progress.cancelled()) return stopped();
    if (Status status = settle(app); !status) return status;
    progress.advance();
    if (is_drawn(arguments, last_step(player))) {
      if (Status status = write_picture(app, files.at(next++)); !status) return status;
    }
    if (player.at_end()) return {};
    player.next(app);
  }
}

Status write_slides(const std::shared_ptr<const Lesson>& lesson, const LessonArguments& arguments,
                    const OutputName& name, PixelSize size, Progress& progress) {
  BlankSurface surface;
  App app(surface);
  const auto palette = find_palette(arguments.palette.empty() ? "light" : arguments.palette);
  if (!palette) return palette.error();
  LessonPlayer& player = *app.lesson;
  const float width = static_cast<float>(size.width) / arguments.scale;
  const float height = static_cast<float>(size.height) / arguments.scale;
  std::vector<Slide> slides;
  const auto add_slide = [&] {
    slides.push_back(lesson_slide(app.session, app.panes, player, *app.quiz, width, height));
  };
  player.start(app, lesson);
  progress.begin(step_count(*lesson));
  while (true) {
    if (progress.cancelled()) return stopped();
    player.settle(app);
    progress.advance();
    take_live_results(app);
    if (const auto errors = player.take_errors(); !errors.empty()) return errors.front();
    const bool asking = app.quiz->asking();
    if (asking || needs_a_page(player) || arguments.every_step) add_slide();
    if (asking) {
      app.quiz->skip(app.session);
      app.session.settle();
      add_slide();
    }
    if (arguments.notes && last_step(player) && has_notes(lesson->stops[player.place().stop])) {
      slides.push_back(notes_slide(app.session, app.panes, player, width, height));
    }
    if (player.at_end()) break;
    player.next(app);
  }
  const auto pdf = slides_of(slides, **palette, lesson->title, &progress);
  if (!pdf) return pdf.error();
  std::string called;
  Status status = write_output(name, *pdf, &called);
  if (status) say_called(name.path, called);
  return status;
}

// Frames of the window, sent to ffmpeg; a picture that rests is drawn once.
class Film {
 public:
  Film(App& app, Ffmpeg& ffmpeg, Progress& progress)
      : app_(app), ffmpeg_(ffmpeg), progress_(progress) {}

  // Until nothing moves, then for `seconds` more.
  Status show(double seconds) {
    do {
      if (Status status = frame(); !status) return status;
    } while (app_.lesson->waiting() || app_.session.playing() || app_.session.moving());
    // What has come to rest is drawn once more without motion.
    if (Status status = frame(); !status) return status;
    for (auto left = static_cast<int>(std::ceil(seconds * kFps)); left > 0; --left) {
      if (Status status = ffmpeg_.write(image_.rgba, &progress_); !status) return status;
    }
    return {};
  }

 private:
  Status frame() {
    if (progress_.cancelled())
      return Error{ErrorCode::kCancelled, "stopped; no film was written.", ""};
    if (app_.background.work) app_.background.wait(app_);
    if (Status status = draw_frame(app_, 1 / kFps); !status) return status;
    auto image = app_.surface.read_pixels();
    if (!image) return image.error();
    image_ = std::move(*image);
    return ffmpeg_.write(image_.rgba, &progress_);
  }

  App& app_;
  Ffmpeg& ffmpeg_;
  Progress& progress_;
  Image image_;
};

double reading_s(const App& app) {
  const LessonPlayer& player = *app.lesson;
  const std::string& caption =
      player.lesson().stops[player.place().stop].builds[player.place().build].caption;
  return std::max(kLeastHold_s, kReading_s * static_cast<double>(caption.size()));
}

Status write_lesson_film(App& app, const OutputName& name, PixelSize size, Progress& progress) {
  const std::string& path = name.path;
  auto file = OutputFile::create(name, true);
  if (!file) return file.error();
  ViewRequest request;
  request.width = size.width;
  request.height = size.height;
  request.palette = app.look.palette;
  FilmPlan plan;
  plan.fps = kFps;
  auto ffmpeg = Ffmpeg::start(film_arguments(plan, request, file->temporary_path()), {});
  if (!ffmpeg) return ffmpeg.error();
  LessonPlayer& player = *app.lesson;
  std::size_t steps = 0;
  for (const LessonStop& stop : player.lesson().stops) steps += stop.builds.size();
  progress.begin(steps);
  Film film(app, *ffmpeg, progress);
  while (true) {
    do {
      if (Status status = film.show(reading_s(app)); !status) return status;
    } while (player.turn_page(1));
    if (app.quiz->asking()) {
      if (Status status = film.show(kThinking_s); !status) return status;
      app.quiz->skip(app.session);
      std::size_t words = 0;
      for (const std::string& reason : app.quiz->reasons()) words += reason.size();
      const double hold_s = std::max(kLeastHold_s, kReading_s * static_cast<double>(words));
      if (Status status = film.show(hold_s); !status) return status;
    }
    if (const auto errors = player.take_errors(); !errors.empty()) return errors.front();
    progress.advance();
    if (player.at_end()) break;
    player.next(app);
  }
  if (Status status = ffmpeg->finish(&progress); !status) return status;
  if (!film_is_whole(file->temporary_path(), FilmFormat::kMp4)) {
    return Error{ErrorCode::kIo, fmt::format("'{}' could not be written to its end.", path),
                 "Is the disk full?"};
  }
  std::string called;
  Status status = file->commit_kept(&called);
  if (status) say_called(path, called);
  return status;
}

}  // namespace

Result<std::vector<OutputName>> lesson_files(const Lesson& lesson,
                                             const LessonArguments& arguments) {
  std::vector<OutputName> files;
  const std::string& out = arguments.out;
  if (out.empty()) return files;
  if (const auto size = parse_size(arguments.size); !size) return size.error();
  if (arguments.notes && !out.ends_with(".pdf")) {
    return Error{ErrorCode::kBadUsage, "--notes adds pages to slides.", "Name a file.pdf."};
  }
  if (!out.ends_with(".pdf") && !out.ends_with(".png") && !out.ends_with(".mp4")) {
    return Error{ErrorCode::kBadUsage, fmt::format("a lesson is not written as '{}'.", out),
                 "Name a file that ends in .png, .pdf or .mp4."};
  }
  if (!arguments.palette.empty()) {
    if (const auto palette = find_palette(arguments.palette); !palette) return palette.error();
  }
  if (!out.ends_with(".png")) {
    files.emplace_back(out);
    return files;
  }
  const std::string stem = out.substr(0, out.size() - 4);
  for (std::size_t stop = 0; stop < lesson.stops.size(); ++stop) {
    const std::size_t steps = lesson.stops[stop].builds.size();
    for (std::size_t step = 0; step < steps; ++step) {
      if (!is_drawn(arguments, step + 1 == steps)) continue;
      std::string path = fmt::format("{}-{:02}", stem, stop + 1);
      if (arguments.every_step) path += fmt::format("-{}", step + 1);
      path += ".png";
      if (Status place = check_place(path); !place) return place.error();
      files.emplace_back(path);
    }
  }
  return files;
}

Status export_lesson(const std::shared_ptr<const Lesson>& lesson, const LessonArguments& arguments,
                     const std::vector<OutputName>& files, Job& job) {
  const std::string& out = arguments.out;
  const auto size = parse_size(arguments.size);
  if (!size) return size.error();
  job.stage((out.ends_with(".mp4") ? "Filming " : "Drawing ") + out);
  if (out.ends_with(".pdf")) {
    say_what_is_left_out(*lesson, arguments);
    return write_slides(lesson, arguments, files.front(), *size, job.progress());
  }
  say_what_is_left_out(*lesson, arguments);
  auto surface = make_headless_surface(size->width, size->height, 1);
  if (!surface) return surface.error();
  App app(**surface);
  app.look.user_scale = arguments.scale;
  if (!arguments.palette.empty()) {
    const auto palette = find_palette(arguments.palette);
    if (!palette) return palette.error();
    app.look.palette = *palette;
  }
  app.look.film = out.ends_with(".mp4");
  app.lesson->start(app, lesson);
  return out.ends_with(".png") ? write_pictures(app, arguments, files, job.progress())
                               : write_lesson_film(app, files.front(), *size, job.progress());
}

}  // namespace sortscope
