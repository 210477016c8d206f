// working_folder.cpp: linked into a program of tests, it gives them a working folder of their own
// and fails where they leave anything there: tests write to folders that they make and remove.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

namespace sortscope {
namespace {

namespace fs = std::filesystem;

class WorkingFolder : public testing::Environment {
 public:
  void SetUp() override {
    before_ = fs::current_path();
    // planted.cpp removes it with all that tests may write to.
    folder_ = fs::temp_directory_path() / "working-folder";
    fs::create_directory(folder_);
    fs::current_path(folder_);
  }
  void TearDown() override {
    for (const fs::directory_entry& left : fs::recursive_directory_iterator(folder_)) {
      ADD_FAILURE() << "a test wrote to its working folder: " << left.path().filename();
    }
    fs::current_path(before_);
  }

 private:
  fs::path before_;
  fs::path folder_;
};

const testing::Environment* const kWorkingFolder =
    testing::AddGlobalTestEnvironment(new WorkingFolder);

}  // namespace
}  // namespace sortscope
