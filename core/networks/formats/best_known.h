// best_known.h: the smallest sizes and depths of sorting networks that are known.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace sortscope {

/// A sorting network of `size` comparators in `depth` layers is known.
struct SizeAndDepth {
  std::uint32_t size;
  std::uint32_t depth;
};

inline constexpr std::uint32_t kBestKnownFrom = 2;
inline constexpr std::uint32_t kBestKnownTo = 32;  // wires
inline constexpr std::uint32_t kSizeProvenTo = 12;
inline constexpr std::uint32_t kDepthProvenTo = 17;

/// What is known for `wires` wires, the smallest size first, each with the smallest depth known for
/// it; a later one is larger and shallower. Empty outside kBestKnownFrom .. kBestKnownTo.
/// Source: Bert Dobbelaere's list of sorting networks, 2025-11-07; for 27 wires and depth 13 one
/// comparator less (hturcotte1/depth-13-sorting-networks).
std::span<const SizeAndDepth> best_known(std::uint32_t wires);

/// Every sorting network of `wires` wires has at least so many comparators; the smallest size where
/// that is known (Codish et al. 2016, Harder 2020), else by S(n) >= S(n - 1) + ceil(log n)
/// (van Voorhis 1972). 0 for fewer than two wires.
std::uint32_t least_size(std::uint32_t wires);
/// The same of its depth, which cannot fall as wires are added (Bundala and Zavodny 2014, Ehlers
/// and Mueller 2015).
std::uint32_t least_depth(std::uint32_t wires);

/// What is known of a network.
enum class Sorts : std::uint8_t { kNotAsked, kYes, kNo };

/// A network beside the best known: "60 comparators, depth 10: as few as the best known for 16
/// wires"; no praise where it is not known to sort. Says what every sorting network needs where it
/// has less.
std::string beside_best_known(std::uint32_t wires, std::size_t size, std::uint32_t depth,
                              Sorts sorts);

}  // namespace sortscope
