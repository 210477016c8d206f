// lab_fixture.h: a lab whose sorters do what a test wants, on a clock of its own.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <new>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "core/lab/lab.h"

namespace sortscope {

/// How a planted sorter behaves.
struct PlantedSorter {
  double ns_per_key = 10;
  bool wrong = false;  // its output is not in order
  bool stuck = false;  // CUDA refuses to start it
  bool throws = false;
  bool exhausts = false;    // memory does not suffice while it runs
  bool loses = false;       // its second sample loses the device
  std::uint32_t most = 0;   // more keys do not fit; 0: all do
  std::uint64_t bytes = 0;  // of the lab's memory, while it is prepared
};

using Planted = std::map<std::string, PlantedSorter>;

class PlantedLab final : public LabBackend {
 public:
  explicit PlantedLab(Planted sorters) : planted_(std::move(sorters)) {
    for (const auto& [id, sorter] : planted_) {
      LabSorter row;
      row.id = id;
      row.title = id;
      row.records = true;
      rows_.push_back(row);
    }
  }
  [[nodiscard]] LabPlace place() const override { return LabPlace::kGpu; }
  [[nodiscard]] std::span<const LabSorter> sorters() const override { return rows_; }
  [[nodiscard]] std::string description() const override { return "a planted machine"; }
  Result<DeviceFloors> floors() override { return DeviceFloors{1e12, 2e12, 3e12, 1 << 20, 1500}; }
  [[nodiscard]] bool lost() const override { return lost_; }

  Result<std::unique_ptr<LabBench>> prepare(const LabCase& what, std::uint64_t) override {
    const PlantedSorter& sorter = planted_.at(what.sorter);
    if (sorter.most != 0 && what.n > sorter.most) {
      return Error{ErrorCode::kBadUsage, "it takes fewer keys.", ""};
    }
    if (sorter.stuck) {
      return Error{ErrorCode::kWorkFailed, "CUDA says \"invalid argument\".", ""};
    }
    if (used_ + sorter.bytes > memory) {
      return Error{ErrorCode::kOutOfMemory, "the planted memory is full.", ""};
    }
    prepared.push_back(what.sorter);
    return std::unique_ptr<LabBench>(std::make_unique<Bench>(*this, what, sorter));
  }

  std::uint64_t memory = 100;
  std::vector<std::string> prepared;
  std::vector<std::pair<std::string, std::uint32_t>> runs;  // sorter, n, in order

 private:
  class Bench final : public LabBench {
   public:
    Bench(PlantedLab& lab, LabCase what, const PlantedSorter& sorter)
        : lab_(lab), what_(std::move(what)), sorter_(sorter) {
      lab_.used_ += sorter_.bytes;
    }
    ~Bench() override { lab_.used_ -= sorter_.bytes; }
    Bench(const Bench&) = delete;
    Bench& operator=(const Bench&) = delete;
    Result<double> sample_ns() override {
      lab_.runs.emplace_back(what_.sorter, what_.n);
      if (sorter_.exhausts) throw std::bad_alloc();
      if (sorter_.throws) throw std::runtime_error("a planted fault");
      ++sampled_;
      if (sorter_.loses && sampled_ == 2) {
        lab_.lost_ = true;
        return Error{ErrorCode::kWorkFailed, "an illegal address.", ""};
      }
      // Rises a little, so that no two samples tie.
      return sorter_.ns_per_key * what_.n * (1 + 1e-4 * sampled_);
    }
    Status check() override {
      keys_ = {3, 1, 2};
      if (!sorter_.wrong) std::sort(keys_.begin(), keys_.end());
      if (std::is_sorted(keys_.begin(), keys_.end())) return {};
      return Error{ErrorCode::kWorkFailed, "its output is wrong: keys are out of order.", ""};
    }

   private:
    PlantedLab& lab_;
    LabCase what_;
    PlantedSorter sorter_;
    std::vector<int> keys_;
    int sampled_ = 0;
  };

  Planted planted_;
  std::vector<LabSorter> rows_;
  std::uint64_t used_ = 0;
  bool lost_ = false;
};

/// Runs `request` on `backend` and returns what there was at the end.
inline LabResult lab_run(LabBackend& backend, const LabRequest& request,
                         const LabResult* from = nullptr, LabControl* control = nullptr,
                         Status* status = nullptr) {
  LabControl own;
  std::shared_ptr<const LabResult> result;
  LabBackend* const backends[] = {&backend};
  const Status ended =
      run_lab(backends, request, from, control != nullptr ? *control : own,
              [&](std::shared_ptr<const LabResult> grown) { result = std::move(grown); });
  if (status != nullptr) *status = ended;
  return result ? *result : LabResult{};
}

inline LabRequest lab_request(std::vector<std::string> sorters, std::vector<std::uint32_t> sizes) {
  LabRequest request;
  request.sorters = std::move(sorters);
  request.sizes = std::move(sizes);
  request.repetitions = 9;
  return request;
}

inline const LabCell& lab_cell(const LabResult& result, std::string_view sorter, std::uint32_t n) {
  for (const LabCell& cell : result.cells) {
    if (cell.what.sorter == sorter && cell.what.n == n) return cell;
  }
  throw std::out_of_range("no such cell");
}

}  // namespace sortscope
