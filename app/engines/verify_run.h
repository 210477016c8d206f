// verify_run.h: which engine verifies, for the command line and the window.
#pragma once

#include <array>
#include <string_view>

#include "core/verify/verify.h"

namespace sortscope {

/// What a network can be asked to be, for people: "sorter", "merger", "bitonic-merger", "halver".
inline constexpr std::array<std::string_view, 4> kVerifyRoles = {"sorter", "merger",
                                                                 "bitonic-merger", "halver"};
/// The property of a role; also by its former name: "sorts", "merges", "merges-bitonic", "halves".
/// Errors: kBadUsage with the roles there are.
Result<Property> find_verify_role(std::string_view role);

/// verify() on the engine `id`: "auto", "cpu" or "cuda". Errors: those of verify(); kBadUsage
/// (unknown engine); kUnavailable ("cuda" where it cannot).
Result<Verdict> run_verify(std::string_view engine, const ListedNetwork& network,
                           const VerifyQuestion& question, Progress* progress);

}  // namespace sortscope
