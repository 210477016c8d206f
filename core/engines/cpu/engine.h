// engine.h: the CPU engine with its instructions chosen; make_cpu_engine() takes the best.
#pragma once

#include <memory>

#include "core/engines/cpu/layers.h"
#include "core/engines/engine.h"

namespace sortscope {

/// The CPU engine on `layers`: portable_layers() or avx2_layers(). The recording is the same bit
/// for bit.
std::unique_ptr<Engine> make_cpu_engine(const CpuLayers& layers);

/// Engine::sort_bytes() of the CPU engine, the reference, without one at hand.
std::uint64_t cpu_sort_bytes(const Algorithm& algorithm, std::uint32_t wires, unsigned key_bits);

}  // namespace sortscope
