// cpu_layers_avx2.cpp: layers in AVX2.
#include "core/cpu_layers.h"

namespace sortscope {

const CpuLayers* avx2_layers() { return nullptr; }

}  // namespace sortscope
