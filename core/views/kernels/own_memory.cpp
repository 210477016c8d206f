// own_memory.cpp: a row a line: sectors and wavefronts, as counted, beside as few as would do.
#include "core/views/kernels/own_memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <vector>

#include "core/base/number_text.h"
#include "core/pictures/label_fit.h"
#include "core/scenes/scene.h"
#include "core/words/own_kernel.h"
#include "core/words/own_lens.h"

namespace sortscope::own_memory {

namespace {

constexpr float kUsualWidth = 800;
constexpr float kUsualHeight = 480;
constexpr float kMostMagnified = 1.8F;
constexpr float kMargin = 20;
constexpr float kRow = 24;
constexpr float kText = 13;
constexpr float kNumber = 40;  // column of line numbers
constexpr float kLeastCode = 150;
constexpr float kMostBar = 110;

// A bar: what would do, and what is beyond it.
struct Bar {
  std::uint64_t is = 0;
  std::uint64_t least = 0;
};

struct Columns {
  float code = 0, code_width = 0;
  float global = 0, shared = 0;  // left edges of the bars
  float bar = 0;                 // longest
};

Columns columns_for(float width) {
  Columns columns;
  columns.code = kMargin + kNumber + 12;
  const float room = width - columns.code - kMargin;
  // A bar, and its numbers behind it.
  const float part = std::min(std::clamp(0.29F * room, 96.0F, 300.0F), room / 2);
  columns.code_width = room - 2 * part > kLeastCode ? room - 2 * part - 16 : 0;
  columns.global = width - kMargin - 2 * part + 8;
  columns.shared = width - kMargin - part + 8;
  columns.bar = std::min(part - 84, kMostBar);
  return columns;
}

void draw_bar(const Columns& columns, float x, float y, const Bar& bar, std::uint64_t most,
              float room, Picture& picture) {
  if (bar.is == 0) return;
  const float unit = columns.bar / static_cast<float>(std::max<std::uint64_t>(most, 1));
  const auto length = [&](std::uint64_t n) { return unit * static_cast<float>(n); };
  const std::uint64_t least = std::min(bar.least, bar.is);
  if (columns.bar >= 10) {
    picture.boxes.push_back({x, y - 6, std::max(length(least), 1.0F), 12, Role::kMuted, true, 2});
    if (bar.is > least) {
      picture.boxes.push_back(
          {x + length(least), y - 6, length(bar.is - least), 12, Role::kExchanged, true, 2});
    }
  }
  const float behind = columns.bar >= 10 ? x + length(bar.is) + 8 : x;
  const std::string number = grouped_number(bar.is);
  picture.labels.push_back(fitted(
      {behind, y, "", 12, Face::kMono, Anchor::kStart, Role::kText},
      {bar.is > least ? fmt::format("{} of {}", number, grouped_number(least)) : number, number},
      x + room - behind));
}

void draw_head(const Columns& columns, float y, Picture& picture) {
  const auto name = [&](float x, const char* text, float room) {
    picture.labels.push_back(
        fitted({x, y, text, 12, Face::kSansBold, Anchor::kStart, Role::kMuted}, room));
  };
  name(kMargin, "line", columns.global - kMargin - 6);
  name(columns.global, "sectors of global memory", columns.shared - columns.global - 10);
  name(columns.shared, "wavefronts of shared memory", picture.width - kMargin - columns.shared);
}

}  // namespace

bool is_for(const Scene& scene) { return own_kernel(scene) != nullptr; }

Picture layout(const Scene& scene, float full_width, float full_height) {
  const float by = std::clamp(std::min(full_width / kUsualWidth, full_height / kUsualHeight), 1.0F,
                              kMostMagnified);
  const float width = full_width / by;
  const float height = full_height / by;
  Picture picture;
  picture.width = width;
  picture.height = height;
  const OwnKernel& kernel = *own_kernel(scene);
  const KernelReport& report = kernel.report();
  const float room = width - 2 * kMargin;
  picture.labels.push_back(
      fitted({kMargin, 24, "", 14, Face::kSansBold, Anchor::kStart, Role::kText},
             {fmt::format("{}: memory by line, as counted in this run",
                          std::filesystem::path(report.path).filename().string()),
              "Memory by line, as counted"},
             room - 110));
  float y = 50;
  const auto words = [&](const std::string& text) {
    for (const std::string& line : wrapped(text, kText, Face::kSans, room)) {
      if (y > height - 20) return;
      picture.labels.push_back(
          fitted({kMargin, y, line, kText, Face::kSans, Anchor::kStart, Role::kMuted}, room));
      y += 18;
    }
  };
  words(
      "Grey, the second number, would do; what is beyond costs time: scattered keys, lanes that "
      "meet in a bank.");
  if (const std::string text = prediction_text(report); !text.empty()) words(text);
  y += 12;
  std::vector<const LineFacts*> lines;
  std::uint64_t sectors = 0;
  std::uint64_t wavefronts = 0;
  for (const LineFacts& line : report.lines) {
    if (line.global_requests + line.shared_requests == 0) continue;
    lines.push_back(&line);
    sectors = std::max(sectors, line.sectors);
    wavefronts = std::max(wavefronts, line.wavefronts);
  }
  if (lines.empty()) {
    words("Its kernels touch no keys in memory.");
    return magnified(std::move(picture), by);
  }
  const Columns columns = columns_for(width);
  if (y + kRow < height) draw_head(columns, y, picture);
  y += kRow;
  // As many as have room, with the running one.
  const auto fit = static_cast<std::size_t>(std::max((height - y - 12) / kRow, 0.0F));
  const std::uint32_t running = running_line(scene);
  const auto current = static_cast<std::size_t>(
      std::ranges::find(lines, running, [](const LineFacts* l) { return l->line; }) -
      lines.begin());
  std::size_t first = current < lines.size() && current >= fit ? current + 1 - fit : 0;
  first = std::min(first, lines.size());
  for (std::size_t i = first; i < std::min(first + fit, lines.size()); ++i, y += kRow) {
    const LineFacts& line = *lines[i];
    const bool here = line.line == running;
    const float mid = y + kRow / 2;
    if (here) {
      picture.boxes.push_back({kMargin - 12, y, room + 24, kRow, Role::kAccentBand, true});
      picture.boxes.push_back({kMargin - 12, y, 3, kRow, Role::kAccent, true, 1});
    }
    picture.labels.push_back({kMargin + kNumber, mid, fmt::to_string(line.line), 12, Face::kMono,
                              Anchor::kEnd, here ? Role::kAccent : Role::kMuted});
    if (columns.code_width > 0 && line.line > 0 && line.line <= kernel.lines.size()) {
      const std::string& text = kernel.lines[line.line - 1];
      const std::size_t indent = std::min(text.find_first_not_of(' '), text.size());
      picture.labels.push_back(fitted({columns.code, mid, text.substr(indent), 12, Face::kMono,
                                       Anchor::kStart, here ? Role::kText : Role::kMuted},
                                      columns.code_width));
    }
    draw_bar(columns, columns.global, mid, {line.sectors, line.least_sectors}, sectors,
             columns.shared - columns.global - 10, picture);
    draw_bar(columns, columns.shared, mid, {line.wavefronts, line.shared_requests}, wavefronts,
             width - kMargin - columns.shared, picture);
  }
  return magnified(std::move(picture), by);
}

}  // namespace sortscope::own_memory
