// runtime_texts.h: what travels inside the program for kernels of a person's own: runtimes, starts.
#pragma once

#include <span>
#include <string_view>

namespace sortscope {

struct EmbeddedText {
  std::string_view name;  // below assets/own_kernels: "cpu/key.h"; "entries.h"
  std::string_view text;
};

std::span<const EmbeddedText> own_kernel_texts();
/// "" where there is none.
std::string_view own_kernel_text(std::string_view name);

}  // namespace sortscope
