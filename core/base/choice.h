// choice.h: one of a few by its name, and what there is where a name is none of them.
#pragma once

#include <ranges>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"

namespace sortscope {

/// The name of a row: its `id`, or the row itself where it is text.
struct IdOf {
  constexpr std::string_view operator()(std::string_view id) const { return id; }
  template <typename Row>
  constexpr std::string_view operator()(const Row& row) const requires requires {
    row.id;
  }
  { return row.id; }
};

/// "a, b, c".
std::string with_commas(std::span<const std::string_view> names);
/// kBadUsage: "there is no `what` '`id`'." with `hint`.
Error no_such(std::string_view what, std::string_view id, std::string hint);

/// A name that something had before; files and scripts may still say it.
struct FormerId {
  std::string_view former;
  std::string_view id;
};
/// The present name of what was called `id` before; else `id` itself.
constexpr std::string_view present_id(std::span<const FormerId> renamed, std::string_view id) {
  for (const FormerId& row : renamed) {
    if (row.former == id) return row.id;
  }
  return id;
}

/// The names of all rows: "a, b, c".
template <std::ranges::input_range Rows, typename Projection = IdOf>
std::string ids_of(const Rows& rows, Projection id_of = {}) {
  std::vector<std::string_view> ids;
  for (const auto& row : rows) ids.push_back(id_of(row));
  return with_commas(ids);
}

/// "Choose one of: a, b, c."
template <std::ranges::input_range Rows, typename Projection = IdOf>
std::string choose_one_of(const Rows& rows, Projection id_of = {}) {
  return "Choose one of: " + ids_of(rows, id_of) + ".";
}

/// The first row called `id`, where it lies in `rows`; null: none. O(rows).
template <std::ranges::contiguous_range Rows>
const std::ranges::range_value_t<Rows>* find_by_id(const Rows& rows, std::string_view id) {
  for (const auto& row : rows) {
    if (IdOf{}(row) == id) return &row;
  }
  return nullptr;
}

/// The same. Errors: kBadUsage, "there is no `what` '`id`'. Choose one of: a, b, c."
template <std::ranges::contiguous_range Rows>
Result<const std::ranges::range_value_t<Rows>*> choose_by_id(const Rows& rows,
                                                             std::string_view what,
                                                             std::string_view id) {
  if (const auto* found = find_by_id(rows, id)) return found;
  return no_such(what, id, choose_one_of(rows));
}

}  // namespace sortscope
