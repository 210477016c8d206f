// threads_told.cpp: linked into a program of unit tests, it fails a test that starts a thread and
// is in no row of threaded.txt: so the list of what ThreadSanitizer looks at cannot fall behind.
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <pthread.h>

#include <atomic>
#include <cstddef>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

std::atomic<int> started{0};

}  // namespace

// The C++ library and all others call this one: an executable's symbols come first.
extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes,
                              void* (*work)(void*), void* argument) {
  using Create = int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  static const auto kCreate = reinterpret_cast<Create>(dlsym(RTLD_NEXT, "pthread_create"));
  ++started;
  return kCreate(thread, attributes, work, argument);
}

namespace sortscope {
namespace {

// Whether a name fits a pattern in which * stands for anything.
bool fits(std::string_view name, std::string_view pattern) {
  const std::size_t star = pattern.find('*');
  if (star == std::string_view::npos) return name == pattern;
  if (!name.starts_with(pattern.substr(0, star))) return false;
  const std::string_view rest = pattern.substr(star + 1);
  for (std::size_t at = star; at <= name.size(); ++at) {
    if (fits(name.substr(at), rest)) return true;
  }
  return false;
}

class ThreadsTold : public testing::EmptyTestEventListener {
 public:
  ThreadsTold() {
    std::ifstream file(SORTSCOPE_THREADED);
    for (std::string line; std::getline(file, line);) {
      std::string word;
      std::string pattern;
      if (std::istringstream(line) >> word >> pattern && word[0] != '#') {
        patterns_.push_back(pattern);
      }
    }
  }
  void OnTestStart(const testing::TestInfo& /*test*/) override { started = 0; }
  void OnTestEnd(const testing::TestInfo& test) override {
    if (started == 0) return;
    const std::string name = std::string(test.test_suite_name()) + "." + test.name();
    for (const std::string& pattern : patterns_) {
      if (fits(name, pattern)) return;
    }
    ADD_FAILURE() << name << " starts threads, and no row of tests/sanitizers/threaded.txt has it: "
                  << "does ThreadSanitizer run it, or which test runs the same threads?";
  }

 private:
  std::vector<std::string> patterns_;
};

// Before main() nothing may be appended: Google Test's own listeners are made then.
class AtBegin : public testing::Environment {
 public:
  void SetUp() override { testing::UnitTest::GetInstance()->listeners().Append(new ThreadsTold); }
};

const testing::Environment* const kAtBegin = testing::AddGlobalTestEnvironment(new AtBegin);

}  // namespace
}  // namespace sortscope
