// options.cpp: options and help of the subcommands that are not run from a recording: the other
// file that sees CLI11, which is dear to compile.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/stat.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <optional>

#include "app/command_line/command_line.h"
#include "app/state/parts/written_file.h"
#include "core/base/quote.h"
#include "core/networks/formats/format.h"

namespace sortscope {

CLI::Validator between(double least, double most) {
  return {[least, most](std::string& input) {
            double value = 0;
            const bool read = CLI::detail::lexical_cast(input, value);
            return read && value >= least && value <= most
                       ? std::string()
                       : fmt::format("Value {} not in range {} to {}", input, least, most);
          },
          ""};
}

namespace {

std::string name_of(const CLI::Option& option) {
  return option.get_positional() ? sortscope::quoted(option.results().front()) : option.get_name();
}

// A variable of a shell that is not set gives an empty value. Words for a sheet may be empty.
void refuse_empty_values(const CLI::App& app) {
  for (const CLI::Option* option : app.get_options()) {
    const std::string& name = option->get_name();
    if (option->get_expected_min() == 0 || name == "--title" || name == "--caption") continue;
    for (const std::string& value : option->results()) {
      if (!value.empty()) continue;
      throw CLI::ParseError(
          option->get_positional() ? "an argument is empty." : name + " has an empty value.", 2);
    }
  }
}

// CLI11 reads numbers as C does: 010 would be 8, and 0x10 be 16.
std::string no_decimal_number(const std::string& text) {
  const std::string digits = text.starts_with('-') ? text.substr(1) : text;
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const bool plain = !digits.empty() && (is_digit(digits.front()) || digits.front() == '.') &&
                     (is_digit(digits.back()) || digits.back() == '.') &&
                     digits.find_first_not_of("0123456789.eE+-") == std::string::npos;
  const bool octal = digits.size() > 1 && digits.front() == '0' && is_digit(digits[1]);
  if (plain && !octal) return "";
  return sortscope::quoted(text) + " is no number in decimal digits";
}

// Options whose value is one number; those of keys and seeds are read by the program itself.
bool is_number(const CLI::App& app, const CLI::Option& option) {
  const std::string type = option.get_type_name();
  const std::string& name = option.get_name();
  if (type.size() != 1 || name == "--n" || name == "--seed") return false;
  return name != "--step" || app.get_name() == "export";
}

void refuse_other_digits(CLI::App& app) {
  for (CLI::Option* option : app.get_options()) {
    if (is_number(app, *option))
      option->check(CLI::Validator([](std::string& text) { return no_decimal_number(text); }, ""));
  }
  for (CLI::App* subcommand : app.get_subcommands({})) refuse_other_digits(*subcommand);
}

}  // namespace

void refuse_what_would_be_lost(CLI::App& app) {
  refuse_other_digits(app);
  app.final_callback([&app] {
    refuse_empty_values(app);
    for (const CLI::App* subcommand : app.get_subcommands()) {
      refuse_empty_values(*subcommand);
      for (const CLI::Option* option : app.get_options()) {
        if (option->count() == 0) continue;
        throw CLI::ParseError(
            fmt::format("{} stands before '{}', which does not see it: write it behind.",
                        name_of(*option), subcommand->get_name()),
            2);
      }
    }
  });
}

namespace {

// Endings of what an option writes; no list: a text, under any name that is of nothing else.
struct Written {
  std::string_view option;
  std::string_view command;  // "": of any
  std::vector<std::string_view> endings;
};
const std::vector<Written>& written() {
  static const std::vector<Written> kAll = [] {
    std::vector<std::string_view> networks{".h5", ".hdf5"};
    for (const NetworkFormat& format : network_formats()) {
      const bool named = std::ranges::find(networks, format.ending) != networks.end();
      if (!named && !format.ending.empty()) networks.push_back(format.ending);
    }
    return std::vector<Written>{{"--output", "record", {".h5", ".hdf5"}},
                                {"--output", "kernel", networks},
                                {"--output", "", {}},
                                {"--export", "lesson", {}},
                                {"--json", "bench", {}},
                                {"--csv", "", {}},
                                {"--gbench", "", {}},
                                {"--log", "", {}},
                                {"--screenshot", "", {}},
                                {"--state-file", "", {}}};
  }();
  return kAll;
}
const Written* written_by(const CLI::App& app, const CLI::Option& option) {
  for (const Written& w : written()) {
    if (option.get_name() != w.option || option.get_expected_min() == 0) continue;
    if (w.command.empty() || w.command == app.get_name()) return &w;
  }
  return nullptr;
}

struct NamedFile {
  dev_t device;
  ino_t number;
  bool operator==(const NamedFile&) const = default;
};
// A plain file that is there, whatever leads to it.
std::optional<NamedFile> plain_file(const std::string& path) {
  struct stat info {};
  if (::stat(path.c_str(), &info) != 0 || !S_ISREG(info.st_mode)) return std::nullopt;
  return NamedFile{info.st_dev, info.st_ino};
}

}  // namespace

Status check_place(const std::string& path) {
  if (path == "-") return {};
  struct stat info {};
  if (::stat(path.c_str(), &info) != 0) {
    std::error_code failure;
    const std::filesystem::path folder = std::filesystem::absolute(path, failure).parent_path();
    // What cannot even be looked at is told by the system when it is written.
    if (failure || std::filesystem::is_directory(folder, failure) ||
        failure == std::errc::permission_denied) {
      return {};
    }
    return Error{ErrorCode::kBadUsage,
                 fmt::format("cannot write {}: there is no folder {}.",
                             sortscope::quoted(path, 200), sortscope::quoted(folder.string(), 200)),
                 "Make the folder first, or name another file."};
  }
  if (S_ISDIR(info.st_mode)) {
    return Error{ErrorCode::kBadUsage,
                 fmt::format("cannot write {}: it is a folder.", sortscope::quoted(path, 200)),
                 "Name a file in it."};
  }
  return {};
}

namespace {

Status check_recording_place(const std::string& path, const Written& what) {
  struct stat info {};
  if (path == "-" || ::stat(path.c_str(), &info) != 0) return {};
  const std::string ending = std::filesystem::path(path).extension().string();
  const bool recording = what.command == "record" || ending == ".h5" || ending == ".hdf5";
  if (recording && !what.endings.empty() && !S_ISREG(info.st_mode)) {
    return Error{
        ErrorCode::kBadUsage,
        fmt::format("cannot write {}: a recording goes to a file, not to a pipe or a device.",
                    sortscope::quoted(path, 200)),
        "Name a file that ends in .h5."};
  }
  return {};
}

Status check_ending(const std::string& path, const Written& what) {
  if (what.endings.empty()) return check_written(path);
  struct stat info {};
  if (::stat(path.c_str(), &info) == 0 && !S_ISREG(info.st_mode)) return {};  // devices, folders
  std::string ending = std::filesystem::path(path).extension().string();
  std::ranges::transform(ending, ending.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (std::ranges::find(what.endings, ending) != what.endings.end()) {
    const bool recording = ending == ".h5" || ending == ".hdf5";
    return recording ? check_written_recording(path) : Status();
  }
  return Error{ErrorCode::kBadUsage,
               fmt::format("{} does not end in a format that {} writes.", sortscope::quoted(path),
                           what.command),
               fmt::format("Name a file that ends in {}.", fmt::join(what.endings, ", "))};
}

// Of one command, or of the window.
Status check_outputs_of(const CLI::App& app) {
  for (const CLI::Option* option : app.get_options()) {
    if (option->count() == 0) continue;
    std::error_code failure;
    const Written* what = written_by(app, *option);
    if (what == nullptr) continue;
    const std::string path = option->results().front();
    const auto target = plain_file(path);
    for (const CLI::Option* other : app.get_options()) {
      if (other == option || other->count() == 0) continue;
      for (const std::string& given : other->results()) {
        const bool both_new = written_by(app, *other) != nullptr && given == path && given != "-" &&
                              !target && !std::filesystem::exists(path, failure);
        if (!both_new && (!target || plain_file(given) != target)) continue;
        return Error{ErrorCode::kBadUsage,
                     fmt::format("{} would write over {}, which {} names too.", what->option,
                                 sortscope::quoted(path), name_of(*other)),
                     "Nothing was written. Name another file."};
      }
    }
    if (const Status place = check_place(path); !place) return place;
    if (const Status place = check_recording_place(path, *what); !place) return place;
    if (const Status ending = check_ending(path, *what); !ending) return ending;
  }
  return {};
}

}  // namespace

std::vector<char*> with_help_behind(int argc, char** argv) {
  static std::string help = "--help";
  std::vector<char*> words(argv, argv + argc);
  std::error_code failure;
  if (argc < 2 || std::string_view(argv[1]) != "help" || std::filesystem::exists("help", failure)) {
    return words;
  }
  words.erase(words.begin() + 1);
  words.push_back(help.data());
  return words;
}

Status check_outputs(const CLI::App& app) {
  for (const CLI::App* used : app.get_subcommands()) {
    if (const Status checked = check_outputs_of(*used); !checked) return checked;
  }
  return check_outputs_of(app);
}

namespace {

// What `sortscope list` lists.
constexpr const char* kLists =
    "algorithms|inputs|views|palettes|engines|kernels|presets|experiments|lessons|formats|"
    "commands";

}  // namespace

CLI::App* describe_list(CLI::App& app, ListArguments& l) {
  CLI::App* list = app.add_subcommand("list", "List what there is to choose from");
  list->add_option("what", l.what, "Only these (default: everything)")
      ->check(CLI::IsMember({"algorithms", "inputs", "views", "palettes", "engines", "kernels",
                             "presets", "experiments", "lessons", "formats", "commands"}))
      ->type_name(kLists)
      ->option_text(kLists);
  list->add_flag("--json", l.json, "Print JSON");
  list->footer(
      "Examples:\n"
      "  sortscope list algorithms\n"
      "  sortscope list commands\n"
      "  sortscope list inputs --json"
      "\nExit codes: 0 done; 1 the work failed; 2 bad usage or bad input.");
  return list;
}

CLI::App* describe_info(CLI::App& app, InfoArguments& arguments) {
  CLI::App* info = app.add_subcommand(
      "info", "Say what this program and machine can do, or what a recording is");
  info->add_option("file", arguments.file, "A recording")->type_name("RUN.h5");
  info->footer(
      "Examples:\n"
      "  sortscope info\n"
      "  sortscope info run.h5\n"
      "Exit codes: 0 done; 1 the work failed; 2 bad usage or bad input.");
  return info;
}

CLI::App* describe_experiment(CLI::App& app, ExperimentArguments& e) {
  CLI::App* experiment = app.add_subcommand(
      "experiment", "Repeat an experiment of the AKS thesis, its values beside ours");
  experiment->add_option("id", e.id, "Experiment; with none they are listed")->type_name("ID");
  experiment->add_flag("--quick", e.quick, "Smaller sizes and fewer samples: seconds");
  experiment->add_option("--reps", e.repetitions, "Samples of every point")
      ->check(CLI::Range(1, 100000).description(""))
      ->type_name("R");
  experiment
      ->add_option("--sizes", e.sizes,
                   "Keys, or wires of separators: 256,2^12 (default: the experiment's own)")
      ->type_name("N,N,..");
  experiment->add_option("--engine", e.engine, "auto (the CPU), cpu or cuda")
      ->type_name("ID")
      ->capture_default_str();
  experiment->add_option("--csv", e.csv, "Also write a row a point to this file")
      ->type_name("FILE");
  experiment->footer(
      "Examples:\n"
      "  sortscope experiment\n"
      "  sortscope experiment complexity --quick\n"
      "  sortscope experiment planted --sizes 2^8 --reps 3 --csv planted.csv\n"
      "Values in brackets are the thesis's. Ctrl+C stops an experiment and prints what\n"
      "there is until then; the exit code is then 1.\n"
      "Exit codes: 0 done; 1 the work failed; 2 bad usage or bad input.");
  return experiment;
}

CLI::App* describe_lesson(CLI::App& app, LessonArguments& l) {
  CLI::App* lesson = app.add_subcommand(
      "lesson", "Run a lesson to its end without a window, say what is wrong, print its outline");
  lesson
      ->add_option("lesson", l.lesson,
                   "A lesson file, or a shipped lesson; with none they are listed")
      ->type_name("NAME|FILE.md");
  lesson
      ->add_option(
          "-o,--export", l.out,
          "Slides (.pdf: a page a stop, and a page a question and its answer), a film (.mp4), or "
          "pictures: OUT.png gives OUT-01.png ...")
      ->type_name("OUT.pdf|mp4|png");
  lesson->add_flag("--every-step", l.every_step, "A picture or page of every step of every stop");
  lesson->add_flag("--notes", l.notes, "Slides: a page of notes after each stop that has them");
  lesson->add_option("--size", l.size, "Pixels")->type_name("WxH")->capture_default_str();
  lesson
      ->add_option("--palette", l.palette,
                   "Colours: dark or light (default: light for .pdf, else dark)")
      ->type_name("ID");
  lesson->add_option("--scale", l.scale, "Size of text and strokes, 0.5 to 4")
      ->check(between(0.5, 4))
      ->type_name("S")
      ->capture_default_str();
  lesson->add_option("--limit", l.limit_s, "Seconds that the runs of a file's lesson may take")
      ->check(CLI::Range(0.0, 86400.0).description(""))
      ->type_name("S")
      ->capture_default_str();
  lesson->footer(
      "Examples:\n"
      "  sortscope lesson my-lesson.md\n"
      "  sortscope lesson 1 --export stops.png\n"
      "  sortscope --lesson my-lesson.md --stop 3     in the window\n"
      "Errors name file and line; the exit code is then 2. docs/lessons.md says how lessons "
      "are\nwritten."
      "\nExit codes: 0 done; 1 the work failed; 2 bad usage or bad input; 3 the limit was "
      "reached.");
  return lesson;
}

CLI::App* describe_verify(CLI::App& app, VerifyArguments& v) {
  CLI::App* verify = app.add_subcommand(
      "verify", "Does a network sort? Exactly, with a counterexample where it does not");
  verify
      ->add_option("file", v.file,
                   "A file of a network, a recording (.h5), or - for standard input")
      ->type_name("FILE");
  verify->add_option("--algorithm", v.algorithm, "The network of an algorithm instead")
      ->type_name("ID");
  verify->add_option("--n", v.n, "Its number of keys (default: 16)")->type_name("N");
  verify
      ->add_option("--as", v.as,
                   "What it is to be: sorter, merger (of two sorted halves), bitonic-merger or "
                   "halver (default: what the algorithm is, sorter for a file)")
      ->type_name("ROLE");
  verify->add_option("--epsilon", v.epsilon, "Of a halver, 0 to 1 (default: 0)")->type_name("E");
  verify
      ->add_option("--method", v.method,
                   "auto, brute (up to 40 wires), search (up to 64) or runs (any number of wires, "
                   "as long as it takes)")
      ->check(CLI::IsMember({"auto", "brute", "search", "runs"}).description(""))
      ->type_name("auto|brute|search|runs");
  verify->add_option("--engine", v.engine, "auto or cpu: the GPU does not verify yet")
      ->type_name("auto|cpu");
  verify->add_flag("--answer-only", v.answer_only, "Do not look for redundant comparators");
  verify->add_flag("--json", v.json, "Print one JSON object");
  verify->footer(
      "Examples:\n"
      "  sortscope verify network.json\n"
      "  sortscope verify --algorithm odd-even-merge --n 32 --json\n"
      "  sortscope verify halver.txt --as halver --epsilon 0.25\n"
      "Exit code 0: it does; 1: it does not, or the work failed; 2: bad usage or bad input;\n"
      "3: not decided.");
  return verify;
}

CLI::App* describe_network(CLI::App& app, NetworkArguments& n) {
  CLI::App* network = app.add_subcommand(
      "network", "Say what a comparator network is, or convert it to another format");
  network->add_option("file", n.file, "A file with a network, or - for standard input")
      ->required()
      ->type_name("FILE");
  network
      ->add_option("--from", n.from,
                   "Format of the file, see `sortscope list formats` (default: by its content)")
      ->type_name("ID");
  network
      ->add_option("--format", n.format,
                   "Format to write (default: by the ending of the file to write)")
      ->type_name("ID");
  network->add_flag("--untangle", n.untangle,
                    "Rename wires so that every minimum goes to the upper wire");
  network->add_flag("--json", n.json, "Print the facts as JSON");
  network->add_option("-o,--output", n.out, "File to write; without it --format prints")
      ->type_name("FILE");
  network->footer(
      "Examples:\n"
      "  sortscope network Sort_16.json\n"
      "  sortscope network net.txt -o net.sn\n"
      "  sortscope network arrows.txt --untangle --format cn\n"
      "What the format to write cannot keep is said on standard error; directions are\n"
      "never lost in silence.\n"
      "Exit codes: 0 done; 1 the work failed; 2 bad usage or bad input.");
  return network;
}

CLI::App* describe_kernel(CLI::App& app, KernelArguments& k) {
  CLI::App* kernel = app.add_subcommand(
      "kernel", "Run a CUDA file of your own and say what it does: its network, its mistakes");
  kernel->add_option("file", k.file, "A CUDA file (.cu), or - for standard input")
      ->type_name("FILE.cu");
  kernel->add_option("--n", k.run.n, "Number of keys, up to 4096 (default: 64)")->type_name("N");
  kernel->add_option("--keys", k.run.keys, "Keys in the call itself: --keys=3,7,-4")
      ->type_name("A,B,..");
  kernel
      ->add_option("--input", k.run.input,
                   "Kind of generated keys, see `sortscope list inputs` (default: uniform)")
      ->type_name("KIND");
  kernel->add_option("--seed", k.run.seed, "Seed of generated keys (default: 7)")->type_name("S");
  kernel
      ->add_option("--entry", k.entry,
                   "The function that sorts (default: sort, or the only one that takes Key*)")
      ->type_name("NAME");
  kernel
      ->add_option("--against", k.against,
                   "The algorithm that it should be: the first comparator that differs is named")
      ->type_name("ID");
  kernel->add_option("--way", k.way, "Where it runs: auto, gpu or cpu")
      ->check(CLI::IsMember({"auto", "gpu", "cpu"}).description(""))
      ->type_name("auto|gpu|cpu")
      ->capture_default_str();
  kernel
      ->add_option("--memory", k.memory,
                   "Where the keys lie that it is given: device or host (default: as the file "
                   "copies them)")
      ->check(CLI::IsMember({"device", "host"}).description(""))
      ->type_name("device|host");
  kernel
      ->add_option("--key-type", k.key_type,
                   "What the file says where keys are, and not Key: int, unsigned, float, double, "
                   "a name of its own (default: as it looks)")
      ->type_name("TYPE");
  kernel->add_option("--limit", k.limit_s, "Seconds that it may run")
      ->check(CLI::Range(0.1, 600.0).description(""))
      ->type_name("S")
      ->capture_default_str();
  kernel->add_flag("--json", k.json, "Print JSON");
  kernel->add_flag("--bench", k.bench,
                   "Time it on the GPU, compiled plainly, beside our kernels, CUB and Thrust");
  kernel
      ->add_option("--sizes", k.sizes,
                   "Numbers of keys for --bench: 2^10..2^20, 1000 (default: 2^10 to 2^24)")
      ->type_name("N,..");
  kernel
      ->add_option("--before", k.before,
                   "An earlier version of the file, for --bench: what became of its time")
      ->type_name("OLD.cu");
  kernel
      ->add_option(
          "-o,--output", k.out,
          "Write its network: run on these keys, as a recording (.h5), or in the format of "
          "the file's ending, see `sortscope list formats`")
      ->type_name("FILE");
  kernel
      ->add_option("--new", k.start,
                   "Print a file to begin with: v0, v1, v2, block, warp, double-buffered, v0-wrong")
      ->type_name("START");
  kernel->footer(
      "Examples:\n"
      "  sortscope kernel --new v0 > my_sort.cu\n"
      "  sortscope kernel my_sort.cu\n"
      "  sortscope kernel my_sort.cu --n 1024 --against bitonic --json\n"
      "  sortscope kernel my_sort.cu --n 64 -o run.h5\n"
      "  sortscope kernel my_sort.cu --bench --sizes 2^10..2^20\n"
      "  sortscope kernel my_sort.cu --bench --before old_sort.cu\n"
      "The file defines void sort(Key* keys, unsigned n) and launches its own kernels. It is\n"
      "compiled and run in a process of its own, which may neither write files nor use the\n"
      "network. docs/own-kernels.md says what it may rely on.\n"
      "Exit codes: 0 it sorts and nothing is wrong; 1 it does not sort, or something is wrong;\n"
      "2 it could not be compiled or run; 3 nothing is wrong, but what it does was too much to\n"
      "decide whether it is a network, or sorts every input: \"undecided\" in the JSON says "
      "which.");
  return kernel;
}

}  // namespace sortscope
