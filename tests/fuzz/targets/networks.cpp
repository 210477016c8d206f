// networks.cpp: comparator networks in every text format.
#include <algorithm>
#include <string>

#include "core/networks/formats/format.h"
#include "tests/fuzz/read.h"

namespace sortscope {
namespace {

void read(std::string_view text, const NetworkFormat* format) {
  const auto network = parse_network(text, "fuzz.txt", format);
  if (!network) return expect_good_error(network.error());
  const auto written = write_network(*network->network, *network->format);
  expect(written.ok(), "what a format reads it writes");
  if (!written->notes.empty() || network->network->size() == 0) return;
  const auto again = parse_network(written->text, "again.txt", network->format);
  expect(again.ok(), "what was written is read again: " + written->text);
  expect(again->network->wires() == network->network->wires() &&
             std::ranges::equal(again->network->comparators(), network->network->comparators()),
         "a network stays what it is: " + written->text);
}

}  // namespace
}  // namespace sortscope

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  const auto formats = sortscope::network_formats();
  sortscope::read(text, nullptr);
  sortscope::read(text, &formats[size % formats.size()]);
  return 0;
}
