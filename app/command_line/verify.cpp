// verify.cpp: `sortscope verify`: does a network sort, merge or halve?
#include <fmt/format.h>

#include <cstdio>

#include "app/command_line/command_line.h"
#include "app/command_line/progress.h"
#include "app/command_line/run.h"
#include "app/command_line/say.h"
#include "app/engines/verify_run.h"
#include "app/state/command_arguments.h"
#include "core/algorithms/algorithm.h"
#include "core/networks/formats/format.h"
#include "core/recordings/file.h"
#include "core/recordings/recording.h"
#include "core/verify/text.h"

namespace sortscope {

namespace {

constexpr int kNotDecided = 3;  // exit code

struct NamedNetwork {
  std::shared_ptr<const ListedNetwork> network;
  bool merger = false;  // of bitonic sequences
};

Result<NamedNetwork> network_of(const VerifyArguments& arguments, Job& job) {
  if (arguments.file.empty() == !arguments.algorithm.has_value()) {
    return Error{ErrorCode::kBadUsage, "one network is expected.",
                 "Give a file of a network, or --algorithm ID with --n N."};
  }
  if (!arguments.algorithm) {
    if (arguments.n) {
      return Error{ErrorCode::kBadUsage, "--n belongs to --algorithm.",
                   "A file has as many wires as it says."};
    }
    job.stage("Reading " + arguments.file);
    if (names_recording(arguments.file)) {
      const auto recording = read_recording(arguments.file, &job.progress());
      if (!recording) return recording.error();
      if (!(*recording)->doubt.empty()) say("{}: {}.\n", arguments.file, (*recording)->doubt);
      auto made = list_comparators((*recording)->network, (*recording)->title());
      if (!made) return made.error();
      return NamedNetwork{*made, (*recording)->algorithm->needs_bitonic_input};
    }
    auto read = is_network_text(arguments.file)
                    ? parse_network(arguments.file, "the network", nullptr, "Your network")
                    : read_network_file(arguments.file, nullptr, &job.progress());
    if (!read) return read.error();
    for (const std::string& note : read->notes) say("{}\n", note);
    return NamedNetwork{read->network};
  }
  const auto algorithm = find_algorithm(*arguments.algorithm);
  if (!algorithm) return algorithm.error();
  const auto n = parse_count("--n", arguments.n.value_or("16"));
  if (!n) return n.error();
  if (*n > (*algorithm)->max_keys) {
    return Error{ErrorCode::kBadUsage,
                 fmt::format("{} keys are too many for '{}', which takes at most {}.", *n,
                             (*algorithm)->id, (*algorithm)->max_keys),
                 "Verify a network of fewer keys."};
  }
  RunRequest request;
  request.algorithm = std::string((*algorithm)->id);
  const auto network = build_network(**algorithm, *n, request);
  if (!network) return network.error();
  auto made = list_comparators(*network, fmt::format("{}, n = {}", (*algorithm)->id, *n));
  if (!made) return made.error();
  return NamedNetwork{*made, (*algorithm)->needs_bitonic_input};
}

Result<Property> property_of(const std::string& as, bool merger) {
  if (!as.empty()) return find_verify_role(as);
  return merger ? Property::kMergesBitonic : Property::kSorts;
}

}  // namespace

int run_verify_command(const VerifyArguments& arguments) {
  const auto named_property = property_of(arguments.as, false);
  if (!named_property) return report_error(named_property.error());
  if (arguments.epsilon && *named_property != Property::kHalves) {
    return report_error(
        {ErrorCode::kBadUsage, "--epsilon belongs to halvers.", "Say --as halver --epsilon 0.25."});
  }
  Job job;
  const auto named = network_of(arguments, job);
  if (!named) return report_error(named.error());
  job.stage("Verifying");
  VerifyQuestion question;
  question.property = property_of(arguments.as, named->merger).value();
  question.epsilon = arguments.epsilon.value_or(question.property == Property::kHalves ? 0 : 1);
  question.redundant = !arguments.answer_only;
  for (const VerifyMethod method :
       {VerifyMethod::kBrute, VerifyMethod::kSearch, VerifyMethod::kRuns}) {
    if (arguments.method == method_id(method)) question.method = method;
  }
  constexpr double kNoBound = 1e30;
  if (question.method == VerifyMethod::kRuns) question.most_compares = kNoBound;
  const auto verdict = run_verify(arguments.engine, *named->network, question, &job.progress());
  if (!verdict) return report_error(verdict.error());
  if (arguments.json) {
    print_json(verdict_json(*named->network, *verdict));
  } else {
    print_text(verdict_text(*named->network, *verdict));
  }
  if (const int failed = finish_output(); failed != 0) return failed;
  return verdict->answer == Answer::kUnknown ? kNotDecided : verdict->holds() ? 0 : 1;
}

}  // namespace sortscope
