#include "core/own_kernels/timing/answers.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "core/base/quote.h"

namespace sortscope {

namespace {

constexpr std::uint32_t kMostThreads = 1024;

Error failed(std::string why) { return {ErrorCode::kWorkFailed, std::move(why), ""}; }

void skip_spaces(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
}

std::string_view take_word(std::string_view& text) {
  skip_spaces(text);
  const std::string_view word = text.substr(0, text.find(' '));
  text.remove_prefix(word.size());
  return word;
}

// False where the next word is no such number: what is negative is none without a sign.
template <typename Number>
bool take(std::string_view& text, Number& number) {
  const std::string_view word = take_word(text);
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  return error == std::errc() && end == word.data() + word.size();
}

template <typename... Numbers>
bool take_all(std::string_view& text, Numbers&... numbers) {
  return (take(text, numbers) && ...);
}

}  // namespace

std::string shortened(std::string_view text) {
  constexpr std::size_t kMostText = 300;
  return one_line(text.substr(0, kMostText));
}

Result<std::string> answer_of(const Result<std::string>& line, std::string_view kind) {
  if (!line) return line.error();
  std::string_view rest = *line;
  const std::string_view first = rest.substr(0, rest.find(' '));
  rest.remove_prefix(std::min(first.size() + 1, rest.size()));
  if (first == kind) return std::string(rest);
  if (first == "failed") return failed(shortened(rest) + ".");
  if (first == "memory") return Error{ErrorCode::kOutOfMemory, shortened(rest) + ".", ""};
  return failed(fmt::format("its answer makes no sense: {}", quoted(*line, 60)));
}

Result<Hello> hello_of(std::string_view rest) {
  Hello hello;
  int protocol = 0;
  if (!take(rest, protocol) || protocol != 1) return failed("what it says first makes no sense.");
  const std::string_view type = take_word(rest);
  if (!take(rest, hello.l2_bytes) || hello.l2_bytes > (std::uint64_t{1} << 32)) {
    return failed("what it says first makes no sense.");
  }
  const auto known = key_type_of(type);
  if (!known) return failed(fmt::format("keys of type {} are not timed.", shortened(type)));
  hello.type = *known;
  skip_spaces(rest);
  hello.card = shortened(rest);
  return hello;
}

std::optional<LabKernel> kernel_of(std::string_view rest) {
  LabKernel k;
  std::uint64_t fixed = 0;
  std::uint64_t dynamic = 0;
  std::uint32_t most_threads = 0;
  constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 30;
  if (!take_all(rest, k.line, k.launches, k.threads, k.registers, fixed, dynamic, k.local_bytes,
                k.blocks_at_once, most_threads) ||
      k.threads > kMostThreads || k.registers < -1 || k.registers > 65535 || fixed > kMostBytes ||
      dynamic > kMostBytes || k.local_bytes > kMostBytes) {
    return std::nullopt;
  }
  skip_spaces(rest);
  k.name = shortened(rest);
  k.shared_bytes = fixed + dynamic;
  if (most_threads > 0) {
    k.occupancy = std::min(1.0, static_cast<double>(k.blocks_at_once) * k.threads / most_threads);
  }
  return k;
}

std::optional<std::uint32_t> launches_of(std::string_view rest) {
  std::uint32_t launches = 0;
  return take(rest, launches) ? std::optional(launches) : std::nullopt;
}

std::optional<std::array<double, 3>> times_of(std::string_view rest) {
  std::array<double, 3> times{};
  for (double& time : times) {
    if (!take(rest, time) || !std::isfinite(time) || time < 0) return std::nullopt;
  }
  if (times[0] <= 0 || times[1] + times[2] > times[0]) return std::nullopt;
  return times;
}

std::optional<SaidOutput> output_of(std::string_view rest) {
  SaidOutput output;
  return take_all(rest, output.descents, output.hash) ? std::optional(output) : std::nullopt;
}

}  // namespace sortscope
