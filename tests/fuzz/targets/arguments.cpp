// arguments.cpp: arguments of the command line, a line each, and the values that they have.
#include <string>
#include <vector>

#include "app/command_line/command_line.h"
#include "app/command_line/run.h"
#include "app/state/command_arguments.h"
#include "tests/fuzz/read.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace sortscope;
  std::vector<std::string> words = {"sortscope"};
  for (std::size_t i = 0; i < size; ++i) {
    const char c = static_cast<char>(bytes[i]);
    if (c == '\n' || i == 0) words.emplace_back();
    if (c != '\n' && c != '\0') words.back() += c;
  }
  std::vector<const char*> arguments;
  for (const std::string& word : words) arguments.push_back(word.c_str());
  arguments.push_back(nullptr);
  // What was typed is printed as text by whoever says the message.
  const auto refused = [](const auto& outcome) {
    if (outcome) return;
    expect(outcome.error().code == ErrorCode::kBadUsage && !outcome.error().message.empty(),
           "arguments are refused with a message");
  };
  refused(check_arguments(static_cast<int>(words.size()), arguments.data()));
  for (const std::string& word : words) {
    refused(parse_count("--n", word));
    refused(parse_seed(word));
    refused(parse_size(word));
  }
  return 0;
}
