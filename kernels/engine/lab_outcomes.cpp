// lab_outcomes.cpp: bits of recorded runs, hashed and replayed outside the measured time.
#include "kernels/engine/lab_outcomes.cuh"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "kernels/device/in_turn.h"
#include "kernels/replay/kernels.cuh"

namespace sortscope::device {

namespace {

constexpr std::string_view kWhat = "checking outcome bits";

// What `work` adds to findings.
Result<LabFindings> found_by(LabFindings* findings, cudaStream_t stream,
                             const std::function<cudaError_t()>& work) {
  LabFindings found{};
  for (const cudaError_t result :
       {cudaMemsetAsync(findings, 0, sizeof found, stream), work(),
        cudaMemcpyAsync(&found, findings, sizeof found, cudaMemcpyDeviceToHost, stream),
        cudaStreamSynchronize(stream)}) {
    if (Status status = checked(result, kWhat); !status.ok()) return status.error();
  }
  return found;
}

}  // namespace

Status LabReplay::prepare(const LabRecorded& recorded) {
  if (recorded.network == nullptr) return {};
  // Other networks are replayed on the CPU, by what their recordings are checked with.
  const Network& network = *recorded.network;
  if (network.depth() > 0 && network.closed_form() && !network.adaptive())
    return places_.allocate(network.wires());
  return check_outcomes_memory(sorter_, what_);
}

Status LabReplay::check(unsigned slot, const LabRecorded& recorded, const void* input,
                        const void* out, LabFindings* findings, cudaStream_t stream) {
  if (recorded.network == nullptr) return {};
  const auto hashed = found_by(findings, stream, [&] {
    return lab_hash_words(recorded.bits, recorded.network->bit_words(), findings, stream);
  });
  if (!hashed.ok()) return hashed.error();
  return outcomes_.check(slot, hashed->hash ^ lab_hash_bits(recorded.repair_bits), [&] {
    return places_.data() != nullptr ? on_device(recorded, input, out, findings, stream)
                                     : on_host(slot, recorded, stream);
  });
}

Status LabReplay::on_device(const LabRecorded& recorded, const void* input, const void* out,
                            LabFindings* findings, cudaStream_t stream) {
  const Network& network = *recorded.network;
  Status status = checked(lab_count_up(places_.data(), network.wires(), stream), kWhat);
  for (std::uint32_t layer = 0; status.ok() && layer < network.depth(); ++layer) {
    status = checked(
        replay_layer(places_.data(), network.wires(), network.form(layer),
                     recorded.bits + network.first_word(layer), 0, network.count(layer), stream),
        kWhat);
  }
  if (!status.ok()) return status;
  const auto found = found_by(findings, stream, [&] {
    return lab_check_places(bits_of(what_.type), out, places_.data(), network.wires(), input,
                            what_.n, findings, stream);
  });
  if (!found.ok()) return found.error();
  if (found->strays == 0) return {};
  return Error{ErrorCode::kWorkFailed,
               fmt::format("its outcome bits are wrong: they lead {} keys elsewhere than it.",
                           found->strays),
               ""};
}

Status LabReplay::on_host(unsigned slot, const LabRecorded& recorded, cudaStream_t stream) {
  const auto keys = keys_(slot);
  if (!keys.ok()) return keys.error();
  OutcomeWords bits(recorded.network->bit_words());
  if (Status status = in_turn(
          [&] {
            return checked(
                cudaMemcpyAsync(bits.data(), recorded.bits, bits.size() * sizeof(std::uint32_t),
                                cudaMemcpyDeviceToHost, stream),
                kWhat);
          },
          [&] { return checked(cudaStreamSynchronize(stream), kWhat); });
      !status.ok()) {
    return status;
  }
  bits.insert(bits.end(), recorded.repair_bits.begin(), recorded.repair_bits.end());
  return check_outcomes(sorter_, **keys, std::move(bits), recorded.repair_rounds);
}

}  // namespace sortscope::device
