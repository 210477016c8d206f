// engines.cpp: the table of engines.
#include "app/engines/engines.h"

#include <array>
#include <string_view>

#include "core/base/choice.h"
#include "kernels/cuda_engine.h"

namespace sortscope {

namespace {

Result<EngineChoice> cpu(std::string reason) {
  static const std::shared_ptr<Engine> kEngine = make_cpu_engine();
  return EngineChoice{kEngine, std::move(reason)};
}

Result<EngineChoice> cuda() {
  static std::shared_ptr<Engine> engine;
  if (!engine) {
    auto made = make_cuda_engine();
    if (!made) return made.error();
    engine = std::move(made.value());
  }
  return EngineChoice{engine, cuda_status().device + " found."};
}

constexpr std::array<std::string_view, 3> kEngines = {"auto", "cpu", "cuda"};

}  // namespace

Result<EngineChoice> choose_engine(std::string_view id) {
  if (id == "cpu") return cpu("The CPU engine was asked for.");
  if (id == "cuda") return cuda();
  if (id != "auto") {
    return no_such("engine", id, choose_one_of(kEngines));
  }
  if (!cuda_status().available) return cpu("CPU engine, because " + cuda_status().reason);
  auto made = cuda();
  return made ? std::move(made) : cpu("CPU engine, because " + made.error().message);
}

}  // namespace sortscope
