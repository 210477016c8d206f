// functions.h: the functions of a person's file, as they stand in its tokens.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "core/own_kernels/source.h"
#include "core/own_kernels/tokens.h"

namespace sortscope {

struct FoundFunction {
  HostFunction facts;
  std::size_t body = 0;  // its {
  std::size_t end = 0;   // its }
  bool kernel = false;
  bool device = false;
  std::size_t template_parameters = 0;
};

/// Start of the declaration that token `i` belongs to.
std::size_t declaration_start(const std::vector<SourceToken>& tokens, std::size_t i);

/// Of what stands between the angle brackets at token `open`, how many parts: 0 where there is
/// nothing.
std::size_t angle_parts(const std::vector<SourceToken>& tokens, std::size_t open);

/// Those outside of all braces, in order. O(tokens).
std::vector<FoundFunction> functions_of(const std::vector<SourceToken>& tokens);

}  // namespace sortscope
