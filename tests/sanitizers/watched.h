// watched.h: which sanitizer watches a test.
#pragma once

namespace sortscope {

/// ThreadSanitizer makes what it watches ten to thirty times as slow: tests that go through many
/// sizes or moments take fewer of them there, so that ./test --tsan ends in minutes.
#if defined(__SANITIZE_THREAD__)
inline constexpr bool kThreadSanitizer = true;
#else
inline constexpr bool kThreadSanitizer = false;
#endif

}  // namespace sortscope
