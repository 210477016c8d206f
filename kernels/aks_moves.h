// aks_moves.h: movements of the AKS network's wires, written by a CUDA kernel into a GL buffer.
#pragma once

#include <cstdint>
#include <memory>

#include "core/base/error.h"

namespace sortscope {

/// Owns the CUDA side of a GL buffer. All calls on the thread of the GL context.
class AksMoves {
 public:
  virtual ~AksMoves() = default;
  /// Writes for every spot of step t, 0 <= t < aks_steps(d), two words: the spot at step t + 1 and
  /// the wire. The buffer is GL's again when it returns. Errors: kBadUsage for another t,
  /// kWorkFailed.
  virtual Status write(std::uint32_t t) = 0;
};

/// Registers `gl_moves` (2^d * 8 bytes or more) for the network of 2^d wires. Errors: kBadUsage for
/// a d that is not allowed; kUnavailable where GL and CUDA are not on one device or CUDA is
/// missing.
Result<std::unique_ptr<AksMoves>> make_aks_moves(std::uint32_t d, unsigned gl_moves);

}  // namespace sortscope
