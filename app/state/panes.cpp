// panes.cpp: views come and go.
#include "app/state/panes.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/state/session.h"

namespace sortscope {

Panes::Panes(const Session& session) : session_(session) { set_count(2); }

bool Panes::shows(std::string_view id) const {
  return std::any_of(views.begin(), views.end(),
                     [&](const auto& view) { return view->id() == id; });
}

void Panes::set_count(std::size_t count) {
  count = std::clamp<std::size_t>(count, 1, 4);
  while (views.size() > count) views.pop_back();
  pointer_owner = nullptr;
  // The first kind that is not shown yet: of those made for the run, then of the table.
  std::vector<std::string_view> ids;
  if (session_.loaded()) {
    const auto made_for = views_made_for(session_.recording().algorithm->family);
    ids.assign(made_for.begin(), made_for.end());
  }
  for (const ViewKind& kind : view_kinds()) ids.push_back(kind.id);
  for (const std::string_view id : ids) {
    if (views.size() >= count) break;
    if (!shows(id)) views.push_back(find_view_kind(id)->make());
  }
  focused = std::min(focused, views.size() - 1);
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

bool Panes::moving() const {
  return std::any_of(views.begin(), views.end(), [](const auto& view) { return view->moving(); });
}

}  // namespace sortscope
