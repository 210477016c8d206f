// quiet_surface.h: a surface that draws nothing, for tests of what commands do.
#pragma once

#include <memory>

#include "app/state/app.h"
#include "app/surface/blank.h"
#include "core/keys/inputs.h"
#include "core/recordings/recording.h"

namespace sortscope {

using QuietSurface = BlankSurface;

/// Keys 7, 6, ... 0 sorted by the XOR form: 8 wires, 6 layers, levels of 1, 2 and 3 layers.
inline std::shared_ptr<const Recording> small_recording() {
  RunRequest request;
  request.keys = *read_numbers("7 6 5 4 3 2 1 0", "test", KeyType::kInt32, 8);
  auto recording = record(request, *make_cpu_engine());
  return *recording;
}

}  // namespace sortscope
