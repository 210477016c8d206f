// numbers.cpp: texts of numbers, of every type of keys.
#include <optional>
#include <string>

#include "core/keys/inputs.h"
#include "tests/fuzz/read.h"

namespace sortscope {
namespace {

constexpr std::uint32_t kMostKeys = 100'000;
constexpr std::size_t kTypes = 6;

void read(std::string_view text, std::optional<KeyType> type) {
  const auto keys = read_numbers(text, "fuzz.csv", type, kMostKeys);
  if (!keys) return expect_good_error(keys.error());
  expect(keys->size() > 0, "what is read has a key");
  std::string again;
  for (std::size_t i = 0; i < keys->size(); ++i) again += keys->text(i) + "\n";
  const auto second = read_numbers(again, "again.csv", keys->type, kMostKeys);
  expect(second.ok() && second->size() == keys->size(), "what was read is read again: " + again);
  for (std::size_t i = 0; i < keys->size(); ++i) {
    expect(second->text(i) == keys->text(i), "a key stays what it is: " + keys->text(i));
  }
}

}  // namespace
}  // namespace sortscope

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  sortscope::read(text, std::nullopt);
  sortscope::read(text, static_cast<sortscope::KeyType>(size % sortscope::kTypes));
  return 0;
}
