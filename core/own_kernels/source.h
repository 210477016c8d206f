// source.h: the text of a person's file: its functions, and the same file as plain C++.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/own_kernels/report.h"

namespace sortscope {

/// A function of the file that the host can call.
struct HostFunction {
  std::string name;
  std::uint32_t line = 0;
  std::uint32_t key_pointers = 0;       // parameters of type Key*
  std::vector<std::string> parameters;  // their names
  std::string second_keys;              // the second of these, which is taken for scratch memory
  std::string other_pointer;            // a parameter that points to something else than keys
  bool copies_keys = false;             // its parameter is used as host memory
};

/// What the file is, with what it could not be asked for.
struct KernelSource {
  std::string text;                // C++, as many lines as the file, each where it was
  HostFunction entry;              // the function that sorts
  std::string key_type;            // that the file itself says Key is; empty: it does not
  std::string libraries;           // #include lines that have to stand before the runtime
  std::string vector_libraries;    // the same of Thrust, where `vectors` may stand for them
  bool vectors = false;            // of Thrust it uses no more than what vectors.h has
  std::vector<std::string> notes;  // what cannot be followed, with its line; what was left aside
};

/// For the CPU: makes C++ of CUDA C++: launches become calls, shared variables static ones. For the
/// GPU it stays CUDA C++: launches and shared variables are announced. `main` is left aside.
/// `entry`: name of the sort function; empty: `sort`, or the only one that takes Key*. O(bytes).
/// Errors: kBadInput (no such function, no Key), kBadUsage (several).
Result<KernelSource> rewrite_source(std::string_view text, std::string_view path,
                                    std::string_view entry, KernelWay way = KernelWay::kCpu);

/// The functions of the host that take Key*, in order.
std::vector<HostFunction> sort_functions(std::string_view text);

}  // namespace sortscope
