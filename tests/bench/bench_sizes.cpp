// bench_sizes.cpp: how what a person waits for grows with the number of keys: recording into a
// file, opening it in the window, seeks, the map of exchanges, frames while zooming, the view
// History, a tour through seeks, steps and all views. usage: bench_sizes [--engine ID]
// [--size WIDTHxHEIGHT] [--seconds S] [--folder PATH] [--slow MS] [LOG2_N ...]; prints a line a
// figure, as it goes, and each frame over MS. Sizes that would not end in time are left out.
#include <fmt/format.h>
#include <glad/gl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <optional>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "app/engines/engines.h"
#include "app/state/app.h"
#include "app/state/command_table.h"
#include "app/state/history.h"
#include "app/state/next_run.h"
#include "app/surface/surface.h"
#include "app/window/frame.h"
#include "core/keys/inputs.h"
#include "core/recordings/counts/exchange_map.h"
#include "core/recordings/file.h"
#include "core/recordings/recording.h"
#include "kernels/cuda_engine.h"

namespace sortscope {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double kFrameMs = 1000.0 / 60;
constexpr double kWorkFrameMs = 50;  // as in the window
constexpr int kSeeks = 200;
constexpr double kSeekSeconds = 8;  // after which seeks, or columns of the history, are enough
constexpr double kGrowth = 5;       // of four times as many keys: n log² n, and a bit
constexpr unsigned kLargestCylinder = 20;
constexpr std::uint64_t kFarSeekNs = 30'000'000;  // as in the window

double cpu_ms() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) / 1e6;
}

double ms_since(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

struct Settings {
  std::string engine = "auto";
  std::string folder = std::filesystem::temp_directory_path().string();
  int width = 1280;
  int height = 720;
  double seconds = 280;
  double slow_ms = 1e9;
  std::vector<unsigned> sizes;
};

int fail(const Error& error) {
  fmt::print(stderr, "bench_sizes: {}\n", error.text());
  return 1;
}

double quantile(std::vector<double> ms, double q) {
  std::sort(ms.begin(), ms.end());
  return ms.empty() ? 0 : ms[static_cast<std::size_t>(q * static_cast<double>(ms.size() - 1))];
}

/// Measures one size.
class Size {
 public:
  Size(const Settings& settings, Surface& surface, unsigned log2_n)
      : settings_(settings),
        surface_(surface),
        log2_n_(log2_n),
        path_(fmt::format("{}/bench-sizes-{}.h5", settings.folder, ::getpid())) {}

  /// What grows with the keys: recording, opening, seeks, the map.
  [[nodiscard]] double growing_ms() const { return growing_ms_; }

  Status run() {
    Status status = record_and_open();
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
    return status;
  }

 private:
  void print(std::string_view what, double ms, std::string_view note = "") const {
    fmt::print("2^{:<3} {:<44} {:>12.2f} ms  {}\n", log2_n_, what, ms, note);
    std::fflush(stdout);
  }

  // The file of the run.
  Status write_file() {
    const auto engine = choose_engine(settings_.engine);
    if (!engine) return engine.error();
    const auto algorithm = find_algorithm("bitonic");
    RunRequest request;
    request.input = "uniform";
    request.seed = 7;
    const auto begin = Clock::now();
    auto keys = generate_keys(request.input, KeyType::kUint32, std::uint32_t{1} << log2_n_,
                              request.seed, **algorithm, Order::kAscending);
    if (!keys) return keys.error();
    print("making the keys", ms_since(begin));
    request.keys = std::move(*keys);
    const auto before_run = Clock::now();
    const auto made = record(request, *engine->engine);
    if (!made) return made.error();
    const double engine_ms = static_cast<double>((*made)->timing.elapsed_ns) / 1e6;
    print("the sort, recorded", engine_ms, (*made)->timing.kernel);
    print("sorting and checking", ms_since(before_run));
    if ((*made)->timing.device_bits != nullptr) {
      const auto before_map = Clock::now();
      const auto map = ExchangeMap::make(**made);
      print("map of exchanges, bits on the GPU", ms_since(before_map), map ? "" : "none");
    }
    const auto before_write = Clock::now();
    if (Status written = write_recording(**made, path_); !written) return written;
    print("writing, made durable", ms_since(before_write),
          fmt::format("{:.1f} MB", static_cast<double>(std::filesystem::file_size(path_)) / 1e6));
    const double whole_ms = ms_since(begin);
    growing_ms_ += whole_ms;
    print("keys, sort and file", whole_ms, fmt::format("{:.1f} x the sort", whole_ms / engine_ms));
    return {};
  }

  // One frame of the window, at its pace; its time.
  double frame(App& app, const View* only = nullptr) {
    const auto begin = Clock::now();
    const double own_begin = cpu_ms();
    const Result<bool> in_time = prepare_in_time(app);
    if (!in_time) {
      undrawn_ = in_time.error();
      return 0;
    }
    if (!*in_time) {
      keep_longest(ms_since(begin), cpu_ms() - own_begin);
      return ms_since(begin);
    }
    surface_.begin_frame();
    if (only == nullptr) {
      compose_frame(app, kFrameMs / 1000);
    } else {
      compose_view(app, const_cast<View&>(*only));
    }
    const Color ground = app.look.palette->color(Role::kGround);
    const float clear[4] = {ground.r, ground.g, ground.b, 1};
    surface_.end_frame(clear);
    if (app.background.work != nullptr) (void)app.drawn.make_ready(app.background.works_begun);
    glFinish();
    const double ms = ms_since(begin);
    if (ms > settings_.slow_ms || cpu_ms() - own_begin > settings_.slow_ms / 2) {
      print("  a slow frame", ms,
            fmt::format("{:.1f} ms of this thread; {}", cpu_ms() - own_begin, doing_));
    }
    keep_longest(ms, cpu_ms() - own_begin);
    return ms;
  }

  // What is made beside has what the frame leaves, as in the window.
  static void pace(double frame_ms, double wanted_ms = kFrameMs) {
    if (frame_ms >= wanted_ms) return;
    std::this_thread::sleep_for(std::chrono::duration<double, std::milli>(wanted_ms - frame_ms));
  }

  // A person looks at what there is: the window makes ready what later frames would wait for.
  void rest(App& app) {
    now("rest");
    for (bool more = true; more;) {
      const auto begin = Clock::now();
      const double own_begin = cpu_ms();
      more = app.drawn.make_ready();
      glFinish();
      keep_longest(ms_since(begin), cpu_ms() - own_begin);
    }
    while (app.background.looks_on()) {
      const auto begin = Clock::now();
      (void)app.background.rest(app);
      keep_longest(ms_since(begin), 0);
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  }

  // What frames are drawn for from now on.
  void now(std::string_view doing) { doing_ = doing; }

  // By the clock, and what of it this thread worked: less, where the machine has other work too.
  void keep_longest(double ms, double own_ms) {
    if (ms > longest_ms_) longest_doing_ = doing_;
    longest_ms_ = std::max(longest_ms_, ms);
    longest_own_ms_ = std::max(longest_own_ms_, own_ms);
  }
  void print_longest(std::string_view what) const {
    print(what, longest_ms_,
          fmt::format("{}; at most {:.1f} ms of this thread", longest_doing_, longest_own_ms_));
  }
  void forget_longest() { longest_ms_ = longest_own_ms_ = 0; }

  // A line of a script, and the frames until it is done.
  Status play(App& app, const std::string& line, int frames) {
    now(line);
    const auto begin = Clock::now();
    const double own_begin = cpu_ms();
    if (Status status = run_command_line(app, line); !status) return status;
    keep_longest(ms_since(begin), cpu_ms() - own_begin);
    for (int i = 0; i < frames || app.session.underway(); ++i) frame(app);
    return {};
  }

  // Seeks, steps, and every view.
  Status tour(App& app) {
    app.session.far_seek_ns = kFarSeekNs;
    const std::uint32_t depth = app.session.recording().network.depth();
    std::mt19937_64 random(3);
    std::vector<std::string> lines;
    for (int i = 0; i < 20; ++i) lines.push_back(fmt::format("seek {}", random() % (depth + 1)));
    for (int i = 0; i < 4; ++i) lines.emplace_back("step-forward");
    for (int i = 0; i < 4; ++i) lines.emplace_back("step-back");
    forget_longest();
    for (const std::string& line : lines) {
      if (Status status = play(app, line, 4); !status) return status;
    }
    print_longest("longest frame of seeks and steps");
    forget_longest();
    for (const ViewKind& kind : view_kinds()) {
      // Few keys, or another engine: the lab has a bench of its own.
      if (kind.id == "cylinder" && log2_n_ > kLargestCylinder) continue;
      if (Status status = play(app, fmt::format("view {}", kind.id), 3); !status) return status;
    }
    print_longest("longest frame of all views");
    app.session.far_seek_ns = ~std::uint64_t{0};
    return run_command_line(app, "view network");
  }

  Status open(App& app) {
    now("open");
    const auto begin = Clock::now();
    if (Status status = open_path(app, path_); !status) return status;
    while (app.background.work != nullptr) {
      pace(frame(app), app.notices.shown.empty() ? kWorkFrameMs : kFrameMs);
    }
    if (!app.session.loaded()) {
      return Error{ErrorCode::kWorkFailed, "the file was not opened.", ""};
    }
    frame(app);
    growing_ms_ += ms_since(begin);
    print("opening to the first picture", ms_since(begin));
    print_longest("longest frame meanwhile");
    return {};
  }

  void seek(App& app) {
    std::mt19937_64 random(2);
    std::vector<double> scene_ms;
    std::vector<double> buffer_ms;
    const std::uint32_t depth = app.session.recording().network.depth();
    const auto begin = Clock::now();
    for (int i = 0; i < kSeeks && ms_since(begin) < 1000 * kSeekSeconds; ++i) {
      app.session.seek({static_cast<std::uint32_t>(random() % (depth + 1)), 0});
      const auto before_scene = Clock::now();
      const Scene scene = app.session.scene();
      scene_ms.push_back(ms_since(before_scene));
      if (!app.drawn.buffers) continue;
      glFinish();
      const auto before_buffers = Clock::now();
      (void)app.drawn.buffers->strip_ranks(scene, {0, scene.recording->network.wires() - 1});
      glFinish();
      buffer_ms.push_back(ms_since(before_buffers));
    }
    growing_ms_ += ms_since(begin);
    const auto said = fmt::format("of {}", scene_ms.size());
    print("first seek, CPU", scene_ms.empty() ? 0 : scene_ms.front());
    print("median seek, CPU", quantile(scene_ms, 0.5), said);
    print("worst seek, CPU", quantile(scene_ms, 1), said);
    if (buffer_ms.empty()) return;
    const std::string label(app.drawn.buffers->label());
    print("median seek, into the shaders' buffer", quantile(buffer_ms, 0.5), label);
    print("worst seek, into the shaders' buffer", quantile(buffer_ms, 1), label);
    seek_as_in_window(app, random);
  }

  // From asking for a cursor to all that is shown of it, in the shaders' buffer too; what would
  // stop the window goes on beside it.
  void seek_as_in_window(App& app, std::mt19937_64& random) {
    app.session.far_seek_ns = kFarSeekNs;
    const std::uint32_t depth = app.session.recording().network.depth();
    std::vector<double> ms;
    double held_ms = 0;  // of the window's thread, at most
    int beside = 0;
    const auto begin = Clock::now();
    for (int i = 0; i < kSeeks && ms_since(begin) < 1000 * kSeekSeconds; ++i) {
      const auto before = Clock::now();
      double beside_ms = 0;
      app.session.seek({static_cast<std::uint32_t>(random() % (depth + 1)), 0});
      if (app.session.underway()) {
        FarSeek seek = app.session.set_out();
        const auto before_run = Clock::now();
        Progress progress;
        if (!seek.run(progress)) continue;
        beside_ms = ms_since(before_run);
        app.session.arrive(std::move(seek));
        ++beside;
      }
      const Scene scene = app.session.scene();
      (void)app.drawn.buffers->strip_ranks(scene, {0, scene.recording->network.wires() - 1});
      glFinish();
      ms.push_back(ms_since(before));
      held_ms = std::max(held_ms, ms.back() - beside_ms);
    }
    app.session.far_seek_ns = ~std::uint64_t{0};
    print("median seek, all of it", quantile(ms, 0.5), fmt::format("of {}", ms.size()));
    print(
        "worst seek, all of it", quantile(ms, 1),
        fmt::format("{} beside the window, which it held for {:.1f} ms at most", beside, held_ms));
  }

  Status zoom(App& app) {
    std::vector<double> ms;
    const auto each = [&](std::string_view line) -> Status {
      now(line);
      const auto begin = Clock::now();
      if (Status status = run_command_line(app, std::string(line)); !status) return status;
      const double command_ms = ms_since(begin);
      ms.push_back(command_ms + frame(app));
      return {};
    };
    // Into a corner of all layers and wires until a comparator fills the window, then along it.
    const int steps = 8 * static_cast<int>(log2_n_);
    for (int i = 0; i < steps; ++i) {
      if (Status status = each("zoom 1.15"); !status) return status;
    }
    for (int i = 0; i < 60; ++i) {
      if (Status status = each(i % 2 == 0 ? "pan-right" : "pan-down"); !status) return status;
    }
    print("median frame, zooming in and panning", quantile(ms, 0.5),
          fmt::format("{}x{}", surface_.width(), surface_.height()));
    print("99th percentile", quantile(ms, 0.99));
    return run_command_line(app, "fit");
  }

  Status history(App& app) {
    now("view history");
    if (Status status = run_command_line(app, "view history"); !status) return status;
    const auto begin = Clock::now();
    frame(app);
    print("history, first columns", ms_since(begin));
    const View& view = *app.panes.views[app.panes.focused];
    while (view.moving() && ms_since(begin) < 1000 * kSeekSeconds) pace(frame(app));
    print("history, whole", ms_since(begin), view.moving() ? "not all" : "");
    return run_command_line(app, "view network");
  }

  void cylinder(App& app) {
    const std::unique_ptr<View> view = find_view_kind("cylinder")->make();
    const std::uint32_t first = app.session.recording().network.levels().back().first_layer;
    app.session.pose({first, 0}, 1e-4F);
    std::vector<double> ms;
    for (int i = 0; i < 35; ++i) {
      app.session.options.cylinder.azimuth = 0.0175F * static_cast<float>(i);
      const double one = frame(app, view.get());
      if (i >= 5) ms.push_back(one);
    }
    print("median frame, cylinder turning", quantile(ms, 0.5));
  }

  // What the window's thread does with the keys of a run that takes another one's place; before,
  // they were copied and compared there.
  void keys_of_another(App& app) const {
    const auto shown = app.session.shared_recording();
    const auto copied = std::make_unique<const Recording>(*shown);
    const Recording& other = *copied;
    (void)other.keys_checksum();
    const auto before_copy = Clock::now();
    const bool equal = other.request.keys == shown->request.keys;
    auto copy = std::make_unique<RunRequest>(other.request);
    copy.reset();
    const double copied_ms = ms_since(before_copy);
    const auto before_share = Clock::now();
    const bool same = same_keys(other, *shown);
    const RunRequest rest = without_keys(other.request);
    const auto shared = keys_of(shown);
    const double shared_ms = ms_since(before_share);
    print("keys compared, copied and freed", copied_ms, equal ? "" : "not the same");
    print("checksums compared, keys shared", shared_ms,
          fmt::format("{:.0f} x less{}", copied_ms / shared_ms, same ? "" : "; not the same"));
  }

  Status record_and_open() {
    if (Status status = write_file(); !status) return status;
    App app(surface_);
    app.session.far_seek_ns = kFarSeekNs;
    app.background.watched = true;  // as in the window: another look at the file comes later
    for (int i = 0; i < 3; ++i) frame(app);
    if (!undrawn_) return undrawn_;
    forget_longest();
    if (Status status = open(app); !status) return status;
    for (int i = 0; i < 3; ++i) frame(app);
    rest(app);
    if (Status status = zoom(app); !status) return status;
    print_longest("longest frame until now");
    // What the window makes beside is there when seeks are measured.
    app.background.wait(app);
    app.session.far_seek_ns = ~std::uint64_t{0};
    seek(app);
    const auto before_map = Clock::now();
    const auto map = ExchangeMap::make(app.session.recording());
    growing_ms_ += ms_since(before_map);
    print("map of exchanges, CPU", ms_since(before_map), map ? "" : "none");
    forget_longest();
    app.session.seek({});
    if (Status status = history(app); !status) return status;
    print_longest("longest frame of history");
    if (Status status = tour(app); !status) return status;
    if (log2_n_ <= kLargestCylinder) cylinder(app);
    keys_of_another(app);
    // The run that is shown has to go.
    forget_longest();
    if (Status status = open(app); !status) return status;
    return undrawn_;
  }

  const Settings& settings_;
  Surface& surface_;
  unsigned log2_n_;
  std::string path_;
  std::string doing_ = "start";
  Status undrawn_;  // why a frame was not drawn
  double longest_ms_ = 0;
  double longest_own_ms_ = 0;
  std::string longest_doing_;
  double growing_ms_ = 0;
};

std::optional<Settings> read(int count, char** words) {
  Settings settings;
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    const bool more = i + 1 < count;
    if (word == "--engine" && more) {
      settings.engine = words[++i];
    } else if (word == "--folder" && more) {
      settings.folder = words[++i];
    } else if (word == "--seconds" && more) {
      settings.seconds = std::atof(words[++i]);
    } else if (word == "--slow" && more) {
      settings.slow_ms = std::atof(words[++i]);
    } else if (word == "--size" && more) {
      if (std::sscanf(words[++i], "%dx%d", &settings.width, &settings.height) != 2) return {};
    } else {
      const int log2_n = std::atoi(word.c_str());
      if (log2_n < 1 || log2_n > 30) return {};
      settings.sizes.push_back(static_cast<unsigned>(log2_n));
    }
  }
  if (settings.sizes.empty()) settings.sizes = {12, 16, 20, 22};
  return settings;
}

int measure(const Settings& settings) {
  const auto begin = Clock::now();
  auto surface = make_headless_surface(settings.width, settings.height, 1);
  if (!surface) return fail(surface.error());
  const auto engine = choose_engine(settings.engine);
  if (!engine) return fail(engine.error());
  fmt::print("bitonic, uniform u32; {}; drawn by {}\n", engine->engine->description(),
             reinterpret_cast<const char*>(glGetString(GL_RENDERER)));
  prefer_drawing_gpu();  // as the window does
  // What is loaded once is no part of any size.
  RunRequest first;
  const auto algorithm = find_algorithm("bitonic");
  auto keys = generate_keys("uniform", KeyType::kUint32, 4096, 7, **algorithm, Order::kAscending);
  if (!keys) return fail(keys.error());
  first.keys = std::move(*keys);
  if (const auto made = record(first, *engine->engine); !made) return fail(made.error());
  double growing_ms = 0;  // of the last size
  double other_ms = 0;
  unsigned last = 0;
  for (const unsigned log2_n : settings.sizes) {
    double expected_ms = growing_ms;
    for (unsigned l = last; last > 0 && l < log2_n; l += 2) expected_ms *= kGrowth;
    expected_ms += other_ms;
    if (ms_since(begin) + expected_ms > 1000 * settings.seconds) {
      fmt::print("2^{:<3} left out: it would take {:.0f} s\n", log2_n, expected_ms / 1000);
      continue;
    }
    const auto before = Clock::now();
    Size size(settings, **surface, log2_n);
    if (Status status = size.run(); !status) {
      if (status.error().code != ErrorCode::kOutOfMemory) return fail(status.error());
      fmt::print("2^{:<3} left out: {}\n", log2_n, status.error().message);
      continue;
    }
    const double all_ms = ms_since(before);
    growing_ms = size.growing_ms();
    other_ms = all_ms - growing_ms;
    last = log2_n;
    fmt::print("2^{:<3} {:<44} {:>12.0f} ms\n", log2_n, "all of this", all_ms);
    std::fflush(stdout);
  }
  return 0;
}

}  // namespace
}  // namespace sortscope

int main(int count, char** words) {
  const auto settings = sortscope::read(count, words);
  if (!settings) {
    fmt::print(stderr,
               "usage: bench_sizes [--engine ID] [--size WIDTHxHEIGHT] [--seconds S] "
               "[--folder PATH] [--slow MS] [LOG2_N ...]\n");
    return 2;
  }
  return sortscope::measure(*settings);
}
