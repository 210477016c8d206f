// own_code.cpp: a person's own file in the side panel.
#include "app/panels/own_code.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "app/panels/parts.h"
#include "app/widgets/widgets.h"
#include "core/words/own_kernel.h"

namespace sortscope {

namespace {

constexpr std::uint32_t kLines = 13;
constexpr float kLine = 20;
constexpr float kSign = 22;
constexpr float kNumber = 26;

// What a line did and what was found in it, for who points at it.
std::string help_of(const KernelReport& report, std::uint32_t line) {
  std::string help;
  for (std::size_t i = 0; i < report.findings.size(); ++i) {
    const Finding& finding = report.findings[i];
    if (finding.line != line && finding.other_line != line) continue;
    help += fmt::format("{}{}. {}: {}", help.empty() ? "" : "\n", i + 1,
                        finding_title(finding.kind), finding.text);
  }
  if (const std::string note = line_note(report, line); !note.empty()) {
    help += (help.empty() ? "" : "\n") + note;
  }
  return help;
}

// The number of a finding: filled where it is wrong, a ring where it is slow.
void draw_sign(const Brush& brush, float x, float y, const Finding& finding, std::size_t number) {
  const float radius = brush.px(8);
  if (finding.wrong) {
    brush.list->AddCircleFilled({x, y}, radius, brush.color(Role::kExchanged), 24);
  } else {
    brush.list->AddCircle({x, y}, radius, brush.color(Role::kMuted), 24, brush.px(1.3F));
  }
  draw_text(brush, x, y, fmt::to_string(number), 11, Face::kSansBold,
            finding.wrong ? Role::kGround : Role::kText, Anchor::kMiddle);
}

void draw_line(const PanelParts& given, const Brush& brush, const OwnKernel& kernel,
               std::uint32_t line, bool current, const Area& area) {
  const KernelReport& report = kernel.report;
  if (current) {
    const float left = area.x - brush.px(12);
    const float right = area.right() + brush.px(12);
    brush.list->AddRectFilled({left, area.y}, {right, area.bottom()},
                              brush.color(Role::kAccentBand), brush.px(4));
    brush.list->AddRectFilled({left, area.y}, {left + brush.px(3), area.bottom()},
                              brush.color(Role::kAccent), brush.px(1));
  }
  const std::size_t finding = finding_of(report, line);
  if (finding < report.findings.size()) {
    draw_sign(brush, area.x + brush.px(8), area.mid_y(), report.findings[finding], finding + 1);
  }
  draw_text(brush, area.x + brush.px(kSign + kNumber - 8), area.mid_y(), fmt::to_string(line),
            kSizeSmall, Face::kMono, Role::kMuted, Anchor::kEnd);
  const std::string& text = kernel.lines[line - 1];
  const std::size_t indent = std::min(text.find_first_not_of(' '), text.size());
  // A narrow panel spends less on indents.
  const float x =
      area.x + brush.px(kSign + kNumber) + brush.px(0.3F * kSizeSmall) * static_cast<float>(indent);
  if (indent < text.size() && x < area.right()) {
    draw_fitted(brush, x, area.mid_y(), area.right() - x, text.substr(indent), kSizeSmall,
                Face::kMono, current ? Role::kText : Role::kMuted);
  }
  ImGui::PushID(static_cast<int>(line));
  const bool pressed = press_area("line", area).pressed;
  ImGui::PopID();
  tooltip(given.look, help_of(report, line));
  if (pressed && finding < report.findings.size() &&
      given.session.measured.kernel.get() == &kernel) {
    given.asked.ask(fmt::format("kernel-finding {}", finding + 1));
  }
}

}  // namespace

float draw_own_code(const PanelParts& given, const Brush& brush, const Scene& scene,
                    const OwnKernel& kernel, float x, float y, float width) {
  const ComparatorOrigin* origin = running_origin(scene);
  const auto lines = static_cast<std::uint32_t>(kernel.lines.size());
  std::uint32_t middle = origin != nullptr ? origin->line : 0;
  if (middle == 0 && !kernel.report.origins.empty()) middle = kernel.report.origins.back().line;
  const std::uint32_t count = std::min(kLines, lines);
  const std::uint32_t before = middle > kLines / 2 ? middle - kLines / 2 : 1;
  const std::uint32_t first = std::max(std::min(before, lines - count + 1), 1U);
  for (std::uint32_t line = first; line < first + count; ++line) {
    draw_line(given, brush, kernel, line, origin != nullptr && line == origin->line,
              {x, y, width, brush.px(kLine)});
    y += brush.px(kLine);
  }
  y += brush.px(10);
  const float step = brush.px(20);
  if (origin == nullptr) {
    draw_text(brush, x, y + step / 2, "The run is over.", kSizeText, Face::kSans, Role::kMuted);
    return y + 2 * step;
  }
  const std::string where = fmt::format("block = {}   thread = {}   epoch = {}", origin->block,
                                        origin->thread, origin->epoch);
  draw_fitted(brush, x, y + step / 2, width, where, kSizeSmall, Face::kMono, Role::kAccent);
  draw_fitted(brush, x, y + 1.5F * step, width, launch_text(kernel.report, origin->launch),
              kSizeSmall, Face::kSans, Role::kMuted);
  return y + 2 * step;
}

}  // namespace sortscope
