// compare_numbers.cpp: counters of comparators compared and saved, the meaning of the lines,
// comparisons against n.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/number_text.h"
#include "core/networks/trees/schedule_facts.h"
#include "core/pictures/label_fit.h"
#include "core/recordings/recording.h"
#include "core/scenes/scene.h"
#include "core/views/adaptive/compare.h"

namespace sortscope::compare_picture {

namespace {

constexpr float kBar = 16;
constexpr float kNames = 76;  // width of "adaptive", "network"
constexpr float kCount = 84;  // width of the number behind a bar
constexpr std::uint32_t kPlotLog2 = 24;

// Two bars of one scale: what the network has, and of it what the adaptive run compares.
float draw_bars(Picture& picture, const Page& page, float y, const std::string& title,
                std::uint64_t network, std::uint64_t adaptive, std::uint64_t so_far,
                const char* network_formula, const char* adaptive_formula) {
  const float left = page.side + kNames;
  const float width = page.width - kMargin - kCount - left;
  picture.labels.push_back(
      {page.side, y, title, 13, Face::kSansBold, Anchor::kStart, Role::kMuted});
  const auto bar = [&](float at, const char* name, std::uint64_t value, std::uint64_t done,
                       Role role, const char* formula) {
    const float whole =
        width * static_cast<float>(static_cast<double>(value) / static_cast<double>(network));
    const float part =
        value == 0
            ? 0
            : whole * static_cast<float>(static_cast<double>(done) / static_cast<double>(value));
    picture.labels.push_back({page.side, at, name, 13, Face::kSans, Anchor::kStart, Role::kMuted});
    picture.boxes.push_back({left, at - kBar / 2, std::max(part, 0.5F), kBar, role, true, 2});
    picture.boxes.push_back({left, at - kBar / 2, std::max(whole, 1.0F), kBar, role, false, 2});
    picture.labels.push_back({page.width - kMargin, at, grouped_number(value), 13, Face::kMono,
                              Anchor::kEnd, Role::kText});
    picture.labels.push_back(
        {left, at + kBar / 2 + 9, formula, kLeastText, Face::kSans, Anchor::kStart, Role::kMuted});
  };
  bar(y + 26, "network", network, network, Role::kKept, network_formula);
  bar(y + 66, "adaptive", adaptive, so_far, Role::kExchanged, adaptive_formula);
  return y + 66 + kBar / 2 + 9;
}

float draw_legend(Picture& picture, const Compared& compared, const Page& page, float y) {
  struct Entry {
    const char* text;
    Role role;
    float width;
    bool dashed, dots, filled;
  };
  const bool of_network = compared.of_network;
  const Entry entries[] = {
      {"not yet reached", Role::kFuture, 1.4F, false, false, false},
      {"compared, exchanged", Role::kExchanged, 2.4F, false, true, true},
      {"compared, kept", Role::kKept, 1.4F, false, true, false},
      {of_network ? "saved; the network exchanges" : "saved, moved with its subtree",
       Role::kExchanged, 1.1F, true, false, false},
      {of_network ? "saved; the network keeps" : "saved, stays", Role::kFuture, 1.1F, true, false,
       false}};
  for (const Entry& entry : entries) {
    const float x0 = page.side;
    const float x1 = page.side + 36;
    picture.lines.push_back({x0, y, x1, y, entry.role, entry.width, entry.dashed});
    if (entry.dots) {
      for (const float x : {x0, x1}) {
        picture.dots.push_back({x, y, 3.4F, entry.role, entry.filled, 1.2F});
      }
    }
    picture.labels.push_back(
        {x1 + 12, y, entry.text, 13, Face::kSans, Anchor::kStart, Role::kText});
    y += 20;
  }
  return y - 10;
}

// Comparisons against n, both on logarithmic axes.
void draw_plot(Picture& picture, const Compared& compared, float left, float right, float top,
               float bottom) {
  const bool merger = compared.merger;
  const auto network = [&](std::uint32_t m) {
    return static_cast<double>(merger ? network_merge_comparators(m) : network_sort_comparators(m));
  };
  const auto adaptive = [&](std::uint32_t m) {
    return static_cast<double>(merger ? adaptive_merge_comparisons(m)
                                      : adaptive_sort_comparisons(m));
  };
  const double most = std::log2(network(kPlotLog2));
  const auto x_of = [&](std::uint32_t m) {
    return left + (right - left) * static_cast<float>(m - 1) / (kPlotLog2 - 1);
  };
  const auto y_of = [&](double value) {
    return bottom - (bottom - top) * static_cast<float>(std::log2(value) / most);
  };
  picture.labels.push_back({left - 40, top - 16,
                            merger ? "Comparisons of a merge against n" : "Comparisons against n",
                            13, Face::kSansBold, Anchor::kStart, Role::kMuted});
  for (const std::uint32_t e : {0U, 10U, 20U, 30U}) {
    if (e > most) continue;
    const float y = y_of(std::exp2(e));
    picture.lines.push_back({left, y, right, y, Role::kLine, 1});
    const char* text = e == 0 ? "1" : e == 10 ? "2^10" : e == 20 ? "2^20" : "2^30";
    picture.labels.push_back(
        {left - 6, y, text, kLeastText, Face::kMono, Anchor::kEnd, Role::kMuted});
  }
  for (const std::uint32_t m : {1U, 8U, 16U, 24U}) {
    picture.labels.push_back({x_of(m), bottom + 12, fmt::format("2^{}", m), kLeastText, Face::kMono,
                              Anchor::kMiddle, Role::kMuted});
  }
  const std::uint32_t here = std::min(compared.keys_log2, kPlotLog2);
  const float x = x_of(here);
  picture.lines.push_back({x, top, x, bottom, Role::kAccent, 1.4F});
  for (std::uint32_t m = 2; m <= kPlotLog2; ++m) {
    picture.lines.push_back(
        {x_of(m - 1), y_of(network(m - 1)), x_of(m), y_of(network(m)), Role::kKept, 2});
    picture.lines.push_back(
        {x_of(m - 1), y_of(adaptive(m - 1)), x_of(m), y_of(adaptive(m)), Role::kExchanged, 2});
  }
  picture.dots.push_back({x, y_of(network(here)), 3.4F, Role::kKept, true});
  picture.dots.push_back({x, y_of(adaptive(here)), 3.4F, Role::kExchanged, true});
  const float network_y = y_of(network(kPlotLog2));
  const float adaptive_y = y_of(adaptive(kPlotLog2));
  const float aside = std::max(0.0F, (15 - (adaptive_y - network_y)) / 2);
  picture.labels.push_back({right + 8, network_y - aside, "network", kLeastText, Face::kSans,
                            Anchor::kStart, Role::kKept});
  picture.labels.push_back({right + 8, adaptive_y + aside, "adaptive", kLeastText, Face::kSans,
                            Anchor::kStart, Role::kExchanged});
  // The ratio, here and at the end.
  const auto ratio = [&](std::uint32_t m) { return network(m) / adaptive(m); };
  picture.labels.push_back({right + 8, adaptive_y + aside + 16,
                            fmt::format("× {:.2f}", ratio(kPlotLog2)), kLeastText, Face::kMono,
                            Anchor::kStart, Role::kMuted});
  const bool room_right = here < kPlotLog2 * 2 / 3;
  picture.labels.push_back({x + (room_right ? 6.0F : -6.0F), bottom - 10,
                            fmt::format("× {:.2f} at n = {}", ratio(here),
                                        grouped_number(std::uint64_t{1} << compared.keys_log2)),
                            kLeastText, Face::kMono, room_right ? Anchor::kStart : Anchor::kEnd,
                            Role::kAccent});
}

}  // namespace

void draw_numbers(Picture& picture, const Compared& compared, const Page& page) {
  const std::uint32_t m = compared.keys_log2;
  const std::uint32_t j = compared.merge;
  const std::uint64_t blocks = std::uint64_t{1} << (m - j);
  const SavedSoFar of_merge = saved_so_far(*compared.adaptive, j, compared.adaptive_cursor);
  const SavedSoFar of_run = saved_so_far(*compared.adaptive, 0, compared.adaptive_cursor);
  float y = 62;
  const std::string title =
      compared.merger ? fmt::format("Merge of {} keys", grouped_number(std::uint64_t{1} << j))
      : blocks == 1   ? fmt::format("Merge j = {}", j)
                      : fmt::format("Merge j = {}, {} blocks", j, grouped_number(blocks));
  y = draw_bars(picture, page, y, title, blocks * network_merge_comparators(j),
                blocks * adaptive_merge_comparisons(j), of_merge.compared, "(n/2) log n",
                "2n − log n − 2, for every input");
  if (!compared.merger) {
    y = draw_bars(picture, page, y + 30, "Whole sort", network_sort_comparators(m),
                  adaptive_sort_comparisons(m), of_run.compared, "(n/4) log n (log n + 1)",
                  "2n log n − 4n + log n + 4");
  }
  y += 26;
  picture.labels.push_back(
      {page.side, y,
       fmt::format("So far: compared {}, saved {}", grouped_number(of_run.compared),
                   grouped_number(of_run.saved)),
       13, Face::kSans, Anchor::kStart, Role::kText});
  y = draw_legend(picture, compared, page, y + 28);
  const float top = y + 44;
  const float bottom = std::min(page.height - 36, top + 260);
  if (bottom - top >= 70) {
    draw_plot(picture, compared, page.side + 40, page.width - kMargin - 64, top, bottom);
  }
}

void draw_stages(Picture& picture, const Scene& scene, const Compared& compared, const Page& page) {
  const Network& network = compared.adaptive->network;
  const std::uint32_t j = compared.merge;
  const float row = std::clamp((page.bottom - page.top) / static_cast<float>(j + 1), 12.0F, 34.0F);
  const float left = page.left + 36;
  // The numbers beside the bars go before the bars do.
  const bool numbers = page.right - 190 - left >= 40;
  const float right = numbers ? page.right - 190 : page.right;
  const auto half = static_cast<double>(network.wires()) / 2;
  for (std::uint32_t k = 0; k < j; ++k) {
    const float y = page.top + row * (static_cast<float>(k) + 0.5F);
    if (y > page.height - 10) break;
    const auto compared_here = static_cast<double>(network.wires() >> j) * std::exp2(k) * (j - k);
    const auto layer = layer_in_view(scene);
    const bool now = !compared.of_network && layer && network.step(*layer).merge == j &&
                     network.step(*layer).first_stage <= k && k <= network.step(*layer).last_stage;
    picture.labels.push_back({left - 8, y, fmt::format("k = {}", k), kLeastText, Face::kMono,
                              Anchor::kEnd, now ? Role::kAccent : Role::kMuted});
    const float h = std::min(row - 4, 18.0F);
    picture.boxes.push_back({left, y - h / 2, right - left, h, Role::kLine, true, 2});
    picture.boxes.push_back(
        {left, y - h / 2, std::max((right - left) * static_cast<float>(compared_here / half), 1.0F),
         h, now ? Role::kAccent : Role::kExchanged, true, 2});
    if (!numbers) continue;
    picture.labels.push_back(
        {right + 10, y,
         fmt::format("{} of {}", grouped_number(static_cast<std::uint64_t>(compared_here)),
                     grouped_number(static_cast<std::uint64_t>(half))),
         kLeastText, Face::kMono, Anchor::kStart, Role::kText});
  }
  picture.labels.push_back(
      fitted({left, page.top - 14, "Comparators of each layer of this merge that are compared", 13,
              Face::kSans, Anchor::kStart, Role::kMuted},
             page.width - left));
}

}  // namespace sortscope::compare_picture
