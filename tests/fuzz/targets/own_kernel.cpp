// own_kernel.cpp: CUDA files of a person's own, as they are read and rewritten; none is compiled.
#include <algorithm>
#include <string>

#include "core/own_kernels/gpu_marks.h"
#include "core/own_kernels/key_type.h"
#include "core/own_kernels/source.h"
#include "core/own_kernels/timing/build.h"
#include "core/own_kernels/variables.h"
#include "tests/fuzz/read.h"

namespace {

std::ptrdiff_t lines_of(std::string_view text) { return std::ranges::count(text, '\n'); }

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace sortscope;
  const std::string text(reinterpret_cast<const char*>(bytes), size);
  const std::ptrdiff_t lines = lines_of(text);
  for (const HostFunction& function : sort_functions(text)) {
    expect(function.line >= 1 && function.line <= lines + 1, "a function stands in its file");
  }
  expect(lines_of(mark_for_gpu(text)) == lines, "marks move no line");
  for (const char* type : {"int", "unsigned", "float"}) {
    const KeyTyped typed = with_key_type(text, type);
    expect(lines_of(typed.text) == lines, "types move no line");
    for (const std::uint32_t line : typed.lines) {
      expect(line >= 1 && line <= lines + 1, "a type stands in its file");
    }
  }
  const WatchedSource watched = watch_variables(text);
  expect(lines_of(watched.text) == lines, "watched variables move no line");
  expect(watched.variables.size() <= kMostVariables, "not too many variables are watched");
  for (const KernelWay way : {KernelWay::kCpu, KernelWay::kGpu}) {
    const auto source = rewrite_source(text, "fuzz.cu", "", way);
    if (!source) {
      expect_good_error(source.error());
      continue;
    }
    expect(lines_of(source->text) == lines, "what is rewritten moves no line");
    expect(!source->entry.name.empty(), "the function that sorts has a name");
  }
  KernelRequest request;
  request.path = "fuzz.cu";
  request.text = text;
  if (const auto keys = own_keys(request); !keys) expect_good_error(keys.error());
  return 0;
}
