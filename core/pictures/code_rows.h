// code_rows.h: a line of pseudocode that is longer than its page.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sortscope {

/// Characters of `text` in the face of code.
float characters(std::string_view text);

/// A line of code without its indent as rows of at most `first` characters, later ones of at most
/// `later`: broken at blanks, rather between clauses than around an operator, rather outside
/// brackets than inside. A word that is longer than a row has one of its own. O(characters²).
std::vector<std::string> code_rows(std::string_view code, float first, float later);

}  // namespace sortscope
