// verify_run.cpp: the choice of an engine for a verification.
#include "app/engines/verify_run.h"

#include <fmt/format.h>

#include "core/base/choice.h"

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
  return verify(network, question, progress);
}

}  // namespace sortscope
