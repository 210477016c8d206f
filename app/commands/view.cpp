// view.cpp: commands for panes, layout options and selection.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "app/state/command_arguments.h"
#include "app/state/command_table.h"
#include "app/state/key_bindings.h"
#include "app/state/network_desk.h"
#include "app/state/panes.h"
#include "app/state/session.h"
#include "core/engines/plans/kernels.h"
#include "core/recordings/recording.h"

namespace sortscope {

namespace {

using Arguments = std::span<const std::string>;

constexpr float kZoomStep = 1.25F;
constexpr float kPanStep = 0.1F;
constexpr bool kRepeats = true;

bool loaded(const Session& session) { return session.loaded(); }

bool has_selection(const Session& session, const NetworkDesk& network_desk) {
  return session.selected != Selection{} || session.hover != Selection{} ||
         network_desk.editor.has_value();
}

View& focused(Panes& panes) {
  return *panes.views[std::min(panes.focused, panes.views.size() - 1)];
}

Status fit(Panes& panes, Arguments) {
  focused(panes).fit();
  return {};
}

Status zoom_in(Panes& panes, Arguments) {
  focused(panes).zoom(kZoomStep);
  return {};
}

Status zoom_out(Panes& panes, Arguments) {
  focused(panes).zoom(1 / kZoomStep);
  return {};
}

Status zoom(Panes& panes, Arguments arguments) {
  const auto factor = number_argument("FACTOR", arguments[0], 0.001F, 1000);
  if (!factor) return factor.error();
  focused(panes).zoom(*factor);
  return {};
}

// Left shows what is further left: the picture moves right.
template <int dx, int dy>
Status pan(Panes& panes, Arguments) {
  focused(panes).pan(-dx * kPanStep, -dy * kPanStep);
  return {};
}

template <int by>
Status focus_view(Panes& panes, Arguments) {
  const auto count = static_cast<int>(panes.views.size());
  const auto now = static_cast<int>(panes.focused);
  panes.focused = static_cast<std::size_t>((now + by + count) % count);
  return {};
}

Status set_views(Panes& panes, Arguments arguments) {
  static constexpr std::array<std::string_view, 4> kCounts = {"1", "2", "4", "usual"};
  const auto count = choice_argument("COUNT", arguments[0], kCounts);
  if (!count) return count.error();
  if (kCounts[*count] == "usual") {
    panes.start_afresh();
    return {};
  }
  panes.set_count(std::size_t{1} << *count);
  panes.focused = std::min(panes.focused, panes.views.size() - 1);
  return {};
}

Status set_view(Panes& panes, Arguments arguments) {
  std::size_t pane = panes.focused;
  if (arguments.size() > 1) {
    const auto chosen = whole_argument("PANE", arguments[0], 1, panes.views.size());
    if (!chosen) return chosen.error();
    pane = *chosen - 1;
  }
  return panes.set(pane, arguments.back());
}

template <int by>
Status cycle_view(Panes& panes, Arguments) {
  const auto kinds = view_kinds();
  const auto count = static_cast<int>(kinds.size());
  const auto at = std::find_if(kinds.begin(), kinds.end(), [&](const ViewKind& kind) {
    return kind.id == focused(panes).id();
  });
  int now = at == kinds.end() ? 0 : static_cast<int>(at - kinds.begin());
  // A view that another pane shows is no news.
  const auto elsewhere = [&](std::string_view id) {
    return std::ranges::any_of(panes.views, [&](const auto& view) { return view->id() == id; });
  };
  do {
    now = (now + by + count) % count;
  } while (elsewhere(kinds[static_cast<std::size_t>(now)].id));
  return panes.set(panes.focused, kinds[static_cast<std::size_t>(now)].id);
}

Status reset_views(Panes& panes, Arguments) {
  panes.set_count(1);
  panes.focused = 0;
  if (Status status = panes.set(0, "network"); !status) return status;
  focused(panes).fit();
  return {};
}

Status padding(Session& session, Arguments arguments) {
  static constexpr std::array<std::string_view, 2> kStyles = {"ghost", "hidden"};
  auto& style = session.options.padding;
  if (arguments.empty()) {
    style = style == PaddingStyle::kGhost ? PaddingStyle::kHidden : PaddingStyle::kGhost;
    return {};
  }
  const auto chosen = choice_argument("STYLE", arguments[0], kStyles);
  if (!chosen) return chosen.error();
  style = *chosen == 0 ? PaddingStyle::kGhost : PaddingStyle::kHidden;
  return {};
}

// Without an argument, the next.
Status contrast(Session& session, Arguments arguments) {
  FarContrast& now = session.options.network.contrast;
  std::size_t wanted = (static_cast<std::size_t>(now) + 1) % kFarContrasts.size();
  if (!arguments.empty()) {
    const auto chosen = choice_argument("CONTRAST", arguments[0], kFarContrasts);
    if (!chosen) return chosen.error();
    wanted = *chosen;
  }
  now = static_cast<FarContrast>(wanted);
  return {};
}

template <bool NetworkOptions::*option>
Status set_option(Session& session, Arguments arguments) {
  const auto on = switch_argument(arguments, session.options.network.*option);
  if (!on) return on.error();
  session.options.network.*option = *on;
  return {};
}

Status kernel_overlay(Session& session, Arguments arguments) {
  auto& overlay = session.options.kernel.overlay;
  if (arguments.empty()) {  // the two whose blocks own chunks, in turn
    overlay = overlay.empty() ? "v1" : overlay == "v1" ? "v2" : "";
    return {};
  }
  std::vector<std::string_view> ids = {"none"};
  for (const CudaKernel& row : cuda_kernel_table()) ids.push_back(row.kernel.id);
  const auto choice = choice_argument("KERNEL", arguments[0], ids);
  if (!choice) return choice.error();
  overlay = *choice == 0 ? std::string_view() : ids[*choice];
  return {};
}

Status select_wire(Session& session, Arguments arguments) {
  const auto wire =
      whole_argument("WIRE", arguments[0], 0, session.recording().network.wires() - 1);
  if (!wire) return wire.error();
  session.selected = {static_cast<Wire>(*wire), {}, {}};
  return {};
}

Status select_key(Session& session, Arguments arguments) {
  const auto place =
      whole_argument("PLACE", arguments[0], 0, session.recording().network.wires() - 1);
  if (!place) return place.error();
  session.selected = {{}, static_cast<std::uint32_t>(*place), {}};
  return {};
}

Status select_comparator(Session& session, Arguments arguments) {
  const Network& network = session.recording().network;
  if (network.depth() == 0) {
    return Error{ErrorCode::kWorkFailed, "this run has no comparators.", ""};
  }
  const auto layer = whole_argument("LAYER", arguments[0], 1, network.depth());
  if (!layer) return layer.error();
  const auto at = static_cast<std::uint32_t>(*layer - 1);
  const auto index = whole_argument("INDEX", arguments[1], 0, network.count(at) - 1);
  if (!index) return index.error();
  session.selected = {{}, {}, ComparatorId{at, static_cast<std::uint32_t>(*index)}};
  return {};
}

Status clear_selection(Session& session, NetworkDesk& network_desk, Arguments) {
  NetworkDesk& desk = network_desk;
  if (desk.editor) {
    // What was begun is left first, then the selection, then the editor.
    if (std::exchange(desk.first_end, std::nullopt)) return {};
    const bool chosen = desk.editor->selected().has_value();
    if (Status status = desk.editor->select(std::nullopt); !status) return status;
    if (!chosen) end_editing(desk);
  }
  session.selected = {};
  session.hover = {};
  return {};
}

}  // namespace

std::span<const Command> view_commands() {
  using enum Effect;
  static const std::vector<Command> kRows = {
      {"fit", "Show everything", "View", kShow, "F", "", {key(GLFW_KEY_F)}, nullptr, fit},
      {"zoom-in",
       "Zoom in (or the wheel)",
       "View",
       kShow,
       "W",
       "",
       {key(GLFW_KEY_W)},
       nullptr,
       zoom_in,
       kRepeats},
      {"zoom-out",
       "Zoom out",
       "View",
       kShow,
       "S",
       "",
       {key(GLFW_KEY_S)},
       nullptr,
       zoom_out,
       kRepeats},
      {"zoom", "Zoom by a factor", "View", kShow, "", "FACTOR", {}, nullptr, zoom},
      {"pan-left",
       "Look further left (or drag)",
       "View",
       kShow,
       "A",
       "",
       {key(GLFW_KEY_A)},
       nullptr,
       pan<-1, 0>,
       kRepeats},
      {"pan-right",
       "Look further right",
       "View",
       kShow,
       "D",
       "",
       {key(GLFW_KEY_D)},
       nullptr,
       pan<1, 0>,
       kRepeats},
      {"pan-up",
       "Look further up",
       "View",
       kShow,
       "↑",
       "",
       {key(GLFW_KEY_UP)},
       nullptr,
       pan<0, -1>,
       kRepeats},
      {"pan-down",
       "Look further down",
       "View",
       kShow,
       "↓",
       "",
       {key(GLFW_KEY_DOWN)},
       nullptr,
       pan<0, 1>,
       kRepeats},
      {"views",
       "Show one, two or four views, or the usual ones",
       "View",
       kShow,
       "1  2  4",
       "COUNT",
       {typed('1', "1"), typed('2', "2"), typed('4', "4")},
       nullptr,
       set_views},
      {"view",
       "Show a view in this pane, or in pane 1 to 4",
       "View",
       kShow,
       "",
       "[PANE] ID",
       {},
       nullptr,
       set_view},
      {"view-next",
       "Next view in this pane",
       "View",
       kShow,
       "V",
       "",
       {key(GLFW_KEY_V)},
       nullptr,
       cycle_view<1>},
      {"view-previous",
       "Previous view in this pane",
       "View",
       kShow,
       "Shift+V",
       "",
       {shift(GLFW_KEY_V)},
       nullptr,
       cycle_view<-1>},
      {"focus-view-next",
       "Go to the next pane",
       "View",
       kShow,
       "Tab",
       "",
       {key(GLFW_KEY_TAB)},
       nullptr,
       focus_view<1>},
      {"focus-view-previous",
       "Go to the previous pane",
       "View",
       kShow,
       "Shift+Tab",
       "",
       {shift(GLFW_KEY_TAB)},
       nullptr,
       focus_view<-1>},
      {"reset-views",
       "One network diagram, as at the start",
       "View",
       kShow,
       "R",
       "",
       {key(GLFW_KEY_R)},
       nullptr,
       reset_views},
      {"padding",
       "Padding as ghost wires, or hidden",
       "Diagram",
       kShow,
       "G",
       "[ghost|hidden]",
       {key(GLFW_KEY_G)},
       nullptr,
       padding},
      {"min-max-row",
       "Which wire keeps minimum, which maximum",
       "Diagram",
       kShow,
       "M",
       "[on|off]",
       {key(GLFW_KEY_M)},
       nullptr,
       set_option<&NetworkOptions::min_max_row>},
      {"equal-widths",
       "Layers of equal width",
       "Diagram",
       kShow,
       "E",
       "[on|off]",
       {key(GLFW_KEY_E)},
       nullptr,
       set_option<&NetworkOptions::equal_layer_widths>},
      {"arrows",
       "Arrows at the maximum, or dots only",
       "Diagram",
       kShow,
       "",
       "[on|off]",
       {},
       nullptr,
       set_option<&NetworkOptions::arrows>},
      {"contrast",
       "Colours of a map: shares of exchanges, or how unusual they are",
       "Diagram",
       kShow,
       "",
       "[absolute|layer|surprise]",
       {},
       nullptr,
       contrast},
      {"kernel-overlay",
       "Show a CUDA kernel: its launches and blocks",
       "Diagram",
       kShow,
       "X",
       "[KERNEL]",
       {key(GLFW_KEY_X)},
       nullptr,
       kernel_overlay},
      {"select-wire", "Select a wire", "Diagram", kShow, "", "WIRE", {}, loaded, select_wire},
      {"select-key",
       "Follow the key that started at a place",
       "Diagram",
       kShow,
       "",
       "PLACE",
       {},
       loaded,
       select_key},
      {"select-comparator",
       "Select a comparator (layers from 1, index from 0)",
       "Diagram",
       kShow,
       "",
       "LAYER INDEX",
       {},
       loaded,
       select_comparator},
      {"clear-selection",
       "Select nothing",
       "Diagram",
       kShow,
       "Esc",
       "",
       {key(GLFW_KEY_ESCAPE)},
       has_selection,
       clear_selection,
       false,
       "something is selected"},
  };
  return kRows;
}

}  // namespace sortscope
