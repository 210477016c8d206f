// run_status.h: how the run went, in the top bar.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "core/pictures/picture.h"

namespace sortscope {

class Background;
class DrawnRun;
class Session;

/// What the status says: parts in the order of their weight, its colour, and the whole story.
struct RunStatus {
  std::array<std::string, 3> parts;
  Role dot = Role::kMuted;
  std::string story;

  /// The first `count` parts.
  [[nodiscard]] std::string text(std::size_t count) const;
};

/// While a question veils what comes, neither words nor colour tell how the run ends.
/// `engine_note`: why this engine ran it.
RunStatus run_status(const Session& session, const Background& background, const DrawnRun& drawn,
                     std::string_view engine_note);

}  // namespace sortscope
