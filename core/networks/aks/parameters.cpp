// parameters.cpp: the inequalities between the errors, depths, and the parameters as text.
#include "core/networks/aks/parameters.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>

#include "core/base/parse_number.h"

namespace sortscope {

namespace {

constexpr double kDefaultEpsilonB = 0.00243;
constexpr std::uint32_t kPerfectElsewhere = 30;
constexpr std::uint32_t kMostDepth = 1000000;
constexpr double kMostPlanted = 1000;

// Where (2.6) reaches 0 delta is as large as it can be.
constexpr double kMostDelta = 0.00781;

double entropy(double p) {
  if (p <= 0 || p >= 1) return 0;
  return -p * std::log2(p) - (1 - p) * std::log2(1 - p);
}

Error broken(std::string_view inequality, std::string_view name, double value, double nearest) {
  return {ErrorCode::kBadUsage, fmt::format("{} = {} does not hold {}.", name, value, inequality),
          fmt::format("The nearest valid value of {} is {:.6g}.", name, nearest)};
}

// The nearest number below `value` that six digits show.
double shown_below(double value) {
  const double step = std::pow(10.0, std::floor(std::log10(value)) - 4);
  return std::floor(value / step) * step;
}

}  // namespace

double epsilon_b_for(double delta) {
  return 1.0 / 128 - delta / 2 * (1 + 1 / (1 - 64 * delta * delta));
}
double epsilon_f_for(double delta) { return 2 * delta * (1 - 16 * delta); }

double delta_for_epsilon_b(double epsilon_b) {
  // (2.6) falls with delta: halve the interval until nothing changes.
  double low = 0;
  double high = kMostDelta;
  for (int i = 0; i < 200; ++i) {
    const double middle = (low + high) / 2;
    (epsilon_b_for(middle) >= epsilon_b ? low : high) = middle;
  }
  return low;
}
double delta_for_epsilon_f(double epsilon_f) {
  return (1 - std::sqrt(std::max(0.0, 1 - 32 * epsilon_f))) / 32;
}

Result<AksParameters> resolved(const AksParameters& parameters) {
  AksParameters all = parameters;
  if (all.delta != 0 && !(all.delta > 0 && epsilon_b_for(all.delta) > 0)) {
    return broken("0 < delta and 0 < 1/128 - delta/2 (1 + 1/(1 - 64 delta^2))", "delta", all.delta,
                  all.delta > 0 ? 0.0078 : 0.0053775);
  }
  if (all.epsilon_b != 0 && !(all.epsilon_b > 0 && all.epsilon_b < 1.0 / 128)) {
    return broken("0 < epsilon-b < 1/128", "epsilon-b", all.epsilon_b,
                  all.epsilon_b > 0 ? 0.0078 : 0.0001);
  }
  const double most_f = epsilon_f_for(kMostDelta);
  if (all.epsilon_f != 0 && !(all.epsilon_f > 0 && all.epsilon_f < most_f)) {
    return broken(fmt::format("0 < epsilon-f < {:.5f}", most_f), "epsilon-f", all.epsilon_f,
                  all.epsilon_f > 0 ? shown_below(most_f) : 0.0001);
  }
  if (all.delta == 0) {
    if (all.epsilon_b == 0 && all.epsilon_f == 0) all.epsilon_b = kDefaultEpsilonB;
    all.delta = all.epsilon_b != 0 ? delta_for_epsilon_b(all.epsilon_b)
                                   : delta_for_epsilon_f(all.epsilon_f);
  }
  // A person's numbers are rounded: so is the comparison.
  constexpr double kRounding = 1e-9;
  const double best_b = epsilon_b_for(all.delta);
  const double best_f = epsilon_f_for(all.delta);
  if (all.epsilon_b == 0) all.epsilon_b = best_b;
  if (all.epsilon_f == 0) all.epsilon_f = best_f;
  if (all.epsilon_b > best_b + kRounding) {
    return broken(fmt::format("epsilon-b <= 1/128 - delta/2 (1 + 1/(1 - 64 delta^2)), delta = "
                              "{:.6g} (inequality 2.6)",
                              all.delta),
                  "epsilon-b", all.epsilon_b, shown_below(best_b));
  }
  if (all.epsilon_f > best_f + kRounding) {
    return broken(fmt::format("epsilon-f <= 2 delta (1 - 16 delta), delta = {:.6g} (inequality "
                              "2.7)",
                              all.delta),
                  "epsilon-f", all.epsilon_f, shown_below(best_f));
  }
  if (all.depth_rule == DepthRule::kFixed && all.fixed_depth == 0) {
    return Error{ErrorCode::kBadUsage, "a halver of depth 0 compares nothing.",
                 "Give a depth of at least 1."};
  }
  if (all.planted > 0 && all.depth_rule != DepthRule::kIdeal) {
    return Error{ErrorCode::kBadUsage,
                 "errors are planted in separators that make none of their own.",
                 "Add depth=ideal, or leave planted out."};
  }
  return all;
}

double halver_epsilon(const AksParameters& parameters, double a, double up) {
  if (up == 0) return parameters.epsilon_b;
  const double layers = std::ceil(std::log2(a / up) - 1e-9);
  return std::min(parameters.epsilon_b, parameters.epsilon_f / (layers + 1));
}

std::uint32_t expansion_for(double epsilon) {
  return std::max(1U, static_cast<std::uint32_t>(std::floor(1 / epsilon - 1)) + 1);
}

std::uint64_t chvatal_depth(std::uint32_t mu) {
  const double m = mu;
  const double layers = (std::log(3.0) + std::log(m + 1) + m + 2) / std::log1p(1 / m);
  return static_cast<std::uint64_t>(std::floor(layers)) + 1;
}

std::uint64_t union_depth(std::uint32_t mu) {
  const double p = 1.0 / (mu + 1.0);
  const double q = 1 - p;
  const double layers = 2 * entropy(p) / (entropy(p) - q * entropy(p / q));
  return static_cast<std::uint64_t>(std::floor(layers)) + 1;
}

bool halver_is_perfect(const AksParameters& parameters, double a, double up, std::uint32_t layer) {
  if (parameters.depth_rule == DepthRule::kIdeal) return true;
  if (parameters.depth_rule != DepthRule::kPerfect) return false;
  return layer == 0 ? parameters.epsilon_b * a / 2 < 1 : parameters.epsilon_f * up / 2 < 1;
}

std::uint64_t halver_depth(const AksParameters& parameters, double a, double up) {
  const std::uint32_t mu = expansion_for(halver_epsilon(parameters, a, up));
  switch (parameters.depth_rule) {
    case DepthRule::kPerfect:
    case DepthRule::kIdeal:
      return kPerfectElsewhere;
    case DepthRule::kCustom:
      return a < 100 ? 250 : a <= mu ? 800 : 500;
    case DepthRule::kUnion:
      return union_depth(mu);
    case DepthRule::kChvatal:
      return chvatal_depth(mu);
    case DepthRule::kFixed:
      return parameters.fixed_depth;
  }
  return 0;
}

namespace {

std::string depth_text(const AksParameters& parameters) {
  switch (parameters.depth_rule) {
    case DepthRule::kPerfect:
      return "perfect";
    case DepthRule::kCustom:
      return "custom";
    case DepthRule::kUnion:
      return "union";
    case DepthRule::kChvatal:
      return "chvatal";
    case DepthRule::kIdeal:
      return "ideal";
    case DepthRule::kFixed:
      break;
  }
  return fmt::format("{}", parameters.fixed_depth);
}

Error bad_value(std::string_view name, std::string_view value, std::string_view expected) {
  return {ErrorCode::kBadUsage, fmt::format("'{}' is no value of parameter '{}'.", value, name),
          fmt::format("It takes {}.", expected)};
}

std::optional<double> number_in(std::string_view text) {
  double value = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (fault != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

Status set_double(double& into, std::string_view name, std::string_view value, double most) {
  const auto parsed = number_in(value);
  if (!parsed || !(*parsed >= 0) || *parsed > most) {
    return bad_value(name, value, fmt::format("a number from 0 to {}", most));
  }
  into = *parsed;
  return {};
}

template <typename T>
Status set_whole(T& into, std::string_view name, std::string_view value, std::uint64_t least,
                 std::uint64_t most) {
  const auto parsed = parse_whole(value, most);
  if (!parsed || *parsed < least) {
    return bad_value(name, value, fmt::format("a whole number from {} to {}", least, most));
  }
  into = static_cast<T>(*parsed);
  return {};
}

Status set_flag(bool& into, std::string_view name, std::string_view value) {
  if (value != "0" && value != "1") return bad_value(name, value, "0 or 1");
  into = value == "1";
  return {};
}

Status set_depth(AksParameters& parameters, std::string_view name, std::string_view value) {
  constexpr std::pair<std::string_view, DepthRule> kRules[] = {{"perfect", DepthRule::kPerfect},
                                                               {"custom", DepthRule::kCustom},
                                                               {"union", DepthRule::kUnion},
                                                               {"chvatal", DepthRule::kChvatal},
                                                               {"ideal", DepthRule::kIdeal}};
  for (const auto& [text, rule] : kRules) {
    if (value != text) continue;
    parameters.depth_rule = rule;
    return {};
  }
  const auto parsed = parse_whole(value);
  if (parsed && *parsed == 0) {
    return Error{ErrorCode::kBadUsage, "a halver of depth 0 compares nothing.",
                 "Give a depth of at least 1."};
  }
  if (!parsed || *parsed > kMostDepth) {
    return bad_value(name, value,
                     "perfect, custom, union, chvatal, ideal or a number of matchings");
  }
  parameters.depth_rule = DepthRule::kFixed;
  parameters.fixed_depth = static_cast<std::uint32_t>(*parsed);
  return {};
}

Status set_matching(AksParameters& parameters, std::string_view name, std::string_view value) {
  const Matching* found = find_matching(value);
  if (found == nullptr) {
    std::string known;
    for (const Matching& matching : matchings()) {
      known += known.empty() ? "" : ", ";
      known += matching.id;
    }
    return bad_value(name, value, known);
  }
  parameters.matching = found->kind;
  return {};
}

std::string_view flag_text(bool on) { return on ? "1" : "0"; }

}  // namespace

ParameterTexts parameter_texts(const AksParameters& parameters, bool all) {
  const auto texts_of = [](const AksParameters& p) {
    return ParameterTexts{
        {"epsilon-b", fmt::format("{}", p.epsilon_b)},
        {"epsilon-f", fmt::format("{}", p.epsilon_f)},
        {"delta", fmt::format("{}", p.delta)},
        {"depth", depth_text(p)},
        {"perfect-halver", p.perfect == PerfectHalver::kCyclic ? "cyclic" : "bitonic"},
        {"matching", std::string(matching_of(p.matching).id)},
        {"distinct-matchings", fmt::format("{}", p.distinct_matchings)},
        {"graphs", p.shared_graphs ? "shared" : "own"},
        {"shuffle-halves", std::string(flag_text(p.shuffle_halves))},
        {"skip-whole", std::string(flag_text(p.skip_whole))},
        {"planted", fmt::format("{}", p.planted)},
        {"seed", fmt::format("{}", p.seed)},
    };
  };
  ParameterTexts texts = texts_of(parameters);
  if (all) return texts;
  const ParameterTexts defaults = texts_of(AksParameters{});
  ParameterTexts different;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (texts[i] != defaults[i]) different.push_back(std::move(texts[i]));
  }
  return different;
}

Status set_parameter(AksParameters& parameters, std::string_view name, std::string_view value) {
  AksParameters& p = parameters;
  if (name == "epsilon-b") return set_double(p.epsilon_b, name, value, 1);
  if (name == "epsilon-f") return set_double(p.epsilon_f, name, value, 1);
  if (name == "delta") return set_double(p.delta, name, value, 1);
  if (name == "depth") return set_depth(p, name, value);
  if (name == "matching") return set_matching(p, name, value);
  if (name == "perfect-halver") {
    if (value != "cyclic" && value != "bitonic") return bad_value(name, value, "cyclic or bitonic");
    p.perfect = value == "cyclic" ? PerfectHalver::kCyclic : PerfectHalver::kBitonic;
    return {};
  }
  if (name == "graphs") {
    if (value != "own" && value != "shared") return bad_value(name, value, "own or shared");
    p.shared_graphs = value == "shared";
    return {};
  }
  if (name == "distinct-matchings") {
    return set_whole(p.distinct_matchings, name, value, 0, kMostDepth);
  }
  if (name == "shuffle-halves") return set_flag(p.shuffle_halves, name, value);
  if (name == "skip-whole") return set_flag(p.skip_whole, name, value);
  if (name == "planted") return set_double(p.planted, name, value, kMostPlanted);
  if (name == "seed") {
    return set_whole(p.seed, name, value, 0, std::numeric_limits<std::uint64_t>::max());
  }
  std::vector<std::string_view> known;
  for (const ParameterHelp& help : aks_parameter_help()) known.push_back(help.name);
  return Error{ErrorCode::kBadUsage, fmt::format("'aks' has no parameter '{}'.", name),
               fmt::format("Its parameters are {}.", fmt::join(known, ", "))};
}

const std::vector<ParameterHelp>& aks_parameter_help() {
  static const std::vector<ParameterHelp> kRows = {
      {"epsilon-b", "a number below 1/128, or 0: computed",
       "share of wrong keys that a separator may leave in a half"},
      {"epsilon-f", "a number below 0.0137, or 0: computed",
       "share of wrong keys that it may leave outside the blocks that go up"},
      {"delta", "a number below 0.0078, or 0: computed", "what ties the two to each other"},
      {"depth", "perfect, custom, union, chvatal, ideal or a number",
       "how many matchings a halver has"},
      {"perfect-halver", "cyclic or bitonic", "what stands where no error is allowed"},
      {"matching",
       "hash, tested, mt19937, minstd, xoroshiro64, xorwow, merge-shuffle, hull-dobell or "
       "gabber-galil",
       "how matchings are made"},
      {"distinct-matchings", "a number, or 0: all",
       "so many matchings of a graph differ, then they repeat"},
      {"graphs", "own or shared", "every halver has its own graph, or all of a size share one"},
      {"shuffle-halves", "0 or 1", "shuffle the halves after a perfect halver"},
      {"skip-whole", "0 or 1", "no halver where all wires go up"},
      {"planted", "a number, with depth=ideal", "errors made on purpose, in permitted ones"},
      {"seed", "a whole number", "of the matchings"},
  };
  return kRows;
}

}  // namespace sortscope
