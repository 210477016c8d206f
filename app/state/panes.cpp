// panes.cpp: views come and go.
#include "app/state/panes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/state/session.h"
#include "core/recordings/recording.h"
#include "core/views/lack.h"

namespace sortscope {

namespace {

// Views that write every key of a small run where it stands.
constexpr std::array<std::string_view, 3> kKeyViews = {"network", "bars", "tree"};
constexpr std::uint32_t kMostWrittenKeys = 256;
constexpr std::array<std::string_view, 2> kFirstViews = {"network", "bars"};

}  // namespace

Panes::Panes(const Session& session) : session_(session) { set_count(2); }

bool Panes::shows(std::string_view id) const {
  return std::any_of(views.begin(), views.end(),
                     [&](const auto& view) { return view->id() == id; });
}

const ViewKind* Panes::next_kind() const {
  std::vector<std::string_view> ids;
  if (session_.loaded()) {
    const auto made_for = views_made_for(session_.recording().algorithm->family);
    ids.assign(made_for.begin(), made_for.end());
  }
  for (const ViewKind& kind : view_kinds()) ids.push_back(kind.id);
  for (const std::string_view id : ids) {
    if (shows(id)) continue;
    if (session_.loaded() && lack_of(id, session_.recording(), session_.measured)) continue;
    return find_view_kind(id);
  }
  return nullptr;
}

void Panes::set_count(std::size_t count) {
  count = std::clamp<std::size_t>(count, 1, 4);
  while (views.size() > count) views.pop_back();
  pointer_owner = nullptr;
  while (views.size() < count) {
    const ViewKind* kind = next_kind();
    if (kind == nullptr) break;
    views.push_back(kind->make());
  }
  focused = std::min(focused, views.size() - 1);
}

void Panes::suit(bool remembered) {
  if (!session_.loaded()) return;
  for (auto& view : views) {
    const auto lack = lack_of(view->id(), session_.recording(), session_.measured);
    if (!lack || (lack->measurable && !remembered)) continue;
    if (const ViewKind* kind = next_kind(); kind != nullptr) {
      view = kind->make();
      pointer_owner = nullptr;
    }
  }
}

void Panes::explain() {
  if (!session_.loaded()) return;
  const auto made_for = views_made_for(session_.recording().algorithm->family);
  if (made_for.empty() || shows(made_for.front())) return;
  for (std::size_t i = 0; i < views.size(); ++i) {
    if (views[i]->id() != "network") continue;
    // The table always has it.
    [[maybe_unused]] const Status shown = set(i, made_for.front());
    return;
  }
}

void Panes::start_afresh() {
  set_count(kFirstViews.size());
  focused = 0;
  for (std::size_t i = 0; i < views.size(); ++i) {
    // The table has them.
    [[maybe_unused]] const Status shown = set(i, kFirstViews[i]);
  }
  suit();
  explain();
}

void Panes::show_keys() {
  if (!session_.loaded() || session_.recording().network.wires() > kMostWrittenKeys) return;
  const auto writes_keys = [](const auto& view) {
    return std::ranges::find(kKeyViews, view->id()) != kKeyViews.end();
  };
  const auto found = std::ranges::find_if(views, writes_keys);
  if (found == views.end()) {
    [[maybe_unused]] const Status shown = set(focused, kKeyViews.front());
  } else if (!writes_keys(views[focused])) {
    focused = static_cast<std::size_t>(found - views.begin());
  }
}

Status Panes::set(std::size_t pane, std::string_view id) {
  const ViewKind* kind = find_view_kind(id);
  if (kind == nullptr || pane >= views.size()) {
    std::string known;
    for (const ViewKind& each : view_kinds()) {
      known += (known.empty() ? "" : ", ") + std::string(each.id);
    }
    return Error{ErrorCode::kBadUsage,
                 kind == nullptr ? fmt::format("there is no view '{}'.", id)
                                 : fmt::format("there is no pane {}.", pane + 1),
                 "Views are: " + known + "."};
  }
  pointer_owner = nullptr;
  views[pane] = kind->make();
  return {};
}

Status Panes::show(std::string_view id) { return shows(id) ? Status() : set(focused, id); }

void Panes::show_one_of(std::span<const std::string_view> ids) {
  if (ids.empty() || views.empty() ||
      std::ranges::any_of(ids, [&](std::string_view id) { return shows(id); })) {
    return;
  }
  const auto made_for = views_made_for(session_.recording().algorithm->family);
  const auto explains = [&](const auto& view) {
    return !made_for.empty() && view->id() == made_for.front();
  };
  std::size_t pane = focused;
  if (explains(views[pane])) {
    const auto other = std::ranges::find_if_not(views, explains);
    if (other != views.end()) pane = static_cast<std::size_t>(other - views.begin());
  }
  // The table has them all.
  [[maybe_unused]] const Status shown = set(pane, ids.front());
}

bool Panes::moving() const {
  return std::any_of(views.begin(), views.end(), [](const auto& view) { return view->moving(); });
}

}  // namespace sortscope
