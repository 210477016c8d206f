// layers.cpp: a launch a layer: V0, any network, and from one buffer to the other.
#include "core/engines/plans/schemes.h"

namespace sortscope {

namespace {

std::uint32_t layer_threads(std::uint32_t /*wires*/, PlannedKeys /*keys*/,
                            std::uint32_t /*shared_bytes*/) {
  return kLayerThreads;
}

void add_one(const SchemeRequest& request, std::uint32_t layer, const LaunchKind& kind,
             LaunchPlan& plan) {
  const Network& network = request.network;
  const std::uint32_t work = kind.out_of_place ? network.wires() : network.count(layer);
  const std::uint32_t threads = request.shape.threads != 0 ? request.shape.threads : kLayerThreads;
  plan.launches.push_back({.kind = &kind,
                           .first_layer = layer,
                           .layer_count = 1,
                           .blocks = ceil_div(work, threads),
                           .threads = threads});
}

void add_layers(const SchemeRequest& request, LaunchPlan& plan) {
  for (std::uint32_t layer = 0; layer < request.network.depth(); ++layer) {
    add_layer(request, layer, plan);
  }
}

void add_layers_out_of_place(const SchemeRequest& request, LaunchPlan& plan) {
  for (std::uint32_t layer = 0; layer < request.network.depth(); ++layer) {
    add_one(request, layer, kOutOfPlaceLaunch, plan);
  }
}

ThreadPlace thread_of_comparator(const LaunchPlan& plan, const Network& /*network*/,
                                 std::uint32_t launch, std::uint32_t /*layer*/,
                                 std::uint32_t index) {
  return thread_place(plan.launches[launch], index, index);
}

// A thread a wire; both of a comparator work.
ThreadPlace threads_of_wires(const LaunchPlan& plan, const Network& network, std::uint32_t launch,
                             std::uint32_t layer, std::uint32_t index) {
  const WirePair pair = wires_of(network.form(layer), network.wires(), index);
  return thread_place(plan.launches[launch], pair.lower, pair.upper);
}

}  // namespace

void add_layer(const SchemeRequest& request, std::uint32_t layer, LaunchPlan& plan) {
  add_one(request, layer, request.xor_schedule ? kOffsetLaunch : kAnyLayerLaunch, plan);
}

ThreadPlace thread_place(const Launch& launch, std::uint32_t thread, std::uint32_t other) {
  return {thread, thread / launch.threads, other};
}

ThreadPlace offset_thread(const LaunchPlan& plan, const Network& network, std::uint32_t launch,
                          std::uint32_t layer, std::uint32_t index) {
  const WirePair pair = wires_of(network.form(layer), network.wires(), index);
  const std::uint32_t half = network.wires() / 2;
  const std::uint32_t thread =
      pair.lower < half ? pair.lower : (pair.lower - half) ^ network.form(layer).distance;
  return thread_place(plan.launches[launch], thread, thread);
}

constinit const LaunchKind kAnyLayerLaunch = {.title = "layer", .thread_of = thread_of_comparator};
constinit const LaunchKind kOffsetLaunch = {.title = "V0 layer", .thread_of = offset_thread};
constinit const LaunchKind kOutOfPlaceLaunch = {
    .title = "layer out of place", .out_of_place = true, .thread_of = threads_of_wires};

constinit const LaunchScheme kLayersScheme = {.threads = layer_threads, .add_launches = add_layers};
constinit const LaunchScheme kOutOfPlaceScheme = {.threads = layer_threads,
                                                  .add_launches = add_layers_out_of_place};

}  // namespace sortscope
