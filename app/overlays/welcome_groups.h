// welcome_groups.h: the families of algorithms on the first screen, each with what pictures it.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace sortscope {

/// An algorithm among those of its family: "Two cases" for "Adaptive bitonic, two cases".
struct GroupMember {
  std::string_view id;
  std::string_view name;
};

/// Algorithms that go together, and the small run that tells them from the others.
struct AlgorithmGroup {
  std::string_view title;
  std::string_view summary;                 // a sentence
  std::span<const GroupMember> algorithms;  // in the order in which they are offered
  std::string_view pictured;                // id
  std::string_view view;
  std::uint32_t keys = 8;
  float at = 1;  // where the picture stands, as a share of the run
};

/// Every algorithm but a network of one's own is in one of them.
std::span<const AlgorithmGroup> algorithm_groups();

}  // namespace sortscope
