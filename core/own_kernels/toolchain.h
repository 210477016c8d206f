// toolchain.h: the compilers that are there when a person's kernel is to be compiled.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/base/progress.h"
#include "core/own_kernels/report.h"

namespace sortscope {

/// A program found along PATH; "": there is none.
std::string find_program(std::string_view name);

/// The path of g++, else clang++. Errors: kUnavailable, with what to install.
Result<std::string> find_cpp_compiler();

/// What a compiler said of the file that `#line` called `file`, errors first.
std::vector<CompilerMessage> compiler_messages(std::string_view output, std::string_view file);

/// Lines of `file` that code addresses of `program` belong to, one for each; 0: not known. Without
/// addr2line (binutils) none is. Errors: kCancelled.
Result<std::vector<std::uint32_t>> lines_of_code(const std::string& program, std::string_view file,
                                                 const std::vector<std::uint64_t>& addresses,
                                                 const std::string& folder,
                                                 const Progress& progress);

}  // namespace sortscope
