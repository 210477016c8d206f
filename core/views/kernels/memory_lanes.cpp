// memory_lanes.cpp: what each lane of a warp asks of shared memory, and the banks that serve
// it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/networks/wording.h"
#include "core/pictures/label_fit.h"
#include "core/recordings/recording.h"
#include "core/scenes/scene.h"
#include "core/views/kernels/memory.h"

namespace sortscope::memory_picture {

namespace {

constexpr float kNumberCell = 15.5F;  // that two digits fit into
constexpr float kNumbersAbove = 10;   // of the lanes, over the first request

bool takes_part(const WarpRequest& request, std::uint32_t lane) {
  return (request.lanes >> lane & 1) != 0;
}

// Turns of the memory: all lanes at once, or of 64-bit keys half a warp.
std::uint32_t turn_of(const Shown& shown, std::uint32_t lane) {
  return shown.lens.shape.key_bytes == 8 ? lane / 16 : 0;
}

// Distinct words, by the lanes that ask, in the bank of `lane` and in its turn.
std::uint32_t words_beside(const Shown& shown, const WarpRequest& request, std::uint32_t lane) {
  const std::uint32_t bytes = shown.lens.shape.key_bytes;
  const std::uint32_t own = word_of(request, lane, shown.placement, bytes);
  std::vector<std::uint32_t> words;
  for (std::uint32_t other = 0; other < kLanes; ++other) {
    if (!takes_part(request, other) || turn_of(shown, other) != turn_of(shown, lane)) continue;
    const std::uint32_t word = word_of(request, other, shown.placement, bytes);
    if (word % kBanks == own % kBanks && std::ranges::find(words, word) == words.end()) {
      words.push_back(word);
    }
  }
  return static_cast<std::uint32_t>(words.size());
}

// In this run the lane's comparator has kept its keys, so that it stored nothing.
bool kept(const Scene& scene, const Shown& shown, const WarpRequest& request, std::uint32_t lane) {
  if (!request.if_exchanged) return false;
  const Recording& recording = *scene.recording;
  const Network& network = recording.network;
  const WireUse use = use_of(network.form(shown.layer), network.wires(), request.at[lane]);
  if (!use.compared || progression(scene, shown.layer, use.index) == Progression::kToCome) {
    return false;
  }
  return !recording.exchanged(shown.layer, use.index);
}

void draw_request(Picture& picture, const Scene& scene, const Shown& shown, const Page& page,
                  std::uint32_t index) {
  const WarpRequest& request = shown.access.shared[index];
  const float y = page.rows + page.row * static_cast<float>(index);
  const float gap = page.row >= 8 ? 1.5F : page.row >= 5 ? 0.5F : 0.0F;
  const float h = std::max(page.row - 2 * gap, 1.0F);
  const bool numbers = page.row >= 16 && page.cell >= kNumberCell;
  const bool chosen = index == shown.request;
  for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
    const float x = page.lanes + page.cell * static_cast<float>(lane) + std::min(gap, 1.0F);
    const float w = page.cell - 2 * std::min(gap, 1.0F);
    const float corner = page.row >= 12 ? 3.0F : 0.0F;
    if (!takes_part(request, lane)) {
      if (page.row >= 8) {
        picture.dots.push_back({x + w / 2, y + page.row / 2, 1.2F, Role::kWire, true});
      }
      continue;
    }
    const bool conflict = words_beside(shown, request, lane) > 1;
    const bool hollow = page.row >= 8 && kept(scene, shown, request, lane);
    const Role role = conflict ? Role::kExchanged : hollow ? Role::kWire : Role::kLine;
    picture.boxes.push_back({.x = x,
                             .y = y + gap,
                             .w = w,
                             .h = h,
                             .role = role,
                             .filled = !hollow,
                             .corner = corner,
                             .dashed = hollow});
    if (!numbers) continue;
    const std::uint32_t bank =
        word_of(request, lane, shown.placement, shown.lens.shape.key_bytes) % kBanks;
    picture.labels.push_back({x + w / 2, y + page.row / 2, fmt::to_string(bank), kSmall,
                              Face::kMono, Anchor::kMiddle,
                              conflict && !hollow ? Role::kGround
                              : hollow            ? Role::kMuted
                                                  : Role::kText});
  }
  const float right = page.lanes + page.cell * kLanes;
  if (chosen) {
    picture.chips.push_back({.x = page.lanes - 2,
                             .y = y,
                             .w = right - page.lanes + 4,
                             .h = std::max(page.row, 3.0F),
                             .role = Role::kAccent,
                             .filled = false,
                             .corner = 3,
                             .width = 1.6F});
  }
  if (page.row < 14) return;
  const BankUse use = count_banks(request, shown.placement, shown.lens.shape.key_bytes);
  if (page.lanes > kMargin) {
    picture.labels.push_back({page.lanes - 10, y + page.row / 2, request.name, kText, Face::kSans,
                              Anchor::kEnd, chosen ? Role::kText : Role::kMuted});
  }
  const std::string cost = use.wavefronts == 0 ? "idle" : fmt::to_string(use.wavefronts);
  picture.labels.push_back({right + 34, y + page.row / 2, cost, kText, Face::kMono, Anchor::kEnd,
                            use.conflicts() > 0   ? Role::kExchanged
                            : use.wavefronts == 0 ? Role::kMuted
                                                  : Role::kText});
  if (use.wavefronts > 0) {
    picture.labels.push_back({right + 42, y + page.row / 2, fmt::format("of {}", use.least), kText,
                              Face::kMono, Anchor::kStart, Role::kMuted});
  }
}

// Many requests: the registers at the left, wavefronts as bars at the right.
void draw_dense_ends(Picture& picture, const Shown& shown, const Page& page) {
  const auto& requests = shown.access.shared;
  const float right = page.lanes + page.cell * kLanes;
  std::uint32_t most = 1;
  for (const WarpRequest& request : requests) {
    most = std::max(most,
                    count_banks(request, shown.placement, shown.lens.shape.key_bytes).wavefronts);
  }
  for (std::size_t i = 0; i < requests.size(); ++i) {
    const BankUse use = count_banks(requests[i], shown.placement, shown.lens.shape.key_bytes);
    const float y = page.rows + page.row * static_cast<float>(i);
    const float w = 46 * static_cast<float>(use.wavefronts) / static_cast<float>(most);
    picture.boxes.push_back({.x = right + 8,
                             .y = y,
                             .w = std::max(w, 1.5F),
                             .h = page.row >= 5 ? page.row - 1 : page.row,
                             .role = use.conflicts() > 0 ? Role::kExchanged : Role::kKept,
                             .filled = true});
    const bool first = i == 0 || requests[i].store != requests[i - 1].store;
    if (!first || page.lanes <= kMargin) continue;
    std::size_t end = i;
    while (end < requests.size() && requests[end].store == requests[i].store) ++end;
    const float middle = y + page.row * static_cast<float>(end - i) / 2;
    picture.labels.push_back({page.lanes - 10, middle - 9, requests[i].store ? "stores" : "loads",
                              kText, Face::kSans, Anchor::kEnd, Role::kMuted});
    picture.labels.push_back({page.lanes - 10, middle + 9, "of registers 0–31", kSmall, Face::kSans,
                              Anchor::kEnd, Role::kMuted});
    if (i > 0) picture.lines.push_back({page.lanes - 100, y, right + 54, y, Role::kMuted, 1});
  }
  picture.labels.push_back({right + 8,
                            page.rows + page.row * static_cast<float>(requests.size()) + 10,
                            fmt::format("{} at most", most), kSmall, Face::kMono, Anchor::kStart,
                            most > 1 ? Role::kExchanged : Role::kMuted});
}

void draw_numbers(Picture& picture, const Page& page, float y, std::string_view name) {
  const std::uint32_t every = page.cell >= 20 ? 1 : page.cell >= kNumberCell ? 2 : 4;
  for (std::uint32_t i = 0; i < kLanes; i += every) {
    picture.labels.push_back(
        {page.lane(i), y, fmt::to_string(i), kSmall, Face::kMono, Anchor::kMiddle, Role::kMuted});
  }
  if (page.lanes > kMargin) {
    picture.labels.push_back(
        {page.lanes - 10, y, std::string(name), kSmall, Face::kSans, Anchor::kEnd, Role::kMuted});
  }
}

// Lanes in the order of their words, for each bank: its stack.
void draw_banks(Picture& picture, const Shown& shown, const Page& page,
                const WarpRequest& request) {
  struct Word {
    std::uint32_t word;
    std::vector<std::uint32_t> lanes;
  };
  const std::uint32_t bytes = shown.lens.shape.key_bytes;
  std::array<std::vector<Word>, kBanks> banks;
  std::size_t deepest = 1;
  for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
    if (!takes_part(request, lane)) continue;
    const std::uint32_t first = word_of(request, lane, shown.placement, bytes);
    for (std::uint32_t word = first; word < first + bytes / 4; ++word) {
      auto& stack = banks[word % kBanks];
      const auto found = std::ranges::find(stack, word, &Word::word);
      if (found == stack.end()) {
        stack.push_back({word, {lane}});
      } else {
        found->lanes.push_back(lane);
      }
      deepest = std::max(deepest, stack.size());
      picture.lines.push_back(
          {page.lane(lane), page.wires, page.lane(word % kBanks), page.banks, Role::kFuture, 1});
    }
  }
  // 64-bit keys take two turns, so two words of a bank are no conflict yet.
  const std::size_t free = bytes == 8 ? 2 : 1;
  const float h = std::min((page.base - page.banks) / static_cast<float>(deepest), 18.0F);
  const float gap = h >= 6 ? 1.0F : 0.0F;
  for (std::uint32_t bank = 0; bank < kBanks; ++bank) {
    const auto& stack = banks[bank];
    const float x = page.lanes + page.cell * static_cast<float>(bank) + 1;
    for (std::size_t i = 0; i < stack.size(); ++i) {
      const float y = page.banks + h * static_cast<float>(i) + gap;
      const Role role = i >= free ? Role::kExchanged : Role::kKept;
      picture.boxes.push_back({.x = x,
                               .y = y,
                               .w = page.cell - 2,
                               .h = std::max(h - 2 * gap, 1.0F),
                               .role = role,
                               .filled = true,
                               .corner = h >= 10 ? 3.0F : 0.0F});
      if (h < 14 || page.cell < kNumberCell) continue;
      picture.labels.push_back({x + (page.cell - 2) / 2, y + h / 2 - gap,
                                fmt::to_string(stack[i].lanes.front()), kSmall, Face::kMono,
                                Anchor::kMiddle, Role::kGround});
    }
  }
  picture.lines.push_back(
      {page.lanes, page.banks, page.lanes + page.cell * kLanes, page.banks, Role::kMuted, 1});
}

// In full, and in fewer words.
std::vector<std::string> banks_texts(const Shown& shown, const WarpRequest& request) {
  const BankUse use = count_banks(request, shown.placement, shown.lens.shape.key_bytes);
  if (use.wavefronts == 0)
    return {"No lane of this warp takes part: it idles.", "This warp idles."};
  const auto asked = std::ranges::count_if(use.words, [](std::uint8_t words) { return words > 0; });
  const std::string banks = counted(static_cast<std::uint64_t>(asked), "bank");
  const std::uint32_t deepest = *std::ranges::max_element(use.words);
  const std::string_view each = shown.lens.shape.key_bytes == 8 ? " a turn" : " each";
  const std::string what =
      use.conflicts() == 0
          ? fmt::format("{}, one word{}, no conflict", banks, each)
          : fmt::format("{}, up to {} words in one: {} wavefronts", banks, deepest, use.wavefronts);
  const std::string brief = use.conflicts() == 0
                                ? fmt::format("{}, no conflict", banks)
                                : fmt::format("{}: {} wavefronts", banks, use.wavefronts);
  return {fmt::format("{}: {}", request.name, what), what, brief};
}

}  // namespace

void draw_lanes(Picture& picture, const Scene& scene, const Shown& shown, const Page& page) {
  const auto& requests = shown.access.shared;
  if (requests.empty()) {
    picture.labels.push_back(
        fitted({kMargin, page.body + 12, {}, 15, Face::kSansBold, Anchor::kStart, Role::kMuted},
               {"This layer asks nothing of shared memory.", "Shared memory: nothing asked."},
               page.width - 2 * kMargin));
    return;
  }
  const float right = page.lanes + page.cell * kLanes;
  draw_numbers(picture, page, page.rows - kNumbersAbove, "lane");
  picture.labels.push_back({right + 8, page.rows - kNumbersAbove, "wavefronts", kSmall, Face::kSans,
                            Anchor::kStart, Role::kMuted});
  picture.labels.back().whole =
      "Turns in which shared memory answers a request: one, or more where lanes meet in a bank";
  for (std::uint32_t index = 0; index < requests.size(); ++index) {
    draw_request(picture, scene, shown, page, index);
  }
  if (page.row < 14) draw_dense_ends(picture, shown, page);
  const WarpRequest& request = requests[shown.request];
  draw_banks(picture, shown, page, request);
  draw_numbers(picture, page, page.base + 8, "bank");
  const bool conflict =
      count_banks(request, shown.placement, shown.lens.shape.key_bytes).conflicts() > 0;
  picture.labels.push_back(fitted({page.lanes,
                                   page.base + 26,
                                   {},
                                   kText,
                                   Face::kSans,
                                   Anchor::kStart,
                                   conflict ? Role::kExchanged : Role::kText},
                                  banks_texts(shown, request), 1.1F * (right + 80 - page.lanes)));
}

std::optional<std::uint32_t> request_at(const Shown& shown, const Page& page, float x, float y) {
  const float right = page.lanes + page.cell * kLanes + 90;
  const float row = std::floor((y - page.rows) / page.row);
  if (x < kMargin || x > right || row < 0 ||
      row >= static_cast<float>(shown.access.shared.size())) {
    return std::nullopt;
  }
  return static_cast<std::uint32_t>(row);
}

void draw_sectors(Picture& picture, const Shown& shown, const Page& page) {
  const auto& requests = shown.access.global;
  const std::uint32_t bytes = shown.lens.shape.key_bytes;
  float y = page.sectors + 14;
  const float bottom = page.height - 10;
  picture.labels.push_back(
      {kMargin, y, "Global memory", kText, Face::kSansBold, Anchor::kStart, Role::kMuted});
  // Beside the title, also where there is no column of names.
  const float beside = std::max(page.lanes, kMargin + 104.0F);
  const float end = page.side > 0 ? page.side - 16 : page.width - kMargin;
  if (requests.empty()) {
    picture.labels.push_back(fitted(
        {beside, y, "not touched by this layer", kText, Face::kSans, Anchor::kStart, Role::kMuted},
        end - beside));
    return;
  }
  picture.labels.push_back(
      fitted({beside, y, {}, kSmall, Face::kSans, Anchor::kStart, Role::kMuted},
             {"sectors of 32 bytes; filled: keys that the warp asks for",
              "sectors of 32 bytes; filled: asked for", "sectors of 32 bytes"},
             end - beside));
  y += 20;
  const std::uint32_t in_sector = kSectorBytes / bytes;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    const WarpRequest& request = requests[i];
    // Registers repeat the pattern further on: the first stands for them.
    const bool repeated = requests.size() > 8 && i > 0 && request.store == requests[i - 1].store;
    if (repeated || request.lanes == 0) continue;
    if (y + 16 > bottom) break;
    std::vector<std::uint32_t> sectors;
    for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
      if (takes_part(request, lane)) sectors.push_back(request.at[lane] / in_sector);
    }
    std::ranges::sort(sectors);
    sectors.erase(std::unique(sectors.begin(), sectors.end()), sectors.end());
    const float room = page.cell * kLanes;
    const float gap = sectors.size() > 16 ? 1.0F : 4.0F;
    const float cell =
        (room / static_cast<float>(sectors.size()) - gap) / static_cast<float>(in_sector);
    for (std::size_t s = 0; s < sectors.size(); ++s) {
      const float x =
          page.lanes + (cell * static_cast<float>(in_sector) + gap) * static_cast<float>(s);
      for (std::uint32_t key = 0; key < in_sector; ++key) {
        bool touched = false;
        for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
          touched |= takes_part(request, lane) && request.at[lane] == sectors[s] * in_sector + key;
        }
        if (touched) {
          picture.boxes.push_back({.x = x + cell * static_cast<float>(key),
                                   .y = y - 6,
                                   .w = std::max(cell - 0.8F, 0.6F),
                                   .h = 12,
                                   .role = Role::kPartEven,
                                   .filled = true});
        }
      }
      picture.boxes.push_back({.x = x - 0.5F,
                               .y = y - 7,
                               .w = cell * static_cast<float>(in_sector) + 1,
                               .h = 14,
                               .role = Role::kMuted,
                               .filled = false});
    }
    const SectorUse use = count_sectors(request, bytes);
    const std::string name = requests.size() > 8
                                 ? fmt::format("32 {}", request.store ? "stores" : "loads")
                                 : request.name;
    if (page.lanes > kMargin) {
      picture.labels.push_back(
          {page.lanes - 10, y, name, kText, Face::kSans, Anchor::kEnd, Role::kMuted});
    }
    picture.labels.push_back({page.lanes + room + 34, y, fmt::to_string(use.sectors), kText,
                              Face::kMono, Anchor::kEnd,
                              use.sectors > use.least ? Role::kExchanged : Role::kText});
    picture.labels.push_back({page.lanes + room + 42, y, fmt::format("of {}", use.least), kText,
                              Face::kMono, Anchor::kStart, Role::kMuted});
    y += 20;
  }
}

}  // namespace sortscope::memory_picture
