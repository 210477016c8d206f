// command_line.h: the text interface; with no subcommand it opens the window.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/export/view.h"
#include "core/base/error.h"

namespace CLI {  // NOLINT(readability-identifier-naming): the name of CLI11
class App;
class Validator;
}  // namespace CLI

namespace sortscope {

/// Parses the arguments and does what they ask. Data goes to standard output, messages to standard
/// error. Returns the exit code: 0 done, 1 the work failed, 2 bad usage or bad input.
int run_command_line(int argc, char** argv);

/// Whether the arguments are options and subcommands that there are, with values that fit them.
/// Does nothing of what they ask. Errors: kBadUsage.
Status check_arguments(int argc, const char* const* argv);

/// Where a run comes from, as typed; run.h makes it a recording.
struct RunArguments {
  std::string file;  // a recording, a file of numbers, "-": standard input; empty: none
  std::optional<std::string> algorithm;
  std::optional<std::string> keys;  // "3,7,4,8"
  std::optional<std::string> n;
  std::optional<std::string> input;
  std::optional<std::string> seed;
  std::optional<std::string> type;
  std::optional<std::string> engine;
  std::optional<std::string> kernel;
  std::vector<std::string> parameters;  // NAME=VALUE
  std::optional<std::string> network;   // a file with a comparator network, "-": standard input
  bool descending = false;
  bool pairs = false;
  bool any_input = false;
  bool keyframes_only = false;
  bool needs_all_bits = false;  // of what is done with the run: a whole file is written
};

struct WindowArguments {
  std::vector<std::string> commands;  // names of the subcommands that there are
  std::vector<std::string> files;
  RunArguments run;
  std::string preset;              // id of a worked example
  std::string session;             // file, "-": standard input; empty: none
  std::vector<std::string> views;  // ids, a pane each
  std::string step;                // "6", "6:3"
  std::vector<std::string> lines;  // of the command table, to run once the run is there
  std::string lesson;              // name or file; empty: none
  std::uint32_t stop = 1;
  std::string palette;
  std::string size;  // WxH
  float scale = 0;
  bool fullscreen = false;
  std::string display;  // name or number; full screen there
  bool reduced_motion = false;
  std::string log;  // file, "-": standard output
  std::string script;
  std::string screenshot;
  std::string state_file;
  bool headless = false;
};

struct ListArguments {
  std::string what;  // empty: everything
  bool json = false;
};

struct NetworkArguments {
  std::string file;
  std::optional<std::string> from;    // id of the format that is read
  std::optional<std::string> format;  // id of the format that is written
  std::string out;
  bool untangle = false;
  bool json = false;
};

struct RecordArguments {
  RunArguments run;
  std::string out;
  bool compact = false;
};

struct StepsArguments {
  RunArguments run;
  std::optional<std::uint32_t> from;
  std::optional<std::uint32_t> to;
  std::string format = "text";
  bool moves = false;
  bool no_comparators = false;
};

struct ExportArguments {
  RunArguments run;
  std::string view = "network";
  std::optional<std::uint32_t> step;
  std::optional<std::uint32_t> from;
  std::optional<std::uint32_t> to;
  bool parallel = false;  // steps are parallel steps
  std::optional<double> fps;
  std::optional<double> seconds_per_step;
  std::optional<std::string> size;    // WxH
  std::optional<std::string> camera;  // ZOOM,X,Y; nothing: all of the run
  std::optional<std::string> palette;
  float scale = 1;
  bool hide_padding = false;
  bool equal_layers = false;
  bool no_arrows = false;
  bool min_max = false;
  std::string contrast = "absolute";
  std::string overlay;  // id of a CUDA kernel; empty: none
  std::string trace;    // a file for the passes view; empty: none
  std::string results;  // of the benchmark, for the view plots; empty: none
  std::string compare;  // ... an earlier one; empty: none
  std::string quantity = "time";
  std::string ratio_to;  // series; empty: cub-merge
  std::string out;
};

struct SheetArguments {
  RunArguments run;
  std::string view = "network";
  std::string steps;  // "0,3,6-10"; empty: starts and ends of merge levels
  bool parallel = false;
  std::uint32_t columns = 2;
  std::vector<std::string> captions;
  std::string title;
  bool no_letters = false;
  std::optional<std::string> size;  // WxH of one picture
  std::optional<std::string> palette;
  float scale = 1;
  bool hide_padding = false;
  bool equal_layers = false;
  std::string out;
};

struct InfoArguments {
  std::string file;  // a recording; empty: the program
};

struct BenchArguments {
  std::optional<std::string> preset;
  std::optional<std::string> algorithms;  // "fast,cub-merge", "peers"
  std::string network;                    // file of the network called "listed"; empty: none
  std::string kernel;                     // CUDA file called "own"; empty: none
  std::string before;                     // its earlier version, "own-before"; empty: none
  std::optional<std::string> sizes;       // "2^8..2^20,1000"
  std::optional<std::string> types;       // "uint32,float32"
  std::optional<std::string> inputs;      // "uniform,sorted"
  std::string pairs;                      // "off", "on", "both"; empty: as the preset has it
  std::string recording;                  // the same
  bool transfers = false;
  bool warm = false;
  std::optional<std::uint32_t> repetitions;
  std::optional<double> budget_s;
  std::optional<std::string> seed;
  std::string ratio_to;
  std::string json;  // files; empty: none
  std::string csv;
  std::string gbench;
  std::string results;   // folder; empty: the person's own
  bool no_keep = false;  // no file in the results folder
  std::string compare;   // file, "last"; empty: none
  bool list = false;
  std::vector<std::string> as_typed;
};

struct TraceArguments {
  RunArguments run;
  bool recording = false;
  std::uint32_t repetitions = 9;
  std::string out;  // file; empty: none
};

struct LessonArguments {
  std::string lesson;  // name or file; empty: list them
  std::string out;     // file to export to; empty: none
  bool every_step = false;
  bool notes = false;  // of the presenter, in slides
  double limit_s = 600;
  std::string size = "1280x720";
  std::string palette;
  float scale = 1;
};

struct VerifyArguments {
  std::string file;  // a network, "-": standard input; empty: that of an algorithm
  std::optional<std::string> algorithm;
  std::optional<std::string> n;
  std::string as;  // sorter, merger, bitonic-merger, halver; empty: as it is meant
  std::optional<double> epsilon;
  std::string method = "auto";
  std::string engine = "auto";
  bool answer_only = false;
  bool json = false;
};

struct KernelArguments {
  std::string file;  // .cu, "-": standard input
  RunArguments run;  // its keys: keys, n, input, seed
  std::string entry;
  std::string against;  // id of an algorithm; empty: none
  std::string way = "auto";
  std::string memory;    // "device", "host"; empty: as the file looks
  std::string key_type;  // "int": the file says so where keys are; empty: Key
  double limit_s = 10;
  bool json = false;
  std::string out;    // recording; empty: none
  std::string start;  // id of a file to begin with, to print
  bool bench = false;
  std::string sizes;   // of --bench; empty: --n, or the usual ones
  std::string before;  // of --bench: file of an earlier version; empty: none
};

struct ExperimentArguments {
  std::string id;  // empty: list them
  std::string engine = "auto";
  bool quick = false;
  std::uint32_t repetitions = 0;  // 0: as the experiment has it
  std::string sizes;              // "256,2^12"; empty: as the experiment has them
  std::string csv;                // file; empty: none
};

// The subcommands, one file each. Each returns the exit code.
int run_window_command(const WindowArguments& arguments);
int run_list_command(const ListArguments& arguments);
int run_network_command(const NetworkArguments& arguments);
int run_kernel_command(const KernelArguments& arguments);
int run_record_command(const RecordArguments& arguments);
int run_steps_command(const StepsArguments& arguments);
int run_export_command(const ExportArguments& arguments);
int run_sheet_command(const SheetArguments& arguments);
int run_info_command(const InfoArguments& arguments);
int run_bench_command(const BenchArguments& arguments);
int run_experiment_command(const ExperimentArguments& arguments);
int run_lesson_command(const LessonArguments& arguments);
int run_verify_command(const VerifyArguments& arguments);
int run_trace_command(const TraceArguments& arguments);

// Each adds a subcommand and its options (options.cpp; the others' are in command_line.cpp).
/// Numbers from `least` to `most`. CLI11's Range takes "nan", too.
CLI::Validator between(double least, double most);
/// Errors where something would be passed over in silence: an empty value, and options before a
/// subcommand, which are the window's.
void refuse_what_would_be_lost(CLI::App& app);
/// What is written must be no file that is read, under whatever name, nor have an ending of
/// something else. Errors: kBadUsage.
Status check_outputs(const CLI::App& app);
/// Refuses a name where no file can be, whatever is written. Errors: kBadUsage.
Status check_place(const std::string& path);
/// The arguments, but `sortscope help bench` as `sortscope bench --help`.
std::vector<char*> with_help_behind(int argc, char** argv);
CLI::App* describe_list(CLI::App& app, ListArguments& arguments);
CLI::App* describe_info(CLI::App& app, InfoArguments& arguments);
CLI::App* describe_experiment(CLI::App& app, ExperimentArguments& arguments);
CLI::App* describe_lesson(CLI::App& app, LessonArguments& arguments);
CLI::App* describe_verify(CLI::App& app, VerifyArguments& arguments);
CLI::App* describe_network(CLI::App& app, NetworkArguments& arguments);
CLI::App* describe_kernel(CLI::App& app, KernelArguments& arguments);

/// Prints the error and its hint to standard error and returns its exit code.
int report_error(const Error& error);

/// Flushes standard output; a full disk or closed pipe behind it is an error.
int finish_output();

/// "1280x720" as two whole numbers of at least 1.
Result<PixelSize> parse_size(const std::string& text);

}  // namespace sortscope
