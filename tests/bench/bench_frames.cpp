// bench_frames.cpp: time of whole frames, drawn without a window, while the cursor steps layer by
// layer. usage: bench_frames [WIDTHxHEIGHT [FRAMES]]; prints one line of JSON a case.
#include <fmt/format.h>
#include <glad/gl.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <string>
#include <vector>

#include "app/state/app.h"
#include "app/state/opening.h"
#include "app/surface/surface.h"
#include "app/window/frame.h"
#include "core/keys/inputs.h"
#include "core/recordings/recording.h"

namespace {

using namespace sortscope;

double milliseconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
      .count();
}

// Of all threads: what a frame costs on a machine that others use too.
double cpu_milliseconds() { return 1000.0 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

int fail(const Error& error) {
  fmt::print(stderr, "bench_frames: {}\n", error.text());
  return 1;
}

void print_times(const Surface& surface, std::uint32_t wires, const std::string& what, int frames,
                 std::vector<double> times_ms, double cpu_ms) {
  std::sort(times_ms.begin(), times_ms.end());
  const auto quantile = [&](double q) {
    return times_ms[static_cast<std::size_t>(q * static_cast<double>(times_ms.size() - 1))];
  };
  fmt::print(
      "{{\"wires\":{},\"what\":\"{}\",\"size\":\"{}x{}\",\"frames\":{},\"median_ms\":{:.2f},"
      "\"q25_ms\":{:.2f},\"q75_ms\":{:.2f},\"p95_ms\":{:.2f},\"cpu_ms\":{:.2f}}}\n",
      wires, what, surface.width(), surface.height(), frames, quantile(0.5), quantile(0.25),
      quantile(0.75), quantile(0.95), cpu_ms / frames);
}

// Of the view `kind`; empty: of the whole window.
int measure(Surface& surface, std::uint32_t wires, const std::string& kind, int frames) {
  App app(surface);
  const auto algorithm = find_algorithm("bitonic");
  auto keys = generate_keys("uniform", KeyType::kUint32, wires, 7, **algorithm, Order::kAscending);
  if (!keys) return fail(keys.error());
  RunRequest request;
  request.keys = std::move(*keys);
  request.input = "uniform";
  request.seed = 7;
  start_recording(app, std::move(request), "auto");
  app.background.wait(app);
  if (!app.session.loaded()) return fail({ErrorCode::kWorkFailed, "nothing was recorded.", ""});
  const std::unique_ptr<View> view = kind.empty() ? nullptr : find_view_kind(kind)->make();
  std::vector<double> times_ms;
  const std::uint32_t depth = app.session.recording().network.depth();
  double cpu_before = 0;
  for (int i = 0; i < frames + 5; ++i) {
    if (i == 5) cpu_before = cpu_milliseconds();
    const auto start = std::chrono::steady_clock::now();
    app.session.seek({static_cast<std::uint32_t>(i) % (depth + 1), 0});
    if (Status status = prepare_frame(app); !status) return fail(status.error());
    surface.begin_frame();
    if (view == nullptr) {
      compose_frame(app, 1.0 / 60);
    } else {
      compose_view(app, *view);
    }
    const Color ground = app.look.palette->color(Role::kGround);
    const float clear[4] = {ground.r, ground.g, ground.b, 1};
    surface.end_frame(clear);
    glFinish();
    if (i >= 5) times_ms.push_back(milliseconds_since(start));
  }
  print_times(surface, wires, kind.empty() ? "window" : kind + " view", frames, std::move(times_ms),
              cpu_milliseconds() - cpu_before);
  return 0;
}

// The longest sequence of a run turns by a degree a frame.
int measure_cylinder(Surface& surface, std::uint32_t wires, float fold, int frames) {
  App app(surface);
  const auto algorithm = find_algorithm("bitonic");
  auto keys = generate_keys("uniform", KeyType::kUint32, wires, 7, **algorithm, Order::kAscending);
  if (!keys) return fail(keys.error());
  RunRequest request;
  request.keys = std::move(*keys);
  start_recording(app, std::move(request), "auto");
  app.background.wait(app);
  if (!app.session.loaded()) return fail({ErrorCode::kWorkFailed, "nothing was recorded.", ""});
  const std::unique_ptr<View> view = find_view_kind("cylinder")->make();
  const std::uint32_t first = app.session.recording().network.levels().back().first_layer;
  app.session.pose({first, 0}, 1e-4F);
  CylinderOptions& options = app.session.options.cylinder;
  options.fold = fold;
  options.fold_cursor = app.session.cursor();
  std::vector<double> times_ms;
  double cpu_before = 0;
  for (int i = 0; i < frames + 5; ++i) {
    if (i == 5) cpu_before = cpu_milliseconds();
    const auto start = std::chrono::steady_clock::now();
    options.azimuth = 0.0175F * static_cast<float>(i);
    if (Status status = prepare_frame(app); !status) return fail(status.error());
    surface.begin_frame();
    compose_view(app, *view);
    const Color ground = app.look.palette->color(Role::kGround);
    const float clear[4] = {ground.r, ground.g, ground.b, 1};
    surface.end_frame(clear);
    glFinish();
    if (i >= 5) times_ms.push_back(milliseconds_since(start));
  }
  print_times(surface, wires, fmt::format("cylinder, fold {}", fold), frames, std::move(times_ms),
              cpu_milliseconds() - cpu_before);
  return 0;
}

// Keys flow over the AKS tree: sixty frames a step, step after step from the middle on.
int measure_aks_tree(Surface& surface, std::uint32_t wires, int frames) {
  App app(surface);
  const std::unique_ptr<View> view = find_view_kind("aks-tree")->make();
  const auto algorithm = find_algorithm("aks");
  auto keys = generate_keys("uniform", KeyType::kUint32, wires, 7, **algorithm, Order::kAscending);
  if (!keys) return fail(keys.error());
  RunRequest request;
  request.algorithm = "aks";
  request.keys = std::move(*keys);
  start_recording(app, std::move(request), "auto");
  app.background.wait(app);
  if (!app.session.loaded()) return fail({ErrorCode::kWorkFailed, "nothing was recorded.", ""});
  const AksNetwork& aks = *app.session.recording().network.aks();
  std::vector<double> times_ms;
  double cpu_before = 0;
  for (int i = 0; i < frames + 5; ++i) {
    if (i == 5) cpu_before = cpu_milliseconds();
    const auto start = std::chrono::steady_clock::now();
    const std::uint32_t half = aks_steps(aks.d()) / 2;
    const std::uint32_t t = half + static_cast<std::uint32_t>(i / 60) % half;
    app.session.pose({aks.first_layer(t) - 1, 0}, 0.01F + static_cast<float>(i % 60) / 61);
    if (Status status = prepare_frame(app); !status) return fail(status.error());
    surface.begin_frame();
    compose_view(app, *view);
    const Color ground = app.look.palette->color(Role::kGround);
    const float clear[4] = {ground.r, ground.g, ground.b, 1};
    surface.end_frame(clear);
    glFinish();
    if (i >= 5) times_ms.push_back(milliseconds_since(start));
  }
  print_times(surface, wires, "aks-tree in motion", frames, std::move(times_ms),
              cpu_milliseconds() - cpu_before);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  int width = 1280;
  int height = 720;
  if (argc > 1 && std::sscanf(argv[1], "%dx%d", &width, &height) != 2) {
    fmt::print(stderr, "usage: bench_frames [WIDTHxHEIGHT [FRAMES]]\n");
    return 2;
  }
  const int frames = argc > 2 ? std::max(std::atoi(argv[2]), 1) : 200;
  const auto begun = std::chrono::steady_clock::now();
  auto surface = make_headless_surface(width, height, 1);
  if (!surface) return fail(surface.error());
  fmt::print(stderr, "surface after {:.0f} ms: {}\n", milliseconds_since(begun),
             reinterpret_cast<const char*>(glGetString(GL_RENDERER)));
  for (const std::uint32_t wires : {256U, 4096U, 1U << 16}) {
    if (const int code = measure_aks_tree(**surface, wires, frames); code != 0) return code;
  }
  for (const std::uint32_t wires : {16U, 1024U, 1U << 16, 1U << 20}) {
    for (const float fold : {0.0F, 0.55F}) {
      if (const int code = measure_cylinder(**surface, wires, fold, frames); code != 0) return code;
    }
  }
  for (const std::uint32_t wires : {16U, 1024U, 4096U}) {
    for (const char* const kind : {"network", "launches", ""}) {
      if (const int code = measure(**surface, wires, kind, frames); code != 0) return code;
    }
  }
  return 0;
}
