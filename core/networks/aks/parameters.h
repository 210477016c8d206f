// parameters.h: the choices of the AKS network: errors that are allowed, depths of halvers,
// how their matchings are made.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/networks/aks/matching.h"

namespace sortscope {

/// How deep halvers are.
enum class DepthRule : std::uint8_t {
  kPerfect,  // Fischer 2020, section 4.4: perfect where no error is allowed, depth 30 elsewhere
  kCustom,   // section 3.1.5: 250 below 100 wires, 800 up to mu, 500 above
  kUnion,    // a union bound (Fischer 2020); gives what the thesis has for the original paper
  kChvatal,  // equation (2.4)
  kFixed,    // AksParameters::fixed_depth everywhere
  kIdeal,    // every separator sorts its wires: for errors planted on purpose
};

/// How a halver without errors is made.
enum class PerfectHalver : std::uint8_t {
  kCyclic,   // every left wire meets every right wire
  kBitonic,  // a bitonic sorter in its place (section 4.10)
};

/// Everything that chooses an AKS network of a length.
struct AksParameters {
  // 0: what goes with the others; all three 0: epsilon_b = 0.00243, the best for the number of
  // comparators (section 4.5).
  double epsilon_b = 0;
  double epsilon_f = 0;
  double delta = 0;
  DepthRule depth_rule = DepthRule::kPerfect;
  std::uint32_t fixed_depth = 30;  // of kFixed
  PerfectHalver perfect = PerfectHalver::kCyclic;
  MatchingKind matching = MatchingKind::kHash;
  std::uint32_t distinct_matchings =
      0;                        // of a graph; 0: all differ (section 4.10: a half, a fifth)
  bool shared_graphs = false;   // halvers of a size share their graph
  bool shuffle_halves = false;  // after perfect halvers (section 4.4)
  bool skip_whole = false;      // no halver where all wires go up
  double planted = 0;           // errors made on purpose, in permitted ones; kIdeal only
  std::uint64_t seed = 1;       // of the matchings
  friend bool operator==(const AksParameters&, const AksParameters&) = default;
};

/// epsilon_b as delta allows, equation (2.6) with delta for its d (docs/sources/fischer-2020.md),
/// and epsilon_f, equation (2.7).
double epsilon_b_for(double delta);
double epsilon_f_for(double delta);
/// delta of equation (2.6) or (2.7) with equality: the smaller root of (3.1) for epsilon_f.
double delta_for_epsilon_b(double epsilon_b);
double delta_for_epsilon_f(double epsilon_f);

/// The parameters with what was left to be computed. Errors: kBadUsage naming the inequality that
/// does not hold and the nearest valid value, or a combination that makes no sense.
Result<AksParameters> resolved(const AksParameters& parameters);

/// The error that the halvers of a separator of `a` wires, `up` of which go up, may make: epsilon_b
/// where nothing goes up, else min(epsilon_b, epsilon_f / (T + 1)); section 2.1.4 (r = T). The
/// parameters are resolved(), here and below.
double halver_epsilon(const AksParameters& parameters, double a, double up);
/// The smallest positive integer mu with 1 / (mu + 1) < epsilon: section 2.1.3.
std::uint32_t expansion_for(double epsilon);
/// Depth of a random graph with that expansion: equation (2.4), and the union bound.
std::uint64_t chvatal_depth(std::uint32_t mu);
std::uint64_t union_depth(std::uint32_t mu);
/// The halvers of separator layer `layer` must be perfect by kPerfect: no error is allowed there.
bool halver_is_perfect(const AksParameters& parameters, double a, double up, std::uint32_t layer);
/// Matchings of a halver of `wires` wires that is not perfect, of a separator of `a` wires.
std::uint64_t halver_depth(const AksParameters& parameters, double a, double up);

/// Names and texts: `--param NAME=VALUE`, the header of the text interface, files. All parameters,
/// or those that differ from the defaults.
using ParameterTexts = std::vector<std::pair<std::string, std::string>>;
ParameterTexts parameter_texts(const AksParameters& parameters, bool all);
/// Sets one. Errors: kBadUsage for an unknown name (the nearest known is offered) or a bad value.
Status set_parameter(AksParameters& parameters, std::string_view name, std::string_view value);

/// Names, what they mean, what they take: for help and menus.
struct ParameterHelp {
  std::string_view name;     // "epsilon-b"
  std::string_view values;   // "a number", "perfect|custom|union|chvatal|ideal|DEPTH"
  std::string_view summary;  // a sentence
};
const std::vector<ParameterHelp>& aks_parameter_help();

}  // namespace sortscope
