// welcome_numbers.cpp: counting numbers while they are typed, and finding the last files.
#include "app/overlays/welcome_numbers.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <filesystem>

#include "app/overlays/parts.h"
#include "app/state/command_arguments.h"
#include "app/state/history.h"
#include "app/state/next_run.h"
#include "core/keys/inputs.h"
#include "core/networks/lists/listed_network.h"
#include "core/networks/wording.h"

namespace sortscope {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostFiles = 6;
constexpr std::string_view kBlanks = " \t\n";

}  // namespace

std::string typed_number(bool goes_on) {
  constexpr std::string_view kBegins = "0123456789+-.";
  ImVector<ImWchar>& queue = ImGui::GetIO().InputQueueCharacters;
  std::string typed;
  for (const ImWchar each : queue) {
    if (each >= ' ' && each < 127) typed += static_cast<char>(each);
  }
  const bool pastes = ImGui::GetIO().KeyCtrl && ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_V));
  if (const char* copied = pastes ? ImGui::GetClipboardText() : nullptr; copied != nullptr) {
    typed = copied;
    std::ranges::replace_if(
        typed, [](char each) { return each == '\r' || each == '\t'; }, ' ');
  }
  if (typed.empty()) return "";
  if (!goes_on && kBegins.find(typed.front()) == std::string_view::npos) return "";
  queue.resize(0);
  return typed;
}

std::string in_one_line(std::string_view text) {
  std::string line(text);
  std::ranges::replace(line, '\n', ' ');
  return line;
}

std::string_view algorithm_for_numbers(const NextRun& next, std::uint32_t n) {
  constexpr std::string_view kOfAnyNumbers = "bitonic";
  const auto algorithm = find_algorithm(next.run.algorithm);
  if (!algorithm) return kOfAnyNumbers;
  const bool refuses = (*algorithm)->needs_bitonic_input || n > (*algorithm)->max_keys;
  const bool pads = (*algorithm)->family == Family::kAks;
  const auto& listed = next.run.parameters.of<ListedChoice>().network;
  const bool of_another_size =
      (*algorithm)->family == Family::kListed && (!listed || listed->wires() != n);
  return refuses || pads || of_another_size ? kOfAnyNumbers : std::string_view(next.run.algorithm);
}

namespace {

// Nothing where the text is no list of numbers, or of too many.
std::uint32_t count_of(std::string_view text) {
  const auto most = find_algorithm("bitonic");
  if (!most || text.find_first_not_of(kBlanks) == std::string_view::npos) return 0;
  const auto keys = read_numbers(text, "keys", {}, (*most)->max_keys);
  return keys ? static_cast<std::uint32_t>(keys->size()) : 0;
}

// As the run will be called.
std::string title_of(const NextRun& next, const Algorithm& algorithm) {
  return algorithm.id == next.run.algorithm ? next_run_title(next) : std::string(algorithm.title);
}

}  // namespace

std::string counted_numbers(const NextRun& next, std::string_view text) {
  const std::uint32_t n = count_of(in_one_line(text));
  if (n == 0) return "";
  const auto algorithm = find_algorithm(algorithm_for_numbers(next, n));
  if (!algorithm) return "";
  const std::uint32_t wires = wires_for(**algorithm, n);
  std::string said = counted(n, "number", count_text(n));
  said += wires == n ? ", no padding."
                     : fmt::format(", and {} of padding make {} wires.", count_text(wires - n),
                                   count_text(wires));
  return said +
         fmt::format(" Enter sorts {}: {}.", n == 1 ? "it" : "them", title_of(next, **algorithm));
}

Status take_numbers(NextRun& next, Notices& notices, std::string_view text) {
  const std::string line = in_one_line(text);
  const std::uint32_t n = count_of(line);
  // What is wrong with them, they are told by whoever reads them.
  if (n == 0) return set_own_keys(next, notices, line);
  const std::string_view algorithm = algorithm_for_numbers(next, n);
  if (algorithm != next.run.algorithm) {
    if (Status status = set_algorithm(next, algorithm); !status) return status;
  }
  return set_own_keys(next, notices, line);
}

std::vector<WelcomeFile> welcome_files(const OverlayParts& given) {
  std::vector<WelcomeFile> files;
  if (given.history.can_go_back()) {
    files.push_back({given.history.back_title(), "Where you left off", "back"});
  }
  std::error_code failure;
  for (const std::string& file : given.remembered.recent_files) {
    if (files.size() >= kMostFiles || !fs::exists(file, failure)) continue;
    const fs::path path = file;
    files.push_back(
        {path.filename().string(), path.parent_path().string(), "open " + quoted_word(file)});
  }
  return files;
}

}  // namespace sortscope
