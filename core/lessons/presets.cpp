// presets.cpp: the table of worked examples.
#include "core/lessons/presets.h"

#include <string>

#include "core/base/choice.h"

namespace sortscope {

namespace {

using enum PresetGroup;

constexpr std::string_view kEightKeys = "3,7,4,8,6,2,1,5";
// Two arcs of eight keys each, so that four subsequences of different lengths can be seen.
constexpr std::string_view kBitonic16 = "21,34,47,58,66,73,85,92,88,79,61,52,40,29,15,8";
constexpr std::string_view kRotated16 = "66,73,85,92,88,79,61,52,40,29,15,8,21,34,47,58";

constexpr std::uint32_t kAksKeys = 256;

using Parameter = std::pair<std::string_view, std::string_view>;
constexpr Parameter kDepth30[] = {{"depth", "30"}};
constexpr Parameter kDepth10[] = {{"depth", "10"}};
constexpr Parameter kPlanted[] = {{"depth", "ideal"}, {"planted", "1"}};
constexpr Parameter kDepth3[] = {{"depth", "3"}};

constexpr Preset kPresets[] = {
    {"bitonic-example", "3 7 4 8 6 2 1 5 (Michalainas and Charisi)", kExamples, "bitonic",
     kEightKeys, "The bitonic sort of eight keys, layer by layer.", "", ""},
    {"recursive-example", "3 7 4 8 6 2 1 5, mergers in sorters (Zachmann)", kExamples,
     "bitonic-recursive", kEightKeys, "The same network as boxes in boxes.", "", ""},
    {"ascending-example", "3 7 4 8 6 2 1 5, ascending comparators only", kExamples,
     "bitonic-ascending", kEightKeys, "The first layer of each merge is mirrored instead.", "", ""},
    {"serial-example", "3 7 4 8 6 2 1 5 on one thread (Michalainas and Charisi)", kExamples,
     "bitonic-serial", kEightKeys,
     "The recursion in the order in which one thread runs it: first half, second half, then their "
     "merge. The last seven layers merge 3 4 7 8 6 5 2 1 as the SYCL tutorial does it, the first "
     "half to its end. Ctrl → runs one comparator.",
     "code", "views 2\nview 1 network\nview 2 code\nfit\nseek 0"},
    {"merge-example", "3 4 7 8 6 5 2 1, one merge (SYCL tutorial)", kExamples, "bitonic-merger",
     "3,4,7,8,6,5,2,1", "A rising and a falling half are merged in three layers.", "", ""},
    {"rotated-example", "6 4 3 1 2 5 8 7, bitonic once rotated", kExamples, "bitonic-merger",
     "6,4,3,1,2,5,8,7", "A rotated bitonic sequence is merged by the same network.", "", ""},
    {"overlap-example", "Overlapped stages: a stage starts every other step", kExamples,
     "adaptive-overlapped", "45,12,83,67,29,94,51,8,76,33,60,17,88,5,71,38",
     "The stages of a merge start every other step: 2 log n - 1 steps instead of "
     "log n (log n + 1) / 2.",
     "schedule", "views 1\nview 1 schedule\nschedule-merge 4\nseek 12"},
    {"saved-comparisons", "What an adaptive sort leaves out", kExamples, "adaptive",
     "45,12,83,67,29,94,51,8,76,33,60,17,88,5,71,38",
     "Every adaptive comparison is a comparator of the bitonic network: 72 of its 80 are compared, "
     "the others are saved.",
     "compare", "views 1\nview 1 compare\nend"},

    {"race", "A race: bitonic, adaptive, odd-even merge", kExamples, "bitonic", "",
     "Bitonic V0 and the fastest kernel, adaptive bitonic and odd-even merge run side by side by "
     "measured time; without a GPU the two kernels are one.",
     "race", "views 1\nview 1 race\nrace bitonic/v0 bitonic adaptive odd-even-merge", 256},
    {"race-serial", "A race: one thread, all threads, merge sort, quicksort", kExamples, "bitonic",
     "",
     "The serial bitonic sort of the lectures and the parallel one beside two sorts that are no "
     "networks: they compare less, one key after the other.",
     "race", "views 1\nview 1 race\nrace bitonic/recursive bitonic merge-sort quicksort", 256},
    {"bank-conflicts", "Bank conflicts: what Benicio says, and the count", kExamples, "bitonic", "",
     "The block kernel has no bank conflict in any layer; choose V2 without shuffles to see real "
     "ones.",
     "memory", "views 1\nview 1 memory\nmemory-kernel block\nseek 12", 1024},

    {"figure-1", "Figure 1: a bitonic sequence", kFigures, "adaptive-merger",
     "4,9,15,22,30,41,53,60,68,77,81,90,96,99,93,87,84,74,71,65,57,50,46,38,35,27,25,19,13,10,6,2",
     "It rises once and falls once around the circle, wherever one begins: `cylinder-rotate 5` "
     "begins elsewhere.",
     "cylinder",
     "views 1\nview 1 cylinder\nseek 0\ncylinder-reset\ncylinder-unrolled on\ncylinder-fold 0"},
    {"figure-1-falling", "Figure 1: falling, then rising", kFigures, "adaptive-merger",
     "99,93,87,84,74,71,65,57,50,46,38,35,27,25,19,13,10,6,2,4,9,15,22,30,41,53,60,68,77,81,90,96",
     "It begins at its largest key: the same circle, begun elsewhere.", "cylinder",
     "views 1\nview 1 cylinder\nseek 0\ncylinder-reset\ncylinder-unrolled on\ncylinder-fold 0"},
    {"figure-1-rotated", "Figure 1: begun on its way up", kFigures, "adaptive-merger",
     "41,53,60,68,77,81,90,96,99,93,87,84,74,71,65,57,50,46,38,35,27,25,19,13,10,6,2,4,9,15,22,30",
     "It rises, falls and rises again: bitonic all the same, for the ends join.", "cylinder",
     "views 1\nview 1 cylinder\nseek 0\ncylinder-reset\ncylinder-unrolled on\ncylinder-fold 0"},
    {"figure-2", "Figure 2: the cylinder, spokes, L and U", kFigures, "bitonic-merger", kBitonic16,
     "A bitonic sequence around a cylinder: comparators join opposite keys, the plane is the "
     "median.",
     "cylinder", "views 1\nview 1 cylinder\ncylinder-figure 2"},
    {"figure-3", "Figure 3: comparators", kFigures, "bitonic", "7,3,2,9",
     "Two comparators side by side, ascending and descending: the arrow points at the maximum.",
     "network", "views 1\nview 1 network\nfit\nseek 1"},
    {"figure-4", "Figure 4: rotation", kFigures, "bitonic-merger", kBitonic16,
     "The sequence is rotated by three under the comparators: L and U are rotated with it, modulo "
     "n/2.",
     "cylinder",
     "views 1\nview 1 cylinder\nseek 0\ncylinder-reset\ncylinder-unrolled on\ncylinder-rotate 3"},
    {"figure-5", "Figure 5: the half-cleaner, L and U", kFigures, "bitonic-merger",
     "2,4,7,8,6,5,3,1",
     "The first layer compares keys n/2 apart: minima to the upper half of the wires (L), maxima "
     "to the lower (U).",
     "network", "views 1\nview 1 network\nfit\nseek 1"},
    {"figure-6", "Figure 6: L and U as hulls", kFigures, "bitonic-merger", kBitonic16,
     "The two halves laid over one another: L is the lower hull, U the upper (the article's "
     "caption has them the other way round).",
     "cylinder", "views 1\nview 1 cylinder\ncylinder-figure 6"},
    {"figure-7", "Figure 7: the bitonic merger", kFigures, "bitonic-merger", "2,4,7,8,6,5,3,1",
     "BM(n) is a half-cleaner and two BM(n/2): boxes in boxes.", "network",
     "views 1\nview 1 network\nfit\nseek 2"},
    {"figure-8", "Figure 8: the bitonic sorter", kFigures, "bitonic-recursive", kEightKeys,
     "BS(n) sorts two halves in opposite directions, then merges them.", "network",
     "views 1\nview 1 network\nfit\nend"},
    {"figure-9", "Figure 9: the median cuts in two places", kFigures, "bitonic-merger", kRotated16,
     "The plane at the median cuts a bitonic sequence at q and q + n/2; dragged to any other "
     "percentile it still cuts in two places.",
     "cylinder", "views 1\nview 1 cylinder\ncylinder-figure 9"},
    {"figure-10", "Figure 10: four subsequences", kFigures, "adaptive-merger", kRotated16,
     "The four subsequences of theorem 3: two of them change places, and L and U are made.",
     "cylinder", "views 1\nview 1 cylinder\ncylinder-figure 10"},
    {"figure-11", "Figure 11: node pairs in streams", kFigures, "adaptive-merger", kRotated16,
     "Two trees of eight nodes at once: kernel instances read node pairs and write what they "
     "changed, in three phases.",
     "streams", "views 1\nview 1 streams\nseek 7"},
    {"figure-12", "Figure 12: times of the article, and ours", kFigures, "abisort", kBitonic16,
     "The article's published times; `bench-preset article` measures this machine beside them.",
     "plots", "views 1\nview 1 plots"},

    {"theorem-1", "Theorem 1: max L ≤ min U, both bitonic", kTheorems, "bitonic-merger", kRotated16,
     "After the first layer every key of L lies under every key of U, and both are bitonic.",
     "cylinder",
     "views 2\nview 1 cylinder\nview 2 bars\nseek 1\ncylinder-reset\ncylinder-unrolled "
     "off\ncylinder-fold 1"},
    {"theorem-2", "Theorem 2: L is a window of the sequence", kTheorems, "adaptive-merger",
     kRotated16, "L are the n/2 keys from q on, around the circle; U the others.", "cylinder",
     "views 1\nview 1 cylinder\nseek 0\ncylinder-reset\ncylinder-unrolled off\ncylinder-fold 0"},
    {"theorem-3", "Theorem 3: which two subsequences change places", kTheorems, "adaptive-two-case",
     kRotated16,
     "Equation (6) or (7): a² and a⁴ change places, or a¹ and a³. The root's comparison tells "
     "which.",
     "tree",
     "views 2\nview 1 cylinder\nview 2 tree\nseek 14\ncylinder-reset\ncylinder-unrolled on"},
    {"algorithm-1", "Algorithm 1: two cases", kTheorems, "adaptive-two-case", kRotated16,
     "The root's comparison chooses the case; the pair walks down, swapping left links in case 1 "
     "and right links in case 2.",
     "tree", "views 2\nview 1 tree\nview 2 code\nseek 10\nstep-forward"},
    {"algorithm-2", "Algorithm 2: the merge", kTheorems, "adaptive-merger", kRotated16,
     "L and U are built in the tree; then both subtrees are merged the same way, with r and e as "
     "extra nodes.",
     "tree", "views 2\nview 1 tree\nview 2 code\nseek 4"},
    {"algorithm-3", "Algorithm 3: simplified, one case", kTheorems, "adaptive-merger", kBitonic16,
     "Where root and extra node are out of order, the root's children change places first; then "
     "only left links are swapped.",
     "tree", "views 2\nview 1 tree\nview 2 code\nseek 0\nstep-forward"},

    {"halver-cascade", "Perfect halvers of 16, 8, 4 and 2 wires", kAks, "halver-cascade",
     kBitonic16,
     "What the AKS network does without: a perfect halver needs a depth of at least log n, and log "
     "n of them stand one after the other. These are bitonic: depth 14 in place of the 10 of a "
     "bitonic sort.",
     "network", "views 2\nview 1 network\nview 2 code\nfit\nseek 7"},
    {"aks-network", "The whole network, 256 wires", kAks, "aks", "",
     "39,760 comparators, depth 343: each layer in the colour of its share of exchanges. Zoom in "
     "(W) to single comparators.",
     "network", "views 1\nview 1 network\nfit\nseek 100", kAksKeys},
    {"aks-tree", "Wires that move over a tree, 256 keys", kAks, "aks", "",
     "Keys flow up and down between the steps t; those in a wrong subtree, strangers, come back "
     "up.",
     "aks-tree", "views 1\nview 1 aks-tree\nseek 251\npose 0.6", kAksKeys},
    {"aks-table-2.1", "Table 2.1: the construction for 4,096 wires", kAks, "aks", "",
     "How many wires a node of each level holds at each step; halvers of depth 10, so that there "
     "are "
     "strangers to follow.",
     "aks-tree", "views 1\nview 1 aks-tree\nseek 470", 4096, kDepth10},
    {"aks-table-2.2", "Table 2.2 and equations 2.1 to 2.3, beside the tree", kAks, "aks", "",
     "Which levels work at a step, and how many wires of a node go up and down: the rows that hold "
     "are marked, with their numbers.",
     "aks-formulas", "views 2\nview 1 aks-tree\nview 2 aks-formulas\nseek 470", 4096, kDepth10},
    {"aks-planted", "Every permitted error, made on purpose", kAks, "aks", "",
     "Section 4 of the thesis: separators sort, then every error that is permitted is planted, 16 "
     "exchanges in all. At t = 2 they make 12 strangers where there would be none; all find home. "
     "`experiment planted` counts both runs.",
     "aks-tree", "views 1\nview 1 aks-tree\nseek 146", 4096, kPlanted},
    {"aks-figure-2.2", "Figure 2.2: an expander, matching by matching", kAks, "aks", "",
     "One matching at a time, each in a colour of its own; the keys on the wrong side become fewer "
     "with each.",
     "halver", "views 1\nview 1 halver\naks-follow\nseek 12", kAksKeys, kDepth30},
    {"aks-figure-2.2-graph", "Figure 2.2: n = 6, d = 3, a colour for each matching", kAks, "aks",
     "",
     "A halver of 12 wires in a separator of 60: its graph has 6 vertices a side and 3 matchings.",
     "halver", "views 1\nview 1 halver\naks-follow\nseek 27", kAksKeys, kDepth3},
    {"aks-figure-2.3", "Figure 2.3: a separator, its halvers, what goes up", kAks, "aks", "",
     "A halver on all wires, then halvers on both ends: FL and FR go up, the rest down. The curves "
     "count errors against what is permitted.",
     "separator", "views 2\nview 1 separator\nview 2 halver\naks-follow\nseek 252", kAksKeys},
    {"aks-depth-3", "Halvers of depth 3: what the network leaves, and the repair", kAks, "aks", "",
     "Three matchings a halver are far too few: most keys are misplaced, and rounds of merging "
     "neighbouring blocks put them right.",
     "network", "views 1\nview 1 network\nfit\nseek 66", kAksKeys, kDepth3},

    {"mistake-missing",
     "One comparator is missing",
     kMistakes,
     "listed",
     "6,7,3,8,1,2,4,5",
     "Odd-even mergesort of 8 wires without one comparator, and this input is sorted all the same. "
     "Z says whether every input is, Shift Z shows one that is not.",
     "network",
     "views 1\nview 1 network\nfit\nend",
     0,
     {},
     "missing-comparator"},
    {"mistake-spare",
     "One comparator too many",
     kMistakes,
     "listed",
     kEightKeys,
     "One comparator never exchanges, whatever the input. Which? Z tells.",
     "network",
     "views 1\nview 1 network\nfit\nend",
     0,
     {},
     "spare-comparator"},
    {"mistake-loops",
     "The loops of a tutorial (Benicio)",
     kMistakes,
     "listed",
     kEightKeys,
     "The loops beside the picture: which comparators are these, and what is missing?",
     "code",
     "views 2\nview 1 network\nview 2 code\nfit\nend",
     0,
     {},
     "benicio-loops"},
    {"mistake-first-trace",
     "A trace by hand that ends 1 2 5 6 3 4 7 8 (Benicio)",
     kMistakes,
     "listed",
     kEightKeys,
     "The loops are right, but the hand took a wrong direction. In which layers?",
     "code",
     "views 2\nview 1 network\nview 2 code\nfit\nend",
     0,
     {},
     "first-trace"},
    {"mistake-second-trace",
     "A trace by hand that ends 1 2 5 6 8 7 4 3 (Benicio)",
     kMistakes,
     "listed",
     kEightKeys,
     "The same loops worked out once more, with a second mistake in the last merge level.",
     "code",
     "views 2\nview 1 network\nview 2 code\nfit\nend",
     0,
     {},
     "second-trace"},
    {"mistake-v2-index",
     "V2 with the index of the block",
     kMistakes,
     "listed",
     kBitonic16,
     "The bitonic sort as a kernel runs it whose threads take the direction from their index in "
     "the block: compare the arrows with those of the bitonic network.",
     "network",
     "views 1\nview 1 network\nfit\nend",
     0,
     {},
     "v2-local-index"},
};

}  // namespace

std::string_view title_of(PresetGroup group) {
  switch (group) {
    case kExamples:
      return "Worked examples";
    case kFigures:
      return "Figures of the article";
    case kTheorems:
      return "Theorems and algorithms of the article";
    case kAks:
      return "The AKS network (thesis)";
    case kMistakes:
      break;
  }
  return "Spot the mistake";
}

std::span<const Preset> presets() { return kPresets; }

Result<const Preset*> find_preset(std::string_view id) {
  static constexpr FormerId kRenamed[] = {{"seed-003-example", "bitonic-example"},
                                          {"seed-001-example", "merge-example"},
                                          {"seed-003-rotated", "rotated-example"}};
  return choose_by_id(presets(), "worked example", present_id(kRenamed, id));
}

}  // namespace sortscope
