// memory.cpp: which words of shared memory and sectors of global memory a warp touches in
// the cursor's layer.
#include "core/views/kernels/memory.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/engines/plans/launches.h"
#include "core/pictures/label_fit.h"
#include "core/recordings/recording.h"
#include "core/scenes/recorded_launches.h"
#include "core/scenes/scene.h"
#include "core/views/kernels/own_memory.h"
#include "core/views/kernels/wide_page.h"

namespace sortscope {

namespace memory_picture {

namespace {

constexpr float kUsualWidth = 1120;  // of a page: larger ones are magnified
constexpr float kUsualHeight = 640;
constexpr float kMostMagnified = 1.8F;
constexpr float kSideWidth = 340;
constexpr float kNarrowSide = 280;   // on pages that are not wide, as a projector's beside a lesson
constexpr float kLeastBeside = 660;  // of a page with something beside the lanes
constexpr float kNames = 112;        // of the requests
constexpr float kResults = 80;       // wavefronts, right of the lanes
constexpr float kHeader = 20;        // numbers of the lanes
constexpr float kLines = 48;         // between lanes and banks, at least
constexpr float kMostLines = 96;
constexpr float kBankStacks = 70;  // height of the banks' stacks, at least
constexpr float kMostStacks = 130;
constexpr float kSectors = 84;  // height of global memory's part
constexpr float kChoicePad = 9;
constexpr float kLeastRow = 2.5F;
constexpr float kMostRow = 26;

void add_choice(Page& page, float& x, float y, std::string text, std::string command, bool chosen) {
  const float w = 0.94F * estimated_width(text, kText, Face::kSans) + 2 * kChoicePad;
  page.choices.push_back({x, y, w, std::move(text), std::move(command), chosen});
  x += w + 2;
}

void add_name(Page& page, float& x, float y, std::string text) {
  const float w = 0.94F * estimated_width(text, kText, Face::kSans);
  page.names.push_back({x, y, std::move(text), kText, Face::kSans, Anchor::kStart, Role::kMuted});
  x += w + 8;
}

// "‹ 3 of 32 ›": the arrows step.
void add_stepper(Page& page, float& x, float y, std::string_view name, std::uint32_t value,
                 std::uint32_t count) {
  add_name(page, x, y, std::string(name));
  add_choice(page, x, y, "‹", fmt::format("memory-{} {}", name, value > 0 ? value - 1 : count - 1),
             false);
  add_name(page, x, y, fmt::format("{} of 0–{}", value, count - 1));
  x -= 4;
  add_choice(page, x, y, "›", fmt::format("memory-{} {}", name, value + 1 < count ? value + 1 : 0),
             false);
  x += 14;
}

void add_choices(const Shown& shown, Page& page) {
  float x = kMargin;
  float y = 54 + kLine * static_cast<float>(page.what.size());
  const auto wrap = [&](float needed) {
    if (x + needed <= page.width - kMargin) return;
    x = kMargin;
    y += 28;
  };
  for (const MemoryKernel& kernel : memory_kernels()) {
    add_choice(page, x, y, std::string(kernel.title), fmt::format("memory-kernel {}", kernel.id),
               &kernel == shown.lens.shape.kernel);
  }
  x += 16;
  wrap(230);
  for (const PlacementRow& row : placements()) {
    add_choice(page, x, y, std::string(row.id), fmt::format("memory-placement {}", row.id),
               row.placement == shown.placement);
  }
  x += 16;
  wrap(180);
  add_stepper(page, x, y, "warp", shown.warp, shown.lens.warps());
  if (shown.lens.blocks > 1) {
    wrap(200);
    add_stepper(page, x, y, "block", shown.block, shown.lens.blocks);
  }
  if (shown.lens.shape.kernel->id == "fast" && shown.lens.wires >= 32 * 256) {
    wrap(220);
    add_name(page, x, y, "threads");
    for (const std::uint32_t threads : {128U, 256U, 512U, 1024U}) {
      if (threads > shown.lens.wires / 32) continue;
      add_choice(page, x, y, fmt::to_string(threads), fmt::format("memory-threads {}", threads),
                 threads == shown.lens.threads);
    }
  }
  page.body = y + 26;
}

// Of the selected request's banks, with room for a word's number in each.
float stack_height(const Shown& shown) {
  constexpr float kWord = 18;
  if (shown.access.shared.empty()) return 0;
  const WarpRequest& request = shown.access.shared[shown.request];
  const BankUse use = count_banks(request, shown.placement, shown.lens.shape.key_bytes);
  const float turns = shown.lens.shape.key_bytes == 8 ? 2 : 1;
  return kWord * turns * static_cast<float>(*std::ranges::max_element(use.words)) + 6;
}

// The nearest layer after this one, else before it, that uses shared memory.
std::optional<std::uint32_t> nearest_shared(const Network& network, const Shown& shown) {
  constexpr std::uint32_t kFar = 64;
  const auto uses = [&](std::uint32_t layer) {
    const auto lens = lens_on(network, true, layer, shown.lens.shape);
    return lens && !access_of(*lens, 0, 0).shared.empty();
  };
  for (std::uint32_t layer = shown.layer + 1; layer < std::min(network.depth(), shown.layer + kFar);
       ++layer) {
    if (uses(layer)) return layer;
  }
  for (std::uint32_t layer = shown.layer; layer-- > shown.layer - std::min(shown.layer, kFar);) {
    if (uses(layer)) return layer;
  }
  return std::nullopt;
}

}  // namespace

Result<Shown> shown_access(const Scene& scene) {
  const Recording& recording = *scene.recording;
  const MemoryOptions& options = scene.options->memory;
  const auto kernel = find_memory_kernel(options.kernel);
  if (!kernel) return kernel.error();
  Shown shown;
  shown.layer = layer_in_view(scene).value_or(0);
  const auto lens = lens_on(recording.network, recording.algorithm->xor_schedule, shown.layer,
                            {.kernel = *kernel,
                             .key_bytes = bits_of(recording.request.keys.type) / 8,
                             .threads = options.threads,
                             .shared_bytes = recorded_shared_bytes(recording)});
  if (!lens) return lens.error();
  shown.lens = *lens;
  shown.placement = (*kernel)->placement;
  if (const auto chosen = find_placement(options.placement)) shown.placement = (*chosen)->placement;
  shown.block = std::min(options.block, lens->blocks - 1);
  shown.warp = std::min<std::uint32_t>(options.warp, lens->warps() - 1);
  shown.access = access_of(*lens, shown.block, shown.warp);
  if (shown.access.shared.empty()) shown.nearest = nearest_shared(recording.network, shown);
  const auto requests = static_cast<std::uint32_t>(shown.access.shared.size());
  shown.request = std::min<std::uint32_t>(options.request, std::max(requests, 1U) - 1);
  return shown;
}

Page page_for(const Shown& shown, float width, float height) {
  Page page;
  page.magnified =
      std::clamp(std::min(width / kUsualWidth, height / kUsualHeight), 1.0F, kMostMagnified);
  page.width = width / page.magnified;
  page.height = height / page.magnified;
  page.what = wrapped(shown.lens.what, kText, Face::kSans, 1.08F * (page.width - 2 * kMargin));
  add_choices(shown, page);
  if (shown.nearest) {
    float x = kMargin;
    add_choice(page, x, page.body + 40,
               fmt::format("Go to layer {}, the nearest that does", *shown.nearest + 1),
               fmt::format("seek {}", *shown.nearest + 1), true);
  }
  const bool wide = page.width >= 900;
  const bool side = page.width >= kLeastBeside && page.height >= 440;
  const float side_width = wide ? kSideWidth : kNarrowSide;
  const float right = side ? page.width - kMargin - side_width - 24 : page.width - kMargin;
  if (side) {
    page.side = page.width - kMargin - side_width;
    page.side_top = page.body;
    page.side_column = wide ? 80.0F : 60.0F;
  }
  const bool names = right >= 560;
  page.lanes = kMargin + (names ? kNames : 0);
  page.cell = std::min((right - kResults - page.lanes) / static_cast<float>(kLanes), 30.0F);
  page.rows = page.body + kHeader + 18;
  constexpr float kBelowBase = 36;
  constexpr float kBelow = kLines + kBankStacks + 38;
  const bool sectors = page.height - page.rows - kBelow >= 170;
  const float room = page.height - page.rows - kBelow - (sectors ? kSectors : 0) - 12;
  const auto count = static_cast<float>(std::max<std::size_t>(shown.access.shared.size(), 1));
  page.row = std::clamp(room / count, kLeastRow, kMostRow);
  page.wires = page.rows + page.row * count + 4;
  const float spare = std::max(room - page.row * count, 0.0F);
  page.banks = page.wires + std::min(kLines + spare / 2, kMostLines);
  page.base = page.banks + std::min({kBankStacks + spare / 2, kMostStacks, stack_height(shown)});
  // The sentence below the banks is whole.
  page.base = std::max(std::min(page.base, page.height - kBelowBase), page.banks + kLeastRow);
  if (shown.access.shared.empty()) page.base = page.body + 40;
  if (sectors) page.sectors = page.base + 40;
  return page;
}

}  // namespace memory_picture

namespace {

using namespace memory_picture;

void draw_head(Picture& picture, const Scene& scene, const Shown& shown, const Page& page) {
  const std::string of_all =
      hides_depth(scene) ? "" : fmt::format(" of {}", scene.recording->network.depth());
  const std::string title =
      fmt::format("{} · layer {}{} · k = {} · j = {}", shown.lens.shape.kernel->title,
                  shown.layer + 1, of_all, shown.lens.level, shown.lens.distance);
  picture.labels.push_back(
      fitted({kMargin, 24, title, 15, Face::kSansBold, Anchor::kStart, Role::kText},
             page.width - kMargin - 180));
  float y = 46;
  for (const std::string& line : page.what) {
    picture.labels.push_back({kMargin, y, line, kText, Face::kSans, Anchor::kStart, Role::kMuted});
    y += kLine;
  }
  for (const Choice& choice : page.choices) {
    if (choice.chosen) {
      picture.boxes.push_back({choice.x, choice.y - 12, choice.w, 24, Role::kLine, true, 4});
      picture.boxes.push_back(
          {choice.x + 6, choice.y + 13, choice.w - 12, 2, Role::kAccent, true, 1});
    }
    picture.labels.push_back({choice.x + choice.w / 2, choice.y, choice.text, kText, Face::kSans,
                              Anchor::kMiddle, choice.chosen ? Role::kText : Role::kMuted});
  }
  picture.labels.insert(picture.labels.end(), page.names.begin(), page.names.end());
}

Picture refusal(const Scene& scene, const Error& error, float width, float height) {
  Picture picture;
  picture.width = width;
  picture.height = height;
  const auto kernel = find_memory_kernel(scene.options->memory.kernel);
  const std::string title =
      fmt::format("Memory lens{}", kernel ? fmt::format(" · {}", (*kernel)->title) : "");
  picture.labels.push_back({kMargin, 24, title, 15, Face::kSansBold, Anchor::kStart, Role::kText});
  float y = 48;
  for (const std::string& text : {error.message, error.hint}) {
    std::string sentence = text;
    if (!sentence.empty()) sentence[0] = static_cast<char>(std::toupper(sentence[0]));
    for (const std::string& line : wrapped(sentence, kText, Face::kSans, width - 2 * kMargin)) {
      picture.labels.push_back(
          {kMargin, y, line, kText, Face::kSans, Anchor::kStart, Role::kMuted});
      y += 20;
    }
  }
  float x = kMargin;
  for (const MemoryKernel& row : memory_kernels()) {
    const bool chosen = row.id == scene.options->memory.kernel;
    picture.labels.push_back({x, y + 14, std::string(row.title), kText, Face::kSans, Anchor::kStart,
                              chosen ? Role::kText : Role::kAccent});
    x += 0.94F * estimated_width(row.title, kText, Face::kSans) + 22;
  }
  return picture;
}

Picture layout(const Scene& scene, float width, float height) {
  if (own_memory::is_for(scene)) return own_memory::layout(scene, width, height);
  const auto shown = shown_access(scene);
  if (!shown) return refusal(scene, shown.error(), width, height);
  const Page page = page_for(*shown, width, height);
  Picture picture;
  picture.width = page.width;
  picture.height = page.height;
  draw_head(picture, scene, *shown, page);
  draw_lanes(picture, scene, *shown, page);
  if (page.sectors > 0) draw_sectors(picture, *shown, page);
  if (page.side > 0) draw_side(picture, *shown, page);
  return magnified(std::move(picture), page.magnified);
}

// Of the refusal: the names of the kernels.
std::string refused_action(float width, const Error& error, float x, float y) {
  float top = 48;
  for (const std::string& text : {error.message, error.hint}) {
    top += 20 * static_cast<float>(wrapped(text, kText, Face::kSans, width - 2 * kMargin).size());
  }
  float left = kMargin;
  for (const MemoryKernel& row : memory_kernels()) {
    const float w = 0.94F * estimated_width(row.title, kText, Face::kSans);
    if (x >= left - 6 && x < left + w + 6 && y >= top && y < top + 28) {
      return fmt::format("memory-kernel {}", row.id);
    }
    left += w + 22;
  }
  return {};
}

std::string action(const Scene& scene, float width, float height, float x, float y) {
  if (own_memory::is_for(scene)) return {};
  const auto shown = shown_access(scene);
  if (!shown) return refused_action(width, shown.error(), x, y);
  const Page page = page_for(*shown, width, height);
  x /= page.magnified;
  y /= page.magnified;
  for (const Choice& choice : page.choices) {
    if (x >= choice.x && x < choice.x + choice.w && std::abs(y - choice.y) <= 13) {
      return choice.command;
    }
  }
  if (const auto request = request_at(*shown, page, x, y)) {
    return fmt::format("memory-request {}", *request + 1);
  }
  if (const auto placement = placement_at(page, x, y)) {
    return fmt::format("memory-placement {}",
                       placements()[static_cast<std::size_t>(*placement)].id);
  }
  return {};
}

}  // namespace

const Layout kMemoryLayout = {
    .id = "memory",
    .title = "Memory",
    .summary = "Shared-memory banks and global sectors that a warp touches, conflicts counted.",
    .max_wires = 0,
    .natural_size = wide_page,
    .layout = layout,
    .pick = nullptr,
    .action = action};

}  // namespace sortscope
