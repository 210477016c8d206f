// planted.cpp: linked into a binary of tests, it puts them on the planted machine
// (environment.txt), whoever starts them: before main(), so that nothing has looked around yet.
#include <stdlib.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <string>

extern char** environ;  // NOLINT: its name is POSIX's

namespace sortscope {
namespace {

class PlantedMachine {
 public:
  PlantedMachine() : process_(getpid()) {
    home_ = (std::filesystem::temp_directory_path() / "sortscope-test-home-XXXXXX").string();
    if (mkdtemp(home_.data()) == nullptr) fail("cannot make a home folder");
    // Files of tests, too, are their own: other people's tests run beside them.
    const std::string temporary = home_ + "/tmp";
    std::filesystem::create_directory(temporary);
    std::map<std::string, std::string> wanted = {
        {"HOME", home_}, {"TMPDIR", temporary}, {"TEST_TMPDIR", temporary}};
    std::ifstream file(SORTSCOPE_PLANTED "/environment.txt");
    for (std::string line; std::getline(file, line);) {
      if (line.starts_with("keep ")) {
        std::istringstream names(line.substr(5));
        for (std::string name; names >> name;) {
          if (const char* value = getenv(name.c_str()); value != nullptr) wanted[name] = value;
        }
      } else if (!line.empty() && line[0] != '#') {
        const std::size_t equals = line.find('=');
        std::string value = line.substr(equals + 1);
        if (value.starts_with("HERE")) value.replace(0, 4, SORTSCOPE_PLANTED);
        wanted[line.substr(0, equals)] = value;
      }
    }
    if (!wanted.contains("SORTSCOPE_MACHINE")) fail("cannot read " SORTSCOPE_PLANTED);
    if (clearenv() != 0) fail("cannot clear the environment");
    for (const auto& [name, value] : wanted) setenv(name.c_str(), value.c_str(), 1);
  }
  // A fork of a test leaves the folder to the process that made it.
  ~PlantedMachine() {
    std::error_code failure;
    if (getpid() == process_) std::filesystem::remove_all(home_, failure);
  }
  PlantedMachine(const PlantedMachine&) = delete;
  PlantedMachine& operator=(const PlantedMachine&) = delete;

 private:
  [[noreturn]] static void fail(const char* why) {
    std::cerr << "planted.cpp: " << why << '\n';
    std::_Exit(1);
  }

  pid_t process_;
  std::string home_;
};

const PlantedMachine kPlantedMachine;

}  // namespace
}  // namespace sortscope
