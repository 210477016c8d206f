// together.cpp: three-way merges of settings, state and runs.
#include "app/state/kept/together.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace sortscope {

namespace {

using Json = nlohmann::json;

constexpr std::size_t kMostRecent = 20;  // a window takes fewer files

const Json& member(const Json& json, const std::string& name) {
  static const Json kNone;
  const auto found = json.is_object() ? json.find(name) : json.end();
  return json.is_object() && found != json.end() ? *found : kNone;
}

bool contains(const Json& list, const Json& entry) {
  return std::find(list.begin(), list.end(), entry) != list.end();
}

// Each use puts an entry first: those behind the last that was used stand as they did before.
std::size_t used_since(const Json& before, const Json& now) {
  auto until = before.rbegin();
  std::size_t used = now.size();
  for (; used > 0; --used) {
    until = std::find(until, before.rend(), now[used - 1]);
    if (until == before.rend()) break;
    ++until;
  }
  return used;
}

Json recent(const Json& before, const Json& now, const Json& there) {
  Json list = Json::array();
  const std::size_t used = before.is_array() ? used_since(before, now) : now.size();
  for (std::size_t i = 0; i < used; ++i) list.push_back(now[i]);
  for (const Json& entry : there) {
    if (list.size() < kMostRecent && !contains(list, entry)) list.push_back(entry);
  }
  return list;
}

// Of `before`, what the window itself has taken back: its shown run was looked at elsewhere, or
// what one could go forward to was forgotten. What it had no more room for stays.
std::vector<Json> taken_back(const Json& before, const Json& now) {
  std::vector<Json> gone;
  if (!before.is_array()) return gone;
  auto first = std::find_if(before.begin(), before.end(),
                            [&](const Json& entry) { return contains(now, entry); });
  if (first == before.end()) first = before.begin();
  for (; first != before.end(); ++first) {
    if (!contains(now, *first)) gone.push_back(*first);
  }
  return gone;
}

Json runs(const Json& before, const Json& now, const Json& there) {
  const std::vector<Json> gone = taken_back(before, now);
  std::vector<Json> all;
  for (const Json& entry : there) {
    if (std::find(gone.begin(), gone.end(), entry) == gone.end()) all.push_back(entry);
  }
  for (const Json& entry : now) {
    if (before.is_array() && contains(before, entry)) continue;
    std::erase(all, entry);  // seen again: the newest
    all.push_back(entry);
  }
  std::size_t first = all.size();
  std::size_t bytes = 0;
  while (first > 0 && all.size() - first < kMostRunsOfAll) {
    bytes += all[first - 1].dump(-1, ' ', false, Json::error_handler_t::replace).size();
    if (bytes > kMostBytesOfAll && first < all.size()) break;
    --first;
  }
  Json list = Json::array();
  for (std::size_t i = first; i < all.size(); ++i) list.push_back(std::move(all[i]));
  return list;
}

Json lessons(const Json& now, Json there) {
  for (const auto& [name, mine] : now.items()) {
    const Json& theirs = member(there, name);
    const Json& stop = member(theirs, "stop");
    const bool further =
        stop.is_number_unsigned() && stop.get<std::uint64_t>() > mine["stop"].get<std::uint64_t>();
    const bool finished = mine["finished"].get<bool>() || member(theirs, "finished") == Json(true);
    there[name] = {{"stop", further ? stop : mine["stop"]}, {"finished", finished}};
  }
  return there;
}

}  // namespace

Json put_together(const Json& before, const Json& now, Json there) {
  if (!there.is_object()) return now;
  for (const auto& [name, value] : now.items()) {
    const Json& was = member(before, name);
    const Json& other = member(there, name);
    Json whole = value;
    if (name == "lessons" && other.is_object()) {
      whole = lessons(value, other);
    } else if ((name == "recent_files" || name == "recent_commands") && other.is_array()) {
      whole = recent(was, value, other);
    } else if (name == "runs" && other.is_array()) {
      whole = runs(was, value, other);
    } else if (was == value && other.type() == value.type()) {
      continue;
    }
    there[name] = std::move(whole);
  }
  if (before.is_object()) {
    for (const auto& [name, value] : before.items()) {
      if (!now.contains(name) && name != "lessons") there.erase(name);
    }
  }
  return there;
}

}  // namespace sortscope
