// nearest_word.h: what a person probably meant to type.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace sortscope {

/// How many single-character changes (insert, delete, replace, swap neighbours) lead from a to b.
/// O(|a| |b|).
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The word of `known` with the least edit distance to `word`, or one that goes on where `word`
/// ends; "" where none is near: at most a third of its characters, at least 2, may differ.
std::string_view nearest_word(std::string_view word, std::span<const std::string_view> known);

}  // namespace sortscope
