// layout_plots.cpp: measured times against n, beside the article's (seed 000, figure 12).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/article_benchmark.h"
#include "core/label_fit.h"
#include "core/layout.h"
#include "core/layout_experiment.h"

namespace sortscope {

namespace {

constexpr float kMargin = 20;
constexpr float kText = 12;
constexpr float kRow = 20;      // of the table
constexpr float kCorner = 170;  // kept free on the right for the pane's buttons

// A curve of the plot: measured (solid, with quartiles and samples) or published (dashed).
struct Curve {
  std::string label;
  Role role;
  bool published;
  std::vector<std::pair<double, double>> points;  // n, ms
  const BenchmarkSeries* series = nullptr;
};

Role role_of(std::string_view id) {
  if (id == "abisort") return Role::kExchanged;
  if (id == "bitonic") return Role::kAccent;
  if (id == "adaptive-interval") return Role::kGood;
  return Role::kKept;
}

std::vector<Curve> curves_of(const ArticleBenchmark* measured) {
  std::vector<Curve> curves = {{"CPU, worst", Role::kKept, true, {}},
                               {"CPU, best", Role::kKept, true, {}},
                               {"GPUSort", Role::kAccent, true, {}},
                               {"GPU-ABiSort", Role::kExchanged, true, {}}};
  for (const ArticleRow& row : article_table()) {
    const double n = row.n;
    curves[0].points.emplace_back(n, row.cpu_most_ms);
    curves[1].points.emplace_back(n, row.cpu_least_ms);
    curves[2].points.emplace_back(n, row.gpu_sort_ms);
    curves[3].points.emplace_back(n, row.abisort_ms);
  }
  if (measured == nullptr) return curves;
  for (const BenchmarkSeries& series : measured->series) {
    if (series.points.empty()) continue;
    Curve curve{series.title, role_of(series.id), false, {}, &series};
    for (const BenchmarkPoint& point : series.points) {
      curve.points.emplace_back(point.n, point.sort.median());
    }
    curves.push_back(std::move(curve));
  }
  return curves;
}

// Logarithmic axes in powers of two (n) and of ten (ms).
class Axes {
 public:
  Axes(const std::vector<Curve>& curves, float left, float top, float right, float bottom)
      : left_(left), top_(top), right_(right), bottom_(bottom) {
    for (const Curve& curve : curves) {
      for (const auto& [n, ms] : curve.points) {
        least_ = std::min(least_, ms);
        most_ = std::max(most_, ms);
      }
    }
    least_ = std::pow(10.0, std::floor(std::log10(std::max(least_, 1e-6))));
    most_ = std::pow(10.0, std::ceil(std::log10(most_)));
  }
  [[nodiscard]] float x(double n) const {
    const double first = std::log2(article_table().front().n);
    const double last = std::log2(article_table().back().n);
    return left_ + (right_ - left_) * static_cast<float>((std::log2(n) - first) / (last - first));
  }
  [[nodiscard]] float y(double ms) const {
    const double share = std::log(std::max(ms, least_) / least_) / std::log(most_ / least_);
    return bottom_ - (bottom_ - top_) * static_cast<float>(share);
  }

  void draw(Picture& picture) const {
    for (double ms = least_; ms <= most_ * 1.01; ms *= 10) {
      picture.lines.push_back({left_, y(ms), right_, y(ms), Role::kLine, 1});
      picture.labels.push_back({left_ - 8, y(ms), fmt::format("{:g}", ms), kText, Face::kMono,
                                Anchor::kEnd, Role::kMuted});
    }
    for (const ArticleRow& row : article_table()) {
      const int log2 = static_cast<int>(std::lround(std::log2(row.n)));
      picture.lines.push_back({x(row.n), bottom_, x(row.n), bottom_ + 4, Role::kLine, 1});
      picture.labels.push_back({x(row.n), bottom_ + 14, fmt::format("2^{}", log2), kText,
                                Face::kMono, Anchor::kMiddle, Role::kMuted});
    }
    picture.labels.push_back(
        {left_ - 8, top_ - 16, "ms", kText, Face::kSans, Anchor::kEnd, Role::kMuted});
    picture.labels.push_back(
        {right_, bottom_ + 30, "keys", kText, Face::kSans, Anchor::kEnd, Role::kMuted});
  }

 private:
  float left_, top_, right_, bottom_;
  double least_ = 1e9;
  double most_ = 1e-9;
};

void draw_curve(Picture& picture, const Curve& curve, const Axes& axes) {
  for (std::size_t i = 1; i < curve.points.size(); ++i) {
    const auto& [n0, ms0] = curve.points[i - 1];
    const auto& [n1, ms1] = curve.points[i];
    picture.lines.push_back({axes.x(n0), axes.y(ms0), axes.x(n1), axes.y(ms1), curve.role,
                             curve.published ? 1.2F : 2.2F, curve.published});
  }
  if (curve.series == nullptr) return;
  for (const BenchmarkPoint& point : curve.series->points) {
    const float x = axes.x(point.n);
    for (const double ms : point.sort.values) {
      picture.dots.push_back({x, axes.y(ms), 1.5F, curve.role, true});
    }
    // Quartiles as a bar across the median.
    picture.lines.push_back({x, axes.y(point.sort.quantile(0.25)), x,
                             axes.y(point.sort.quantile(0.75)), curve.role, 5});
    picture.dots.push_back({x, axes.y(point.sort.median()), 3.5F, curve.role, true});
  }
}

// Names at the ends of the curves, moved apart where they would overlap.
void label_curves(Picture& picture, const std::vector<Curve>& curves, const Axes& axes, float left,
                  float top, float bottom) {
  struct End {
    float y;
    const Curve* curve;
  };
  std::vector<End> ends;
  for (const Curve& curve : curves) {
    if (!curve.points.empty()) ends.push_back({axes.y(curve.points.back().second), &curve});
  }
  std::sort(ends.begin(), ends.end(), [](const End& a, const End& b) { return a.y < b.y; });
  constexpr float kPitch = kText + 4;
  const float all = kPitch * static_cast<float>(ends.size() - 1);
  float least = top;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    const float left_over = kPitch * static_cast<float>(ends.size() - 1 - i);
    ends[i].y = std::clamp(ends[i].y, least, std::max(least, bottom - left_over));
    least = ends[i].y + kPitch;
  }
  if (all > bottom - top) return;
  for (const End& end : ends) {
    const Curve& curve = *end.curve;
    const float y = axes.y(curve.points.back().second);
    const float x = axes.x(curve.points.back().first);
    picture.lines.push_back({x + 4, y, left - 6, end.y, Role::kLine, 1});
    picture.lines.push_back({left - 4, end.y, left + 10, end.y, curve.role,
                             curve.published ? 1.2F : 2.2F, curve.published});
    picture.labels.push_back({left + 16, end.y,
                              curve.published ? curve.label + " (article)" : curve.label, kText,
                              Face::kSans, Anchor::kStart, Role::kText});
  }
}

std::string milliseconds(double ms) {
  if (ms >= 100) return fmt::format("{:.0f}", ms);
  return ms >= 10 ? fmt::format("{:.1f}", ms) : fmt::format("{:.3g}", ms);
}

const BenchmarkPoint* point_of(const ArticleBenchmark* measured, std::string_view id,
                               std::uint32_t n) {
  if (measured == nullptr) return nullptr;
  for (const BenchmarkSeries& series : measured->series) {
    if (series.id != id) continue;
    for (const BenchmarkPoint& point : series.points) {
      if (point.n == n) return &point;
    }
  }
  return nullptr;
}

// The table below: ours and, in the muted colour, the article's.
void draw_table(Picture& picture, const ArticleBenchmark* measured, float left, float top,
                float width) {
  struct Column {
    std::string_view title;
    std::string_view article;
  };
  constexpr Column kColumns[] = {{"std::sort", "CPU sort"},
                                 {"bitonic", "GPUSort"},
                                 {"GPU-ABiSort", "GPU-ABiSort"},
                                 {"intervals", ""}};
  const bool gpu = measured != nullptr && measured->on_gpu;
  const float first = 84;
  const float pitch = (width - first) / 4;
  const auto put = [&](float x, float y, const std::string& text, Face face, Role role) {
    const std::string fits = shortened(text, kText, face, pitch - 12);
    if (!fits.empty()) picture.labels.push_back({x, y, fits, kText, face, Anchor::kStart, role});
  };
  float y = top + kRow / 2;
  put(left, y, "keys", Face::kSans, Role::kMuted);
  for (int c = 0; c < 4; ++c) {
    put(left + first + pitch * static_cast<float>(c), y,
        fmt::format("{}, ms{}", kColumns[c].title, c > 0 && gpu ? " (with transfers)" : ""),
        Face::kSansBold, Role::kText);
  }
  y += kRow;
  put(left, y, "", Face::kSans, Role::kMuted);
  for (int c = 0; c < 3; ++c) {
    put(left + first + pitch * static_cast<float>(c), y,
        fmt::format("article: {}", kColumns[c].article), Face::kSans, Role::kMuted);
  }
  picture.lines.push_back({left, y + kRow / 2, left + width, y + kRow / 2, Role::kLine, 1});
  for (const ArticleRow& row : article_table()) {
    y += kRow;
    picture.labels.push_back(
        {left, y, fmt::to_string(row.n), kText, Face::kMono, Anchor::kStart, Role::kText});
    const std::string article[] = {fmt::format("{:g}–{:g}", row.cpu_least_ms, row.cpu_most_ms),
                                   fmt::format("{:g}", row.gpu_sort_ms),
                                   fmt::format("{:g}", row.abisort_ms), ""};
    const BenchmarkPoint* least = point_of(measured, "cpu-least", row.n);
    const BenchmarkPoint* most = point_of(measured, "cpu-most", row.n);
    const std::string_view ids[] = {"", "bitonic", "abisort", "adaptive-interval"};
    for (int c = 0; c < 4; ++c) {
      std::string ours = "–";
      if (c == 0 && least != nullptr && most != nullptr) {
        ours = fmt::format("{}–{}", milliseconds(least->sort.median()),
                           milliseconds(most->sort.median()));
      } else if (const BenchmarkPoint* point = point_of(measured, ids[c], row.n)) {
        ours = milliseconds(point->sort.median());
        if (!point->with_transfers.empty()) {
          ours += fmt::format(" ({})", milliseconds(point->with_transfers.median()));
        }
      }
      const float x = left + first + pitch * static_cast<float>(c);
      put(x, y, ours, Face::kMono, Role::kText);
      const float at = x + estimated_width(ours, kText, Face::kMono) + 10;
      const float room = x + pitch - 8 - at;
      const std::string theirs = shortened(article[c], kText, Face::kMono, room);
      if (theirs == article[c] && !theirs.empty()) {
        picture.labels.push_back({at, y, theirs, kText, Face::kMono, Anchor::kStart, Role::kMuted});
      }
    }
  }
}

void natural_size(const Recording& /*recording*/, const LayoutOptions& /*options*/, float& width,
                  float& height) {
  width = 1100;
  height = 720;
}

Picture layout(const Scene& scene, float width, float height) {
  if (scene.options.experiment != nullptr) {
    return experiment_picture(*scene.options.experiment, width, height);
  }
  Picture picture;
  picture.width = width;
  picture.height = height;
  const ArticleBenchmark* measured = scene.options.benchmark.get();
  const std::vector<Curve> curves = curves_of(measured);

  float y = kMargin + 8;
  const auto line = [&](const std::string& text, Face face, Role role) {
    picture.labels.push_back({kMargin, y,
                              shortened(text, kText + 1, face, width - 2 * kMargin - kCorner),
                              kText + 1, face, Anchor::kStart, role});
    y += 20;
  };
  line("The article's table: pairs of a 32-bit float and a pointer, times of the sort alone",
       Face::kSansBold, Role::kText);
  if (measured == nullptr) {
    line(
        "Dashed: published (GeForce 7800, Athlon 64). Run the command article-benchmark to "
        "measure this machine.",
        Face::kSans, Role::kMuted);
  } else {
    line(fmt::format("Solid: {}; medians of {}, quartiles, every sample a dot. Dashed: published "
                     "(GeForce 7800, Athlon 64).",
                     measured->engine, measured->repetitions),
         Face::kSans, Role::kMuted);
    for (const BenchmarkSeries& series : measured->series) {
      if (!series.problem.empty())
        line(series.title + ": " + series.problem, Face::kSans, Role::kMuted);
    }
  }

  const float table_height = kRow * static_cast<float>(article_table().size() + 2) + 8;
  const bool with_table = height - y - table_height > 200;
  const float names = 200;
  const float left = kMargin + 48;
  const float right = width - kMargin - names;
  const float top = y + 20;
  const float bottom = height - kMargin - 36 - (with_table ? table_height + 12 : 0);
  if (right - left > 80 && bottom - top > 60) {
    const Axes axes(curves, left, top, right, bottom);
    axes.draw(picture);
    for (const Curve& curve : curves) draw_curve(picture, curve, axes);
    label_curves(picture, curves, axes, right + 20, top, bottom);
  }
  if (with_table) {
    draw_table(picture, measured, kMargin, height - kMargin - table_height, width - 2 * kMargin);
  }
  return picture;
}

}  // namespace

const Layout kPlotsLayout = {"plots", "Plots", 0, natural_size, layout};

}  // namespace sortscope
