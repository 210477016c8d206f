// test_export.cpp: pictures as SVG and TikZ, the frames of a film, and files that are whole or
// absent.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <imgui.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>

#include "app/commands/export_work.h"
#include "app/export/film.h"
#include "app/export/marks.h"
#include "app/export/picture.h"
#include "app/export/view.h"
#include "app/state/app.h"
#include "app/state/command_table.h"
#include "core/base/output_file.h"
#include "core/recordings/recording.h"
#include "core/scenes/layout.h"
#include "tests/unit/app/quiet_surface.h"

namespace sortscope {
namespace {

Picture small_picture() {
  Picture picture;
  picture.width = 200;
  picture.height = 100;
  picture.boxes.push_back({10, 10, 50, 30, Role::kAccentBand, true, 6});
  picture.lines.push_back({0, 20, 200, 20, Role::kWire, 1});
  picture.lines.push_back({50, 20, 50, 60, Role::kExchanged, 2.2F});
  picture.lines.push_back({70, 20, 70, 60, Role::kGhost, 1.2F, true});
  picture.arrows.push_back({50, 58, true, 5, Role::kExchanged, 2});
  picture.dots.push_back({50, 20, 4, Role::kExchanged, true});
  picture.dots.push_back({70, 20, 4, Role::kKept, false});
  picture.chips.push_back({90, 30, 20, 16, Role::kRank, true, 4, 0.5F});
  picture.labels.push_back({100, 38, "-5", 12, Face::kMono, Anchor::kMiddle, Role::kText, 0.5F});
  picture.labels.push_back(
      {5, 90, "a < b & 50 % {x_1} → 2^*n…", 12, Face::kSans, Anchor::kStart, Role::kMuted});
  return picture;
}

const Palette& light() { return **find_palette("light"); }

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++found;
  }
  return found;
}

TEST(ExportSvg, HasEveryMarkAndRealText) {
  const std::string svg = *svg_of(small_picture(), light(), "a & b");
  EXPECT_EQ(count(svg, "<circle "), 2U);
  EXPECT_EQ(count(svg, "<text "), 2U);
  EXPECT_EQ(count(svg, "<rect "), 3U);  // the ground, the band, the chip
  EXPECT_EQ(count(svg, "<path "), 4U);  // three lines, an arrow
  EXPECT_NE(svg.find(">a &lt; b &amp; 50 % {x_1} → 2^*n…</text>"), std::string::npos);
  EXPECT_NE(svg.find("<title>a &amp; b</title>"), std::string::npos);
  EXPECT_NE(svg.find("width=\"200\" height=\"100\" viewBox=\"0 0 200 100\""), std::string::npos);
  EXPECT_NE(svg.find("stroke: #A85B00"), std::string::npos);  // exchanged
}

TEST(ExportSvg, ScaleChangesTheSizeNotTheMarks) {
  const std::string svg = *svg_of(small_picture(), light(), "t", 2);
  EXPECT_NE(svg.find("width=\"400\" height=\"200\" viewBox=\"0 0 200 100\""), std::string::npos);
}

TEST(ExportSvg, ManyLinesShareAPath) {
  Picture picture = small_picture();
  for (int i = 0; i < 30000; ++i) {
    picture.lines.push_back({static_cast<float>(i % 200), 0, 0, 50, Role::kKept, 1});
  }
  EXPECT_LT(count(*svg_of(picture, light(), "t"), "<path "), 200U);
}

// A translucent triangle, a lit quad and a dashed outline, in this order.
Picture shaped_picture() {
  Picture picture = small_picture();
  const ShapePoint triangle[] = {{10, 10}, {60, 10}, {35, 50}};
  const ShapePoint quad[] = {{100, 10}, {150, 12}, {150, 60}, {100, 58}};
  picture.add_shape(triangle, {.role = Role::kAccent, .alpha = 0.25F});
  picture.add_shape(quad, {.role = Role::kRank, .rank = 1, .light = 0.5F});
  picture.add_shape(quad, {.role = Role::kText, .width = 2, .closed = true, .dashed = true});
  return picture;
}

TEST(ExportShapes, SvgKeepsOrderColourAndOpacity) {
  const std::string svg = *svg_of(shaped_picture(), light(), "t");
  const std::size_t first =
      svg.find("<path d=\"M10 10L60 10L35 50Z\" fill=\"#0A66B0\" fill-opacity=\"0.25\"/>");
  // Cividis' last colour, half as light.
  const std::size_t second =
      svg.find("<path d=\"M100 10L150 12L150 60L100 58Z\" fill=\"#7F741C\"/>");
  const std::size_t third =
      svg.find("fill=\"none\" stroke=\"#15181C\" stroke-width=\"2\" class=\"dashed\"/>");
  ASSERT_NE(first, std::string::npos);
  ASSERT_NE(second, std::string::npos);
  ASSERT_NE(third, std::string::npos);
  EXPECT_LT(first, second);
  EXPECT_LT(second, third);
}

TEST(ExportShapes, TikzFillsAndStrokes) {
  const auto tex = tikz_of(shaped_picture(), light(), "t", 16);
  ASSERT_TRUE(tex.ok());
  EXPECT_NE(tex->find("\\fill[lit0A66B0, opacity=0.25] (10.00,10.00)--(60.00,10.00)--(35.00,50.00)"
                      "--cycle;"),
            std::string::npos);
  EXPECT_NE(tex->find("\\definecolor{lit7F741C}{HTML}{7F741C}"), std::string::npos);
  EXPECT_NE(tex->find("\\draw[lit15181C, line width=1.500bp, dash pattern="), std::string::npos);
}

TEST(ExportTikz, DefinesEveryColourOnceAndUsesNoOther) {
  const auto tex = tikz_of(small_picture(), light(), "t", 16);
  ASSERT_TRUE(tex.ok());
  const std::regex definition(R"(\\definecolor\{(\w+)\}\{HTML\}\{[0-9A-F]{6}\})");
  std::vector<std::string> defined;
  for (auto at = std::sregex_iterator(tex->begin(), tex->end(), definition);
       at != std::sregex_iterator(); ++at) {
    defined.push_back((*at)[1]);
  }
  const std::size_t all = defined.size();
  std::sort(defined.begin(), defined.end());
  EXPECT_EQ(static_cast<std::size_t>(std::unique(defined.begin(), defined.end()) - defined.begin()),
            all);
  const std::regex use(R"(\b(sort[a-z]+|rank[0-9A-F]{6})\b)");
  std::string body = tex->substr(tex->find("\\begin{document}"));
  for (auto at = std::sregex_iterator(body.begin(), body.end(), use); at != std::sregex_iterator();
       ++at) {
    EXPECT_TRUE(std::binary_search(defined.begin(), defined.end(), (*at)[1].str())) << (*at)[1];
  }
}

TEST(ExportTikz, EscapesText) {
  const auto tex = tikz_of(small_picture(), light(), "t", 16);
  ASSERT_TRUE(tex.ok());
  EXPECT_NE(tex->find("a $<$ b \\& 50 \\% \\{x\\_1\\} $\\to$ 2\\textasciicircum{}*n\\ldots{}"),
            std::string::npos);
  // Whatever is left is ASCII, for any LaTeX.
  EXPECT_TRUE(std::all_of(tex->begin(), tex->end(),
                          [](char c) { return static_cast<unsigned char>(c) < 0x80; }));
}

TEST(ExportTikz, LeavesDotsOutAbove256WiresAndSaysNoAboveWhatTexHolds) {
  const auto few = tikz_of(small_picture(), light(), "t", 256);
  const auto many = tikz_of(small_picture(), light(), "t", 512);
  ASSERT_TRUE(few.ok() && many.ok());
  EXPECT_GT(count(*few, "\\draw"), count(*many, "\\draw"));
  EXPECT_TRUE(tikz_of(small_picture(), light(), "t", 1U << 20).ok());
  Picture large = small_picture();
  large.lines.resize(200'000, large.lines.front());
  const auto too_many = tikz_of(large, light(), "t", 1U << 20);
  ASSERT_FALSE(too_many.ok());
  EXPECT_EQ(too_many.error().exit_code(), 2);
}

TEST(ExportFilm, FramesAreStepsTimesFramesPerStep) {
  EXPECT_EQ((FilmPlan{.from = 1, .to = 10, .fps = 30, .seconds_per_step = 1}).frames(), 300U);
  EXPECT_EQ((FilmPlan{.from = 0, .to = 10, .fps = 2, .seconds_per_step = 1}).frames(), 22U);
  EXPECT_EQ((FilmPlan{.from = 0, .to = 0, .fps = 24, .seconds_per_step = 0.1}).frames(), 3U);
  EXPECT_EQ((FilmPlan{.from = 0, .to = 0, .fps = 30, .seconds_per_step = 0.1}).frames(), 3U);
  EXPECT_EQ((FilmPlan{.from = 5, .to = 6, .fps = 1, .seconds_per_step = 0.001}).frames(), 2U);
}

TEST(ExportFilm, KeysMoveInTheFirstHalfAndRestInTheSecond) {
  const Network network = find_algorithm("bitonic").value()->build(16);
  const FilmPlan plan{.from = 1, .to = 3, .fps = 30, .seconds_per_step = 1};
  float last = 0;
  for (std::uint64_t i = 30; i < 60; ++i) {  // step 2
    const FilmFrame frame = film_frame(plan, network, i);
    if (i < 44) {
      EXPECT_EQ(frame.cursor, (Cursor{1, 0}));
      EXPECT_GT(frame.fraction, last);
      EXPECT_LT(frame.fraction, 1);
      last = frame.fraction;
    } else {
      EXPECT_EQ(frame.cursor, (Cursor{2, 0}));
      EXPECT_EQ(frame.fraction, 0);
    }
  }
  const FilmFrame first = film_frame({.from = 0, .to = 3}, network, 0);
  EXPECT_EQ(first.cursor, (Cursor{0, 0}));
  EXPECT_EQ(first.fraction, 0);
  EXPECT_EQ(film_frame(plan, network, plan.frames() - 1).cursor, (Cursor{3, 0}));
}

TEST(ExportFilm, StepsOfAnAdaptiveRunAreComparisons) {
  const Network network = find_algorithm("adaptive").value()->build(4);
  const FilmPlan plan{.from = 0, .to = 6, .whole_layers = false, .fps = 10, .seconds_per_step = 1};
  // Two comparisons of merge 1; two, one after the other, and two of merge 2.
  const std::vector<Cursor> after = {{0, 0}, {0, 1}, {1, 0}, {2, 0}, {3, 0}, {3, 1}, {4, 0}};
  ASSERT_EQ(network.end(), (Cursor{4, 0}));
  for (std::uint32_t step = 0; step < after.size(); ++step) {
    const FilmFrame rest = film_frame(plan, network, 10 * step + 9);
    EXPECT_EQ(rest.cursor, after[step]);
    EXPECT_EQ(rest.fraction, 0);
    if (step == 0) continue;
    const FilmFrame moving = film_frame(plan, network, 10 * step);
    EXPECT_EQ(moving.cursor, after[step - 1]);
    EXPECT_FALSE(moving.whole_layer);
    EXPECT_GT(moving.fraction, 0);
  }
  const FilmPlan parallel{.from = 0, .to = 4, .fps = 10, .seconds_per_step = 1};
  EXPECT_EQ(film_frame(parallel, network, 49).cursor, network.end());
  EXPECT_TRUE(film_frame(parallel, network, 40).whole_layer);
}

TEST(ExportFilm, GifDelaysAreWholeHundredths) {
  EXPECT_EQ(gif_delay(25), 4);
  EXPECT_EQ(gif_delay(30), 3);
  EXPECT_EQ(gif_delay(50), 2);
  EXPECT_EQ(gif_delay(60), 2);
  EXPECT_EQ(gif_delay(1), 100);
}

// As ffmpeg is told: what is said of a film is what is written, at every rate.
TEST(ExportFilm, IsAsLongAsItSays) {
  for (int fps = 1; fps <= 60; ++fps) {
    for (const int tenths : {1, 5, 10, 25}) {
      const FilmPlan asked{
          .from = 0, .to = 3, .fps = double(fps), .seconds_per_step = tenths / 10.0};
      const FilmPlan film = as_written(asked, FilmFormat::kMp4);
      const int each = std::max(1, (fps * tenths + 9) / 10);
      EXPECT_EQ(film.frames(), 4U * each);
      EXPECT_EQ(film_length(film), fmt::format("{} frames · {:.4g} s", 4 * each, 4.0 * each / fps));
      // Hundredths of a second a frame.
      const int delay = std::max(2, (200 + fps) / (2 * fps));
      const int shown = std::max(1, (10 * tenths + delay - 1) / delay);
      const FilmPlan gif = as_written(asked, FilmFormat::kGif);
      EXPECT_EQ(gif.frames(), 4U * shown) << fps;
      EXPECT_EQ(film_length(gif), fmt::format("{} frames · {:.4g} s at {:.4g} fps", 4 * shown,
                                              0.04 * shown * delay, 100.0 / delay));
      EXPECT_EQ(as_written(gif, FilmFormat::kGif).frames(), gif.frames());
    }
  }
}

TEST(ExportFilm, GifPaletteHoldsTheThemesColours) {
  for (const Palette& palette : palettes()) {
    const auto bytes = gif_palette(palette);
    const auto holds = [&](const Color& c) {
      for (std::size_t i = 0; i < bytes.size(); i += 4) {
        if (std::abs(c.r * 255 - static_cast<float>(bytes[i])) < 0.6F &&
            std::abs(c.g * 255 - static_cast<float>(bytes[i + 1])) < 0.6F &&
            std::abs(c.b * 255 - static_cast<float>(bytes[i + 2])) < 0.6F) {
          return true;
        }
      }
      return false;
    };
    for (const Role role : {Role::kGround, Role::kText, Role::kMuted, Role::kExchanged, Role::kKept,
                            Role::kAccent, Role::kLine, Role::kWire}) {
      EXPECT_TRUE(holds(palette.color(role))) << name_of(role);
    }
    EXPECT_TRUE(holds(palette.rank_color(0)));
    EXPECT_TRUE(holds(palette.rank_color(1)));
  }
}

class OutputFileTest : public testing::Test {
 protected:
  void SetUp() override {
    char name[] = "/tmp/sortscope-test-XXXXXX";
    ASSERT_NE(mkdtemp(name), nullptr);
    folder = name;
  }
  void TearDown() override { std::filesystem::remove_all(folder); }
  [[nodiscard]] std::size_t entries() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder),
                                                  std::filesystem::directory_iterator()));
  }
  static std::string content(const std::string& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  std::string folder;
};

TEST_F(OutputFileTest, AppearsWhenCommittedAndNotBefore) {
  const std::string path = folder + "/a.txt";
  {
    auto file = OutputFile::create(path, true);
    ASSERT_TRUE(file.ok());
    EXPECT_FALSE(std::filesystem::exists(path));
    EXPECT_EQ(entries(), 1U);
  }
  EXPECT_EQ(entries(), 0U);
  ASSERT_TRUE(write_file(path, "one").ok());
  EXPECT_EQ(content(path), "one");
  ASSERT_TRUE(write_file(path, "two").ok());
  EXPECT_EQ(content(path), "two");
  EXPECT_EQ(entries(), 1U);
  struct stat status = {};
  ASSERT_EQ(stat(path.c_str(), &status), 0);
  const mode_t mask = umask(0);
  umask(mask);
  EXPECT_EQ(status.st_mode & 0777, 0666 & ~mask);
}

TEST_F(OutputFileTest, FollowsLinksAndLeavesDevicesInPlace) {
  ASSERT_TRUE(write_file(folder + "/real.txt", "old").ok());
  ASSERT_EQ(symlink("real.txt", (folder + "/link.txt").c_str()), 0);
  ASSERT_TRUE(write_file(folder + "/link.txt", "new").ok());
  EXPECT_EQ(content(folder + "/real.txt"), "new");
  EXPECT_TRUE(std::filesystem::is_symlink(folder + "/link.txt"));
  ASSERT_EQ(symlink("/dev/full", (folder + "/full.txt").c_str()), 0);
  const Status status = write_file(folder + "/full.txt", "text");
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code, ErrorCode::kIo);
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/full"));
}

TEST_F(OutputFileTest, NamesWhatIsWrong) {
  for (const std::string& path : {folder, folder + "/none/a.txt"}) {
    const Status status = write_file(path, "text");
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(status.error().code, ErrorCode::kIo);
    EXPECT_NE(status.error().message.find(path), std::string::npos);
  }
}

// Every family, and a network that a person has drawn: what is offered shows the run, in a file
// too.
TEST(ExportViews, OnlyViewsThatShowTheRunAreOffered) {
  QuietSurface surface;
  App app(surface);
  app.next.engine_id = "cpu";
  for (const std::string_view line :
       {"new-network 4", "record-with bitonic 8", "record-with adaptive 8",
        "record-with adaptive-interval 8", "record-with abisort 8", "record-with aks 64"}) {
    const Status status = run_command_line(app, line);
    ASSERT_TRUE(status) << line << status.error().text();
    app.background.wait(app);
    const auto views = exportable_views(app.session);
    ASSERT_FALSE(views.empty()) << line;
    EXPECT_EQ(views.front()->id, "network");
    std::set<std::string_view> ids;
    PictureMaker maker(app.session.shared_recording());
    for (const Layout* view : views) {
      ids.insert(view->id);
      ViewRequest request;
      request.view = view->id;
      const auto picture = maker.make(request, 800, 600);
      EXPECT_TRUE(picture) << line << ' ' << view->id << ": " << picture.error().text();
    }
    const std::string_view family = line.substr(0, line.rfind(' '));
    EXPECT_EQ(ids.contains("tree"),
              family == "record-with adaptive" || family == "record-with abisort")
        << line;
    EXPECT_EQ(ids.contains("aks-tree"), family == "record-with aks") << line;
    EXPECT_FALSE(ids.contains("race")) << line;
  }
}

// Where the file went is one press away from what one pastes into.
TEST(ExportFromTheWindow, OffersThePathToCopy) {
  QuietSurface surface;
  App app(surface);
  app.session.open(prepare_run(small_recording()));
  const auto folder = std::filesystem::temp_directory_path() / "sortscope copied path";
  std::filesystem::create_directories(folder);
  const std::string path = (folder / "a figure.svg").string();
  ASSERT_TRUE(start_export(app.session, app.background,
                           present_export(app.session, app.look, "network", path)));
  app.background.wait(app);
  ASSERT_FALSE(app.notices.shown.empty());
  const Notice told = app.notices.shown.back();
  EXPECT_EQ(told.text, "Exported " + path + ".");
  EXPECT_FALSE(told.error);
  ImGui::CreateContext();
  const Status copied = run_command_line(app, told.command);
  const char* const text = ImGui::GetClipboardText();
  EXPECT_TRUE(copied);
  EXPECT_STREQ(text, path.c_str());
  ImGui::DestroyContext();
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace sortscope
