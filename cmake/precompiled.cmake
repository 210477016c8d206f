# Headers that most files include are compiled once a target, ours among them only where nearly every file
# would be built again anyway when they change. Each file still includes what it uses: clang-tidy sees it
# without them.
function(precompile_headers target)
  target_precompile_headers(${target} PRIVATE <algorithm> <array> <bit> <cmath> <cstdint> <functional> <memory>
    <optional> <span> <string> <string_view> <utility> <vector> <fmt/format.h> ${ARGN})
  # With them g++ 12 no longer leaves out what it wrongly says of std::string (GCC PR 105329, 105651).
  target_compile_options(${target} PRIVATE
    $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-array-bounds;-Wno-stringop-overflow;-Wno-stringop-overread>)
  # What ccache asks of g++.
  target_compile_options(${target} PRIVATE $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-fpch-preprocess>)
endfunction()
