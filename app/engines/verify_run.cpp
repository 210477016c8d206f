// verify_run.cpp: the choice of an engine for a verification.
#include "app/engines/verify_run.h"

#include <fmt/format.h>

#include <chrono>
#include <optional>
#include <utility>

#include "core/base/choice.h"
#include "core/own_kernels/network.h"

namespace sortscope {

Result<Property> find_verify_role(std::string_view role) {
  static constexpr FormerId kRenamed[] = {{"sorts", "sorter"},
                                          {"merges", "merger"},
                                          {"merges-bitonic", "bitonic-merger"},
                                          {"halves", "halver"}};
  static constexpr std::array kProperties = {Property::kSorts, Property::kMerges,
                                             Property::kMergesBitonic, Property::kHalves};
  const auto found = choose_by_id(kVerifyRoles, "role of a network", present_id(kRenamed, role));
  if (!found) return found.error();
  return kProperties[static_cast<std::size_t>(*found - kVerifyRoles.data())];
}

namespace {

// A network that is too wide to search may be one of the table, which sorts.
std::optional<Verdict> by_known(const ListedNetwork& network, const VerifyQuestion& question) {
  constexpr std::uint32_t kMostWires = 4096;
  if (question.property != Property::kSorts || question.method != VerifyMethod::kAuto ||
      network.wires() <= kMostSearchWires || network.wires() > kMostWires) {
    return std::nullopt;
  }
  const auto begin = std::chrono::steady_clock::now();
  Verdict verdict;
  verdict.known = known_network(network, network.wires());
  if (verdict.known.empty()) return std::nullopt;
  verdict.answer = Answer::kYes;
  verdict.method = VerifyMethod::kSearch;
  verdict.wires = network.wires();
  verdict.undecided = question.redundant ? static_cast<std::uint32_t>(network.size()) : 0;
  verdict.elapsed_ns = static_cast<std::uint64_t>(
      std::chrono::nanoseconds(std::chrono::steady_clock::now() - begin).count());
  return verdict;
}

}  // namespace

Result<Verdict> run_verify(std::string_view engine, const ListedNetwork& network,
                           const VerifyQuestion& question, Progress* progress) {
  if (engine == "cuda") {
    return Error{ErrorCode::kUnavailable, "the CUDA engine does not verify yet.",
                 "Use --engine cpu."};
  }
  if (engine != "auto" && engine != "cpu") {
    return Error{ErrorCode::kBadUsage, fmt::format("there is no engine '{}'.", engine),
                 "Engines: auto, cpu, cuda."};
  }
  if (auto known = by_known(network, question)) return std::move(*known);
  return verify(network, question, progress);
}

}  // namespace sortscope
