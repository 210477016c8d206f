// ask_kernel.cpp: before a person's own code is compiled and run: once for each file.
#include <fmt/format.h>

#include <array>
#include <filesystem>

#include "app/overlays/overlay.h"
#include "app/overlays/parts.h"
#include "app/state/parts/by_type.h"
#include "app/state/parts/kernel_desk.h"

namespace sortscope {

namespace {

constexpr std::array<std::string_view, 3> kSaid = {
    "It runs in a process of its own, with limits on time and memory. It gets no network and may "
    "write only into a scratch folder, which is removed.",
    "It runs again whenever you save it, as long as this window is open.",
    "Run only code that you wrote, or have read.",
};

class AskKernelOverlay : public OverlayContent {
 public:
  [[nodiscard]] std::string_view title() const override { return "Compile and run this file?"; }
  [[nodiscard]] ImVec2 wanted_size() const override { return {620, 340}; }

  void draw(const OverlayParts& given, const Area& area) override {
    const auto& waiting = part_of<KernelDesk>(given.program).waiting();
    if (!waiting) {
      given.overlay.open = Overlay::kNone;
      return;
    }
    const Brush brush = Brush::of(given.look);
    const float pad = brush.px(kCardPadding);
    const float x = area.x + pad;
    const float width = area.width - 2 * pad;
    const std::filesystem::path path = waiting->path;
    float y = area.y + brush.px(26);
    draw_fitted(brush, x, y, width, path.filename().string(), kSizeValue, Face::kMono, Role::kText);
    y += brush.px(22);
    draw_fitted(brush, x, y, width, path.parent_path().string(), kSizeSmall, Face::kSans,
                Role::kMuted);
    y += brush.px(22);
    for (const std::string_view said : kSaid) {
      y += draw_paragraph(brush, x, y, width, said, kSizeText, Face::kSans, Role::kText) +
           brush.px(8);
    }
    const float height = brush.px(34);
    const float top = area.bottom() - pad - height;
    const float run = text_button_width(brush, kRun);
    const float no = text_button_width(brush, kNo);
    const Area run_at{area.right() - pad - run, top, run, height};
    const Area no_at{run_at.x - brush.px(10) - no, top, no, height};
    bool agreed = text_button(brush, "run", run_at, kRun, ButtonLook::kPrimary).pressed;
    tooltip(given.look, "Compile and run it in this window", "Enter");
    const bool refused = text_button(brush, "no", no_at, kNo, ButtonLook::kOutline).pressed;
    tooltip(given.look, "Nothing is run", "Esc");
    for (const KeyEvent& event : given.overlay.keys) {
      agreed = agreed || overlay_key(event) == OverlayKey::kEnter;
    }
    if (agreed) {
      given.overlay.open = Overlay::kNone;
      given.asked.ask("kernel-allow");
    } else if (refused) {
      given.overlay.open = Overlay::kNone;
    }
  }

 private:
  static constexpr std::string_view kRun = "Compile and run";
  static constexpr std::string_view kNo = "Not now";
};

}  // namespace

std::shared_ptr<OverlayContent> make_ask_kernel_overlay() {
  return std::make_shared<AskKernelOverlay>();
}

}  // namespace sortscope
