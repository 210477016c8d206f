// views.cpp: the table of views.
#include "app/views/views.h"

#include <array>

#include "core/base/choice.h"

namespace sortscope {

std::span<const ViewKind> view_kinds() {
  static const std::array kTable = {
      ViewKind{"network", "Network", "Wires, comparators and the keys travelling along them.",
               make_network_view},
      ViewKind{"bars", "Bars", "The keys at the cursor, wire by wire.",
               [] { return make_layout_view(kBarsLayout); }},
      ViewKind{"hypercube", "Hypercube",
               "Keys at the corners of a cube, pairs as edges; n up to 32.",
               [] { return make_layout_view(kHypercubeLayout); }},
      ViewKind{"launches", "Launches",
               "What a GPU kernel launches, and which thread compares what.",
               [] { return make_layout_view(kLaunchesLayout); }},
      ViewKind{"cylinder", "Cylinder", "A bitonic sequence around a cylinder, folded into L and U.",
               make_cylinder_view},
      ViewKind{"tree", "Tree", "The bitonic trees of an adaptive sort, and the pairs walking down.",
               make_tree_view},
      ViewKind{"streams", "Streams",
               "Adaptive merging as a stream program: node pairs in, kernels, nodes out.",
               [] { return make_layout_view(kStreamsLayout); }},
      ViewKind{"schedule", "Schedule",
               "Stages and phases over time: which comparisons run in parallel.",
               [] { return make_layout_view(kScheduleLayout); }},
      ViewKind{"compare", "Compare",
               "Bitonic network and adaptive sort: comparators compared and saved.",
               [] { return make_layout_view(kCompareLayout); }},
      ViewKind{
          "aks-tree", "AKS tree",
          "The tree of the AKS network, step by step: keys flow up and down, strangers marked.",
          make_aks_tree_view},
      ViewKind{"separator", "Separator",
               "A node of the AKS tree: layers of halvers, blocks, errors against those permitted.",
               [] { return make_layout_view(kSeparatorLayout); }},
      ViewKind{"halver", "Halver",
               "A halver of the AKS network: its matchings one by one, keys on the wrong side.",
               [] { return make_layout_view(kHalverLayout); }},
      ViewKind{"memory", "Memory",
               "Shared-memory banks and global sectors that a warp touches, conflicts counted.",
               [] { return make_layout_view(kMemoryLayout); }},
      ViewKind{"race", "Race",
               "Up to four algorithms side by side on the same keys, by measured time or by step.",
               [] { return make_layout_view(kRaceLayout); }},
      ViewKind{"code", "Code", "The pseudocode, its current line and its variables.",
               [] { return make_layout_view(kCodeLayout); }},
      ViewKind{"log", "Log", "Every step in words, to read, to hear and to copy.", make_log_view},
      ViewKind{"passes", "Passes",
               "Inside one sort: every pass, how long it took and how near its floor it is.",
               make_passes_view},
      ViewKind{"plots", "Plots", "Experiments and measured times beside published ones.",
               make_plots_view},
  };
  return kTable;
}

const ViewKind* find_view_kind(std::string_view id) { return find_by_id(view_kinds(), id); }

}  // namespace sortscope
