// command_line.cpp: options and subcommands, and their help.
#include "app/command_line/command_line.h"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <csignal>
#include <cstdio>
#include <limits>
#include <new>
#include <stdexcept>
#include <string_view>
#include <system_error>

#include "app/command_line/environment.h"
#include "app/command_line/say.h"
#include "core/base/machine.h"
#include "core/base/parse_number.h"
#include "core/keys/keys.h"
#include "core/lab/sort_thread.h"

namespace sortscope {
namespace {

// Another name of an option, of before or elsewhere: it works, and help does not name it.
void also(CLI::Option* option) { option->group(""); }

constexpr const char* kExits = "Exit codes: 0 done; 1 the work failed; 2 bad usage or bad input.";
constexpr const char* kAllExits =
    "Exit codes: 0 done; 1 the work failed, or the answer is no; 2 bad usage or bad input;\n"
    "3 a limit was reached before there was an answer: `sortscope verify`, `kernel` and `lesson`.";

std::string examples(const std::string& text, const char* exits = kExits) {
  return "Examples:\n" + text + "\n" + exits;
}

void add_run_options(CLI::App& app, RunArguments& run) {
  app.add_option("--algorithm", run.algorithm,
                 "Algorithm, see `sortscope list algorithms` (default: bitonic)")
      ->type_name("ID");
  app.add_option("--network", run.network,
                 "A file with a comparator network of your own, or the network itself in bracket "
                 "text; one key a wire")
      ->type_name("FILE|NETWORK");
  app.add_option("--keys", run.keys, "Keys in the call itself: --keys=3,7,-4")->type_name("A,B,..");
  app.add_option("--n", run.n,
                 "Number of generated keys, also as a power: 1000, 2^20 (default: 16)")
      ->type_name("N");
  app.add_option("--input", run.input,
                 "Kind of generated keys, see `sortscope list inputs` (default: uniform)")
      ->type_name("KIND");
  app.add_option("--seed", run.seed, "Seed of generated keys (default: 7)")->type_name("S");
  app.add_option("--type", run.type, key_type_names())->type_name("TYPE");
  app.add_flag("--descending", run.descending, "Sort in descending order");
  app.add_flag("--pairs", run.pairs,
               "Carry each key's original place through the sort as a payload");
  app.add_flag("--any-input", run.any_input,
               "Run a merger on keys that are not bitonic all the same: they come out unsorted");
  app.add_option("--param", run.parameters, "A parameter of the algorithm; may be repeated")
      ->type_name("NAME=VALUE");
  app.add_flag("--keyframes", run.keyframes_only,
               "Keep keys now and then instead of outcome bits, which are recorded again where one "
               "looks: networks, aks");
  app.add_option("--engine", run.engine, "auto, cpu or cuda (default: auto)")->type_name("ID");
  app.add_option(
         "--kernel", run.kernel,
         "Version of the engine's sort, see `sortscope list kernels` (default: the fastest)")
      ->type_name("ID");
}

constexpr const char* kFileOrRun = "A recording (.h5), a file of numbers, or - for standard input";

// One choice of subcommand: 0 means that the window opens.
enum class Choice {
  kWindow,
  kList,
  kRecord,
  kSteps,
  kExport,
  kInfo,
  kBench,
  kExperiment,
  kTrace,
  kSheet,
  kLesson,
  kVerify,
  kNetwork,
  kKernel
};

struct Arguments {
  Choice choice = Choice::kWindow;
  WindowArguments window;
  ListArguments list;
  RecordArguments record;
  StepsArguments steps;
  ExportArguments exported;
  InfoArguments info;
  BenchArguments bench;
  ExperimentArguments experiment;
  TraceArguments trace;
  SheetArguments sheet;
  LessonArguments lesson;
  VerifyArguments verify;
  NetworkArguments network;
  KernelArguments kernel;
};

void describe_window(CLI::App& app, WindowArguments& window) {
  app.add_option(
         "files", window.files,
         "Recordings (.h5), sessions (.sscope), lessons (.md), networks or files of numbers")
      ->type_name("FILES");
  add_run_options(app, window.run);
  app.add_option("--preset", window.preset,
                 "Open a worked example or a figure of the article, see `sortscope list presets`")
      ->type_name("ID");
  app.add_option("--session", window.session, "Open a session file, or - for standard input")
      ->type_name("FILE");
  app.add_option("--view", window.views,
                 "Show this view, see `sortscope list views`; two or four times: a pane each")
      ->type_name("ID");
  app.add_option("--step", window.step,
                 "Steps that have run, as `sortscope steps` counts them; 6:3: and 3 comparators")
      ->type_name("S");
  app.add_option("--do", window.lines,
                 "Run a command of the window, as in a script; may be repeated")
      ->type_name("LINE");
  app.add_option("--lesson", window.lesson,
                 "Open a lesson, see `sortscope list lessons`, or a lesson file")
      ->type_name("NAME|FILE.md");
  app.add_option("--stop", window.stop, "Stop of the lesson to begin at (default: 1)")
      ->check(CLI::Range(1, 9999).description(""))
      ->type_name("N");
  app.add_option("--palette", window.palette,
                 "Colours, see `sortscope list palettes` (default: as last time)")
      ->type_name("ID");
  app.add_option("--scale", window.scale, "Size of text and strokes, 0.5 to 4")
      ->check(between(0.5, 4))
      ->type_name("S");
  app.add_flag("--fullscreen", window.fullscreen, "Open on the whole screen");
  app.add_option("--display", window.display, "Open on the whole of this display")
      ->type_name("NAME|NUMBER");
  app.add_flag("--reduced-motion", window.reduced_motion, "Jump instead of moving");
  app.add_option("--log", window.log, "Write each step in words as it is shown; -: to the terminal")
      ->type_name("FILE");
  app.add_option("--size", window.size, "Size of the window in pixels")->type_name("WxH");
  app.add_option("--script", window.script,
                 "Run the commands of this file, one a line; -: of standard input")
      ->type_name("FILE");
  app.add_option("--screenshot", window.screenshot,
                 "Write the window to this PNG once the script is done, then close")
      ->type_name("FILE");
  app.add_option("--state-file", window.state_file,
                 "Keep the window's state in this file, as a line of JSON")
      ->type_name("FILE");
  app.add_flag("--headless", window.headless, "No window: for scripts and screenshots");
}

void describe_record(CLI::App& app, Arguments& all) {
  CLI::App* record = app.add_subcommand("record", "Run a sort and save the recording");
  record->add_option("file", all.record.run.file, "A file of numbers, or - for standard input")
      ->type_name("FILE");
  add_run_options(*record, all.record.run);
  record->add_option("-o,--output", all.record.out, "Recording to write")
      ->required()
      ->type_name("RUN.h5");
  record->add_flag("--compact", all.record.compact,
                   "Keep only what makes the run again: parameters, seed or keys, a checksum for "
                   "each layer. Opening it runs it again");
  record->footer(examples(
      "  sortscope record --algorithm bitonic --n 2^16 --input uniform --seed 1 -o run.h5\n"
      "  sortscope record --algorithm pairwise numbers.csv -o run.h5\n"
      "  sortscope record --engine cuda --kernel v2 --n 2^20 -o run.h5\n"
      "A merger takes bitonic keys only; with --any-input it runs on any. A run whose output is "
      "not\n"
      "sorted is saved all the same, since it is what happened; the exit code is then 1."));
  record->callback([&all] { all.choice = Choice::kRecord; });
}

void describe_steps(CLI::App& app, Arguments& all) {
  CLI::App* steps = app.add_subcommand("steps", "Print a run step by step");
  steps->add_option("file", all.steps.run.file, kFileOrRun)->type_name("FILE");
  add_run_options(*steps, all.steps.run);
  steps->add_option("--from", all.steps.from, "First step; 0 is the input (default: 1)")
      ->type_name("A");
  steps->add_option("--to", all.steps.to, "Last step, included (default: the last)")
      ->type_name("B");
  steps
      ->add_option("--format", all.steps.format,
                   "json: one object a line; csv: one row a comparison; text: words")
      ->check(CLI::IsMember({"json", "csv", "text"}).description(""))
      ->type_name("json|csv|text")
      ->capture_default_str();
  steps->add_flag("--moves", all.steps.moves,
                  "aks, json: the wires that move to other separators after each t");
  steps->add_flag("--no-comparators", all.steps.no_comparators, "aks, json: leave the layers out");
  steps->footer(
      examples("  sortscope steps --algorithm bitonic --keys 3,7,4,8,6,2,1,5 --format text\n"
               "  sortscope steps run.h5 --from 4 --to 6 --format json\n"
               "  sortscope steps --keys=-5,3,0,12 --descending --format csv\n"
               "  sortscope steps --algorithm adaptive --n 16 --from 40 --to 50 --format json\n"
               "  sortscope steps --algorithm aks --n 256 --format json --moves --no-comparators\n"
               "Steps count from 1. In a network a step is a layer, and a comparator is\n"
               "[min_wire,max_wire,exchanged]; in an adaptive run a step is one comparison of two\n"
               "nodes of a bitonic tree. Keys are as they stand after the step; padding is null."));
  steps->callback([&all] { all.choice = Choice::kSteps; });
}

void describe_export(CLI::App& app, Arguments& all) {
  ExportArguments& e = all.exported;
  CLI::App* exported = app.add_subcommand("export", "Draw a run to a picture or a film");
  exported->add_option("file", e.run.file, kFileOrRun)->type_name("FILE");
  add_run_options(*exported, e.run);
  exported->add_option("--view", e.view, "View, see `sortscope list views`")
      ->type_name("ID")
      ->capture_default_str();
  exported->add_option("--step", e.step, "Picture: steps that have run (default: all of them)")
      ->type_name("S");
  exported->add_option("--from", e.from, "Film: first step; 0 is the input (default: 0)")
      ->type_name("A");
  exported->add_option("--to", e.to, "Film: last step, included (default: the last)")
      ->type_name("B");
  exported->add_flag("--parallel", e.parallel,
                     "Adaptive runs: count steps as the window does, all comparisons of one time");
  exported->add_option("--fps", e.fps, "Film: frames a second (default: 30; GIF: 25)")
      ->type_name("F");
  exported
      ->add_option("--seconds-per-step", e.seconds_per_step,
                   "Film: how long a step is shown (default: 1)")
      ->type_name("S");
  exported
      ->add_option("--size", e.size,
                   "Pixels; in svg, pdf and tex 1/96 inch "
                   "(default: what suits the run; film: 1280x720)")
      ->type_name("WxH");
  exported
      ->add_option("--camera", e.camera,
                   "A part (network as pixels, history): magnification, and what is in the middle, "
                   "as shares")
      ->type_name("ZOOM,X,Y");
  exported->add_option("--scale", e.scale, "Size of text and strokes, 0.25 to 8")
      ->check(between(0.25, 8))
      ->type_name("S")
      ->capture_default_str();
  exported
      ->add_option("--palette", e.palette,
                   "see `sortscope list palettes` (default: light for svg, pdf, tex; else dark)")
      ->type_name("ID");
  exported->add_flag("--hide-padding", e.hide_padding, "Leave padding out instead of dashing it");
  exported->add_flag("--equal-layers", e.equal_layers, "Give every layer the same width");
  exported->add_flag("--no-arrows", e.no_arrows, "Dots only");
  exported->add_flag("--min-max", e.min_max,
                     "Under the diagram: which wire keeps the minimum, which the maximum");
  exported
      ->add_option("--contrast", e.contrast,
                   "Map of a large network: shares of exchanges, or how far from their layer's, or "
                   "from the half expected")
      ->check(CLI::IsMember({"absolute", "layer", "surprise"}).description(""))
      ->type_name("absolute|layer|surprise");
  exported
      ->add_option("--overlay", e.overlay,
                   "A CUDA kernel: its launches, and what its blocks own (network, launches)")
      ->type_name("KERNEL");
  exported->add_option("--trace", e.trace, "View passes: a trace that `sortscope trace` wrote")
      ->type_name("FILE.json");
  exported
      ->add_option("--results", e.results,
                   "Plots: a result of `sortscope bench --json` or --results")
      ->type_name("FILE.json");
  exported->add_option("--compare", e.compare, "Plots: an earlier result to compare it with")
      ->type_name("FILE.json");
  exported->add_option("--quantity", e.quantity, "Plots: time, keys, bytes (a second) or ratio")
      ->check(CLI::IsMember({"time", "keys", "bytes", "ratio"}).description(""))
      ->type_name("time|keys|bytes|ratio");
  exported
      ->add_option("--ratio-to", e.ratio_to, "Plots: what the ratio is to, for example cub-merge")
      ->type_name("ID");
  exported->add_option("-o,--output", e.out, "File to write: .png .svg .pdf .tex .gif .mp4")
      ->required()
      ->type_name("FILE");
  exported->footer(examples(
      "  sortscope export --n 16 --view network -o network.svg\n"
      "  sortscope export run.h5 --view bars --step 6 --size 1600x900 -o bars.png\n"
      "  sortscope export run.h5 --view network --from 1 --to 10 --fps 30 -o film.mp4\n"
      "  sortscope export --keys 3,7,4,8,6,2,1,5 -o network.tex && pdflatex network.tex\n"
      "  sortscope export --algorithm adaptive --n 16 --parallel --step 12 -o adaptive.png\n"
      "Steps are those of `sortscope steps`: layers of a network, comparisons of an adaptive run.\n"
      "A film has (B - A + 1) x ceil(F x seconds-per-step) frames; the keys of a step move in the\n"
      "first half of its time. GIF knows only whole hundredths of a second a frame: the nearest "
      "is\n"
      "taken and named. MP4 and GIF need ffmpeg."));
  exported->callback([&all] { all.choice = Choice::kExport; });
}

void describe_sheet(CLI::App& app, Arguments& all) {
  SheetArguments& s = all.sheet;
  CLI::App* sheet =
      app.add_subcommand("sheet", "Draw chosen steps of a run in a grid with captions");
  sheet->add_option("file", s.run.file, kFileOrRun)->type_name("FILE");
  add_run_options(*sheet, s.run);
  sheet->add_option("--view", s.view, "View, see `sortscope list views`")
      ->type_name("ID")
      ->capture_default_str();
  sheet
      ->add_option("--steps", s.steps,
                   "Steps, 0 is the input: 0,3,6-10 (default: the input and the end of every "
                   "merge level)")
      ->type_name("A,B-C");
  sheet->add_flag("--parallel", s.parallel,
                  "Adaptive runs: count steps as the window does, all comparisons of one time");
  sheet->add_option("--columns", s.columns, "Pictures side by side")
      ->check(CLI::Range(1, 20).description(""))
      ->type_name("N")
      ->capture_default_str();
  sheet
      ->add_option("--caption", s.captions,
                   "Caption of the first picture, then of the second (default: the step in words)")
      ->type_name("WORDS");
  sheet->add_option("--title", s.title, "Above the pictures")->type_name("WORDS");
  sheet->add_flag("--no-letters", s.no_letters, "Captions without (a), (b)");
  sheet->add_option("--size", s.size, "Size of one picture (default: what suits the run)")
      ->type_name("WxH");
  sheet->add_option("--scale", s.scale, "Size of the whole sheet, 0.25 to 8")
      ->check(between(0.25, 8))
      ->type_name("S")
      ->capture_default_str();
  sheet->add_option("--palette", s.palette, "Colours, dark or light (default: light)")
      ->type_name("ID");
  sheet->add_flag("--hide-padding", s.hide_padding, "Leave padding out instead of dashing it");
  sheet->add_flag("--equal-layers", s.equal_layers, "Give every layer the same width");
  sheet->add_option("-o,--output", s.out, "File to write: .pdf .tex .svg .png")
      ->required()
      ->type_name("FILE");
  sheet->footer(examples(
      "  sortscope sheet --keys 3,7,4,8,6,2,1,5 --steps 0,1,3-6 --columns 2 -o steps.pdf\n"
      "  sortscope sheet run.h5 --view bars --columns 3 -o merges.tex && pdflatex merges.tex\n"
      "  sortscope sheet --n 8 --steps 0,6 --caption Before --caption After -o both.svg"));
  sheet->callback([&all] { all.choice = Choice::kSheet; });
}

void describe_bench(CLI::App& app, Arguments& all) {
  BenchArguments& b = all.bench;
  CLI::App* bench = app.add_subcommand("bench", "Measure sorts on this machine");
  bench->add_option("--preset", b.preset, "A request by name (default: peers); see --list")
      ->type_name("ID");
  bench
      ->add_option("--algorithms", b.algorithms,
                   "Ids with commas, see --list; or gpu, cpu, ours, peers, all")
      ->type_name("A,B,..");
  bench
      ->add_option("--network", b.network,
                   "A file with a comparator network: measured as `listed`, of as many keys as it "
                   "has wires")
      ->type_name("FILE");
  bench->add_option("--kernel", b.kernel, "A CUDA file of your own: measured as `own`, on a GPU")
      ->type_name("FILE.cu");
  bench->add_option("--before", b.before, "An earlier version of it: measured as `own-before`")
      ->type_name("OLD.cu");
  bench->add_option("--sizes", b.sizes, "Numbers of keys: 2^8..2^20,1000")->type_name("N,A..B");
  bench->add_option("--type", b.types, key_type_names() + "; several with commas; or all")
      ->type_name("T,..");
  also(bench->add_option("--types", b.types));
  also(bench->add_option("--algorithm", b.algorithms));
  also(bench->add_option("--n", b.sizes));
  also(bench->add_option("--input", b.inputs));
  const auto both = CLI::IsMember({"off", "on", "both"}).description("");
  bench->add_option("--pairs", b.pairs, "A 32-bit payload travels with every key; off if left out")
      ->expected(0, 1)
      ->default_str("on")
      ->check(both)
      ->type_name("off|on|both");
  bench->add_option("--inputs", b.inputs, "Kinds of keys, see `sortscope list inputs`; or all")
      ->type_name("KIND,..");
  bench
      ->add_option("--recording", b.recording,
                   "Ours also, or only, with outcome bits written; off if left out")
      ->expected(0, 1)
      ->default_str("both")
      ->check(both)
      ->type_name("off|on|both");
  bench->add_flag("--transfers", b.transfers, "Count copying to the GPU and back");
  bench->add_flag("--warm", b.warm, "Sort what was copied just before: caches may hold it");
  bench->add_option("--reps", b.repetitions, "Samples of every case")
      ->check(CLI::Range(1, 10000).description(""))
      ->type_name("R");
  bench
      ->add_option("--budget", b.budget_s,
                   "Seconds after which a case ends with 3 samples or more; 0: never")
      ->check(between(0, 1e6))
      ->type_name("S");
  bench->add_option("--seed", b.seed, "Seed of the keys (default: 1)")->type_name("S");
  bench->add_option("--ratio-to", b.ratio_to, "Also how many times as fast as this one")
      ->type_name("ID");
  bench->add_option("--json", b.json, "Also write the result to this file")->type_name("FILE");
  bench->add_option("--csv", b.csv, "Also write a row a sample to this file")->type_name("FILE");
  bench->add_option("--gbench", b.gbench, "Also write Google Benchmark's JSON to this file")
      ->type_name("FILE");
  bench
      ->add_option("--results", b.results,
                   "Folder of kept results (default: sortscope/results in XDG_DATA_HOME)")
      ->type_name("DIR");
  bench->add_flag("--no-keep", b.no_keep, "Put nothing into the results folder");
  bench
      ->add_option("--compare", b.compare,
                   "Mark what became slower or faster than in this result, or in the last kept one")
      ->type_name("FILE|last");
  bench->add_flag("--list", b.list, "List algorithms, presets and kept results");
  bench->footer(examples(
      "  sortscope bench --algorithms fast,cub-merge --sizes 2^16..2^24 --ratio-to cub-merge\n"
      "  sortscope bench --preset article\n"
      "  sortscope bench --algorithms peers --sizes 2^20 --types all --pairs both --reps 25\n"
      "  sortscope bench --algorithms std-sort,cpu-bitonic --sizes 2^10..2^16,1000 --compare last\n"
      "  sortscope bench --network network.txt --algorithms listed,std-sort\n"
      "  sortscope bench --kernel my_sort.cu --json times.json\n"
      "Every output is checked. What is not offered here or does not fit is skipped; what does\n"
      "not start or gives a wrong output has failed. Both stay in the table with the reason, and\n"
      "a failed one makes the exit code 1.\n"
      "Ctrl+C keeps what there is; the exit code is then 1."));
  bench->callback([&all] { all.choice = Choice::kBench; });
}

void describe_trace(CLI::App& app, Arguments& all) {
  CLI::App* trace =
      app.add_subcommand("trace", "Time every pass of one sort, with its bytes and its floor");
  trace->add_option("file", all.trace.run.file, "A file of numbers, or - for standard input")
      ->type_name("FILE");
  add_run_options(*trace, all.trace.run);
  trace->add_flag("--recording", all.trace.recording,
                  "Write the outcomes too, as a recording does");
  also(trace->add_flag("--recorded", all.trace.recording));
  trace
      ->add_option("--reps", all.trace.repetitions,
                   "Sorts of which the one with the median time is kept")
      ->check(CLI::Range(1, 999).description(""))
      ->type_name("R")
      ->capture_default_str();
  trace->add_option("-o,--output", all.trace.out, "Also write a trace for Perfetto and Chrome")
      ->type_name("FILE.json");
  trace->footer(
      examples("  sortscope trace --algorithm bitonic --n 2^20\n"
               "  sortscope trace --engine cuda --kernel hybrid --n 2^24 -o hybrid.json\n"
               "On the GPU the kernels write their own time stamps; on the CPU a steady clock is\n"
               "read wherever all threads wait for each other."));
  trace->callback([&all] { all.choice = Choice::kTrace; });
}

int dispatch(const Arguments& all) {
  switch (all.choice) {
    case Choice::kWindow:
      return run_window_command(all.window);
    case Choice::kList:
      return run_list_command(all.list);
    case Choice::kRecord:
      return run_record_command(all.record);
    case Choice::kSteps:
      return run_steps_command(all.steps);
    case Choice::kExport:
      return run_export_command(all.exported);
    case Choice::kInfo:
      return run_info_command(all.info);
    case Choice::kBench:
      return run_bench_command(all.bench);
    case Choice::kExperiment:
      return run_experiment_command(all.experiment);
    case Choice::kSheet:
      return run_sheet_command(all.sheet);
    case Choice::kTrace:
      return run_trace_command(all.trace);
    case Choice::kLesson:
      return run_lesson_command(all.lesson);
    case Choice::kVerify:
      return run_verify_command(all.verify);
    case Choice::kNetwork:
      return run_network_command(all.network);
    case Choice::kKernel:
      return run_kernel_command(all.kernel);
  }
  return 2;
}

/// Options and subcommands, and what was typed of them.
struct CommandLine {
  CommandLine()
      : app("Sortscope: record parallel sorts and see them, comparator by comparator.",
            "sortscope") {
    app.set_version_flag("--version", "sortscope " SORTSCOPE_VERSION);
    app.require_subcommand(0, 1);
    app.footer(
        examples("  sortscope                          a bitonic sort of 16 keys, in a window\n"
                 "  sortscope numbers.csv              own numbers\n"
                 "  sortscope --algorithm pairwise --n 64\n"
                 "  sortscope --preset figure-9        a figure of the article, in its view\n"
                 "  sortscope SUBCOMMAND --help        each subcommand with an example",
                 kAllExits));
    describe_window(app, all.window);
    refuse_what_would_be_lost(app);
    describe_list(app, all.list)->callback([this] { all.choice = Choice::kList; });
    describe_record(app, all);
    describe_steps(app, all);
    describe_export(app, all);
    describe_sheet(app, all);
    describe_info(app, all.info)->callback([this] { all.choice = Choice::kInfo; });
    describe_bench(app, all);
    describe_experiment(app, all.experiment)->callback([this] {
      all.choice = Choice::kExperiment;
    });
    describe_trace(app, all);
    describe_lesson(app, all.lesson)->callback([this] { all.choice = Choice::kLesson; });
    describe_verify(app, all.verify)->callback([this] { all.choice = Choice::kVerify; });
    describe_network(app, all.network)->callback([this] { all.choice = Choice::kNetwork; });
    describe_kernel(app, all.kernel)->callback([this] { all.choice = Choice::kKernel; });
    for (const CLI::App* command : app.get_subcommands({})) {
      all.window.commands.push_back(command->get_name());
    }
  }
  CommandLine(const CommandLine&) = delete;
  CommandLine& operator=(const CommandLine&) = delete;

  CLI::App app;
  Arguments all;
};

Error not_understood(const CLI::App& app, const CLI::ParseError& error) {
  std::string command = "sortscope";
  for (const CLI::App* used : app.get_subcommands()) command += " " + used->get_name();
  // "Could not convert: --from = -1"
  std::string message = error.what();
  if (message.starts_with("Could not convert: ")) {
    message = fmt::format("this is not a number that fits: {}.", message.substr(19));
  }
  return {ErrorCode::kBadUsage, message, fmt::format("`{} --help` says what there is.", command)};
}

}  // namespace

Status check_arguments(int argc, const char* const* argv) {
  CommandLine line;
  try {
    line.app.parse(argc, argv);
  } catch (const CLI::Success&) {
    return {};
  } catch (const CLI::ParseError& error) {
    return not_understood(line.app, error);
  }
  return check_outputs(line.app);
}

namespace {

int run_arguments(int argc, char** argv) {
  CommandLine line;
  line.all.bench.as_typed.assign(argv + 1, argv + argc);
  hold_standard_streams();
  leave_out_endless_fonts();
  std::signal(SIGXFSZ, SIG_IGN);  // a file that grows too large is an error of writing
  std::vector<char*> words = with_help_behind(argc, argv);
  try {
    line.app.parse(static_cast<int>(words.size()), words.data());
  } catch (const CLI::Success& asked) {
    line.app.exit(asked);  // help or version, on standard output
    return finish_output();
  } catch (const CLI::ParseError& error) {
    return report_error(not_understood(line.app, error));
  }
  if (const Status kept = check_outputs(line.app); !kept) return report_error(kept.error());
  if (const Status planted = machine_planting(); !planted) return report_error(planted.error());
  return dispatch(line.all);
}

int run_guarded(int argc, char** argv) {
  constexpr std::string_view kNoMemory =
      "sortscope: there is not enough memory.\n  Close other programs, or take fewer keys.\n";
  // Files that are not whole are removed on the way here.
  try {
    return run_arguments(argc, argv);
  } catch (const std::bad_alloc&) {
    write_message(kNoMemory);
  } catch (const std::length_error&) {
    write_message(kNoMemory);
  } catch (const std::system_error& error) {
    say("sortscope: the system refuses: {}.\n"
        "  Close other programs, or raise the limits of this one: ulimit -a shows them.\n",
        error.what());
  }
  return 1;
}

}  // namespace

int run_command_line(int argc, char** argv) {
  const int code = run_guarded(argc, argv);
  if (sorts_left_behind() == 0) return code;
  // Results are written; a sort that nobody can stop uses what the end of a program takes away.
  std::fflush(nullptr);
  ::_exit(code);
}

}  // namespace sortscope
