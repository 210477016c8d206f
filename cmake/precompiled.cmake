# Headers that most files include are compiled once a target. Each file still includes what it uses:
# clang-tidy sees it without them.
function(precompile_headers target)
  target_precompile_headers(${target} PRIVATE <algorithm> <array> <bit> <cmath> <cstdint> <functional> <memory>
    <optional> <span> <string> <string_view> <utility> <vector> <fmt/format.h> ${ARGN})
  # What ccache asks of g++.
  target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-fpch-preprocess>)
endfunction()
