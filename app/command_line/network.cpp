// network.cpp: `sortscope network`: what a network is, and other formats for it.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/command_line/command_line.h"
#include "app/command_line/say.h"
#include "core/base/output_file.h"
#include "core/networks/formats/best_known.h"
#include "core/networks/formats/format.h"
#include "core/networks/wording.h"

namespace sortscope {

namespace {

// How many layers are enough for the same comparators in the same order.
std::uint32_t least_layers(const ListedNetwork& network) {
  return (*ListedNetwork::leveled(network.wires(), network.comparators()))->depth();
}

std::string facts_text(const ReadNetwork& read) {
  const ListedNetwork& network = *read.network;
  const auto upwards = std::count_if(network.comparators().begin(), network.comparators().end(),
                                     [](Comparator c) { return c.min_wire > c.max_wire; });
  std::string text = fmt::format("{:<11} {}\n", "Network",
                                 network.name().empty() ? "without a name" : network.name());
  const auto row = [&](std::string_view name, std::string_view value) {
    text += fmt::format("{:<11} {}\n", name, value);
  };
  row("Format", read.format->title);
  row("Wires", std::to_string(network.wires()));
  row("Size",
      beside_best_known(network.wires(), network.size(), network.depth(), Sorts::kNotAsked));
  row("Directions", upwards == 0 ? "every minimum goes to the upper wire"
                                 : fmt::format("{} of {} put the minimum on the lower wire",
                                               upwards, counted(network.size(), "comparator")));
  const std::uint32_t enough = least_layers(network);
  row("Layers", layers_are_earliest(network) ? "every comparator is as early as it can be"
                : enough == network.depth()  ? "some comparators could be earlier"
                                             : fmt::format("{} would be enough", enough));
  return text;
}

std::string facts_json(const ReadNetwork& read) {
  const ListedNetwork& network = *read.network;
  nlohmann::ordered_json facts = {{"name", network.name()},
                                  {"format", read.format->id},
                                  {"wires", network.wires()},
                                  {"size", network.size()},
                                  {"depth", network.depth()},
                                  {"standard", is_standard(network)},
                                  {"layers_earliest", layers_are_earliest(network)},
                                  {"least_size", least_size(network.wires())},
                                  {"least_depth", least_depth(network.wires())},
                                  {"best_known", nlohmann::ordered_json::array()},
                                  {"notes", read.notes}};
  for (const SizeAndDepth& pair : best_known(network.wires())) {
    facts["best_known"].push_back({pair.size, pair.depth});
  }
  // A name from a file need not be UTF-8.
  return facts.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace

int run_network_command(const NetworkArguments& arguments) {
  const OutputName name(arguments.out);
  const NetworkFormat* from = nullptr;
  if (arguments.from) {
    const auto found = find_network_format(*arguments.from);
    if (!found) return report_error(found.error());
    from = *found;
  }
  const NetworkFormat* to = arguments.out.empty() ? nullptr : network_format_of_path(arguments.out);
  if (arguments.format) {
    const auto found = find_network_format(*arguments.format);
    if (!found) return report_error(found.error());
    to = *found;
  }
  if (!arguments.out.empty() && to == nullptr) {
    return report_error({ErrorCode::kBadUsage,
                         fmt::format("'{}' does not say in which format to write.", arguments.out),
                         "Add --format; `sortscope list formats` shows them."});
  }
  auto read = read_network_file(arguments.file, from);
  if (!read) return report_error(read.error());
  for (const std::string& note : read->notes) say("{}\n", note);
  if (arguments.untangle) read->network = untangled(*read->network);
  if (to == nullptr) {
    if (arguments.json) {
      print_json(facts_json(*read));
    } else {
      print_text(facts_text(*read));
    }
    return finish_output();
  }
  const auto written = write_network(*read->network, *to);
  if (!written) {
    Error error = written.error();
    error.hint = "Choose another --format, or add --untangle: it renames wires.";
    return report_error(error);
  }
  for (const std::string& note : written->notes) say("{}\n", note);
  if (arguments.out.empty()) {
    (void)std::fwrite(written->text.data(), 1, written->text.size(), stdout);
    return finish_output();
  }
  std::string called;
  if (Status status = write_output(name, written->text, &called); !status) {
    return report_error(status.error());
  }
  say_called(name.path, called);
  say("Wrote {} ({}).\n", called, to->title);
  return 0;
}

}  // namespace sortscope
