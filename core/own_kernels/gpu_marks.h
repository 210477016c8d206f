// gpu_marks.h: what the runtime of the GPU way has to be told, as it cannot see it by itself.
#pragma once

#include <string>
#include <string_view>

namespace sortscope {

/// The file with a call behind each variable that begins without a value, so that nothing is taken
/// for its own that lay in the same registers before, and one in the condition of each loop, which
/// says where threads are that never end. No line moves. O(bytes).
std::string mark_for_gpu(std::string_view text);

}  // namespace sortscope
