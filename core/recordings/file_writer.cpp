// file_writer.cpp: recordings into HDF5 files, after the sort or while it runs; the format is
// docs/recording-format.md.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <condition_variable>
#include <mutex>
#include <new>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>

#include "core/base/hdf5/arrays.h"
#include "core/base/output_file.h"
#include "core/engines/layer_giver.h"
#include "core/recordings/families.h"
#include "core/recordings/file.h"
#include "core/recordings/file_head.h"
#include "core/recordings/recording.h"
#include "core/recordings/rerun.h"

namespace sortscope {

namespace {

constexpr const char* kKeys = "keys";
constexpr const char* kBits = "bits";

bool write_attributes(hid_t root, const Recording& recording, RecordingForm form) {
  const RunRequest& request = recording.request;
  const SortTiming& timing = recording.timing;
  bool good = true;
  const auto text = [&](const char* name, std::string_view value) {
    good = good && write_attribute(root, name, std::string(value));
  };
  const auto number = [&](const char* name, std::uint64_t value) {
    good = good && write_attribute(root, name, value);
  };
  text("format", kRecordingFormat);
  const bool compact = form == RecordingForm::kCompact;
  number("version_major", compact ? kCompactMajor : kWholeMajor);
  number("version_minor", compact ? kCompactMinor : kWholeMinor);
  text("producer", "sortscope " SORTSCOPE_VERSION);
  text("created_utc", recording.created_utc);
  text("algorithm", recording.algorithm->id);
  number("algorithm_version", recording.algorithm->version);
  number("n", request.keys.size());
  number("wires", recording.network.wires());
  number("depth", recording.network.depth());
  number("comparators", recording.network.size());
  text("key_type", name_of(request.keys.type));
  text("order", name_of(request.order));
  text("input", request.input);
  number("seed", request.seed);
  text("source", request.source);
  text("engine", recording.engine);
  text("engine_description", recording.engine_description);
  text("kernel", timing.kernel);
  text("kernel_requested", request.kernel);
  number("elapsed_ns", timing.elapsed_ns);
  number("transfer_ns", timing.transfer_ns);
  number("launches", timing.launches);
  const FamilyRow& family = family_of(*recording.algorithm);
  if (family.stored_keyframes) {
    number("repair_rounds", timing.repair_rounds);
    number("misplaced", timing.misplaced);
    number("keyframes_only", request.keyframes_only ? 1 : 0);
    number("keyframes_checksum", checksum_of_keyframes(recording));
  }
  if (family.parameters != nullptr) {
    for (const auto& [name, value] : family.parameters->texts(request.parameters, true)) {
      text(parameter_attribute(name).c_str(), value);
    }
  }
  if (family.stored_network) {
    const ListedNetwork& listed = *recording.network.listed();
    text("network_name", listed.name());
    number("network_checksum", checksum(bytes_of(listed.words())));
  }
  if (request.pairs) number("pairs", 1);
  // Their values come when they are known.
  number(kKeysChecksum, 0);
  number(kBitsChecksum, 0);
  return good;
}

H5Handle create_file(const std::string& path, H5Sink& sink) {
  const H5Handle creation(H5Pcreate(H5P_FILE_CREATE), H5Pclose);
  const H5Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  // The newer file format has checksums on all of its own structures. Attributes stay in one place,
  // and times out of the file, so that a recording gives the same bytes.
  const bool good = creation.ok() && access.ok() && write_into(access.id(), sink) &&
                    H5Pset_attr_phase_change(creation.id(), 100, 0) >= 0 &&
                    H5Pset_obj_track_times(creation.id(), false) >= 0 &&
                    H5Pset_libver_bounds(access.id(), H5F_LIBVER_V110, H5F_LIBVER_V110) >= 0;
  return {good ? H5Fcreate(path.c_str(), H5F_ACC_TRUNC, creation.id(), access.id()) : -1, H5Fclose};
}

/// What of a file is made for it: it lives as long as that is written.
struct Made {
  std::vector<std::uint64_t> layer_checksums;
  std::vector<std::uint32_t> network_words;
};

// The arrays of `recording`, in the order in which they are written.
std::vector<H5Array> arrays_of(const Recording& recording, RecordingForm form, Made& made,
                               Progress* progress) {
  const Keys& keys = recording.request.keys;
  const bool compact = form == RecordingForm::kCompact;
  std::vector<H5Array> arrays;
  if (!compact || !keys_follow_from_seed(recording.request, *recording.algorithm, progress)) {
    arrays.push_back({kKeys, file_type(keys.type), bytes_of(keys.raw), true});
  }
  if (compact) {
    made.layer_checksums = layer_checksums(recording);
    arrays.push_back(
        {kLayerChecksums, H5T_STD_U64LE, bytes_of(std::as_const(made.layer_checksums))});
  } else if (!recording.windows) {
    arrays.push_back({kBits, H5T_STD_U32LE, bytes_of(recording.bits), true});
  }
  if (const ListedNetwork* listed = recording.network.listed(); listed != nullptr) {
    made.network_words = listed->words();
    arrays.push_back({"network", H5T_STD_U32LE, bytes_of(std::as_const(made.network_words))});
  }
  for (std::size_t t = 0; !compact && recording.windows; ++t) {
    if (t == recording.windows->keyframes().size()) break;
    arrays.push_back(
        {keyframe_name(t), H5T_STD_U32LE, bytes_of(recording.windows->keyframes()[t])});
  }
  return arrays;
}

/// A file that is being made: its root with attributes, and the arrays on their way.
struct Begun {
  H5Handle file;
  Made made;
  H5Arrays arrays;
  std::optional<std::size_t> keys;  // which array they are
  std::optional<std::size_t> bits;

  Begun(H5Handle opened, std::vector<H5Array> all, Made kept, Progress* progress)
      : file(std::move(opened)), made(std::move(kept)), arrays(all, progress) {
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (all[i].name == kKeys) keys = i;
      if (all[i].name == kBits) bits = i;
    }
  }
};

/// Closes a file before what it is written into goes.
struct ClosedBefore {
  const std::unique_ptr<Begun>& begun;
  ~ClosedBefore() {
    if (begun != nullptr && begun->file.ok()) begun->file.close();
  }
};

// Null where HDF5 refuses.
std::unique_ptr<Begun> begin_file(const std::string& path, const Recording& recording,
                                  RecordingForm form, H5Sink& sink, Progress* progress) {
  H5Handle file = create_file(path, sink);
  if (!file.ok() || !write_attributes(file.id(), recording, form)) return nullptr;
  Made made;
  std::vector<H5Array> arrays = arrays_of(recording, form, made, progress);
  return std::make_unique<Begun>(std::move(file), std::move(arrays), std::move(made), progress);
}

// What is known once the arrays are written: their checksums, and what the run measured.
H5Outcome end_file(Begun& begun, const Recording& recording, Progress* progress) {
  const std::uint64_t keys =
      begun.keys ? begun.arrays.sum(*begun.keys)
                 : checksum_unless_cancelled(bytes_of(recording.request.keys.raw), progress);
  const std::uint64_t bits =
      begun.bits ? begun.arrays.sum(*begun.bits) : checksum_of_bits(recording, progress);
  if (progress != nullptr && progress->cancelled()) return H5Outcome::kCancelled;
  const hid_t root = begun.file.id();
  const SortTiming& timing = recording.timing;
  const bool good = rewrite_attribute(root, "elapsed_ns", timing.elapsed_ns) &&
                    rewrite_attribute(root, "transfer_ns", timing.transfer_ns) &&
                    rewrite_attribute(root, "launches", timing.launches) &&
                    rewrite_attribute(root, kKeysChecksum, keys) &&
                    rewrite_attribute(root, kBitsChecksum, bits);
  return begun.file.close() && good ? H5Outcome::kDone : H5Outcome::kFailed;
}

// Has `write` write to `path`, which is there and empty; `reason` is the errno where that failed.
template <typename Write>
H5Outcome write_into(const std::string& path, int& reason, const Write& write) {
  H5Sink sink;
  sink.descriptor = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
  if (sink.descriptor < 0) {
    reason = errno;
    return H5Outcome::kFailed;
  }
  H5Outcome outcome = write(sink);
  if (::close(sink.descriptor) != 0 && sink.reason == 0) sink.reason = errno;
  if (sink.reason != 0 && outcome == H5Outcome::kDone) outcome = H5Outcome::kFailed;
  reason = sink.reason != 0 ? sink.reason : EIO;
  return outcome;
}

// A whole recording to `path`, which is there and empty.
H5Outcome write_at_once(const std::string& path, const Recording& recording, RecordingForm form,
                        Progress* progress, const char* phase, int& reason) {
  return write_into(path, reason, [&](H5Sink& sink) {
    const auto begun = begin_file(path, recording, form, sink, progress);
    if (begun == nullptr) return H5Outcome::kFailed;
    if (progress != nullptr && progress->cancelled()) return H5Outcome::kCancelled;
    if (progress != nullptr) progress->begin(begun->arrays.bytes(), phase);
    begun->arrays.count_in();
    begun->arrays.come_whole();
    begun->arrays.writer_packs();
    H5Outcome outcome = H5Outcome::kFailed;
    {
      const H5Packers packers(begun->arrays);
      outcome = begun->arrays.write(begun->file.id(), sink);
    }
    if (begun->arrays.no_memory()) throw std::bad_alloc();
    return outcome == H5Outcome::kDone ? end_file(*begun, recording, progress) : outcome;
  });
}

Error writing_cancelled(const std::string& path) {
  return {ErrorCode::kCancelled, fmt::format("writing {} was cancelled.", path), ""};
}

Status write_recorded(const Recording& recording, const OutputName& name, Progress* progress,
                      RecordingForm form, const char* phase, std::string* called) try {
  const std::string& path = name.path;
  const Status there = check_all_bits(recording, "write " + path);
  if (form == RecordingForm::kWhole && !there) return there;
  auto output = OutputFile::create(name);
  if (!output) return output.error();
  const H5Quiet quiet;
  int reason = 0;
  switch (write_at_once(output->temporary_path(), recording, form, progress, phase, reason)) {
    case H5Outcome::kDone:
      return output->commit_kept(called);
    case H5Outcome::kFailed:
      return cannot_write(path, reason);
    case H5Outcome::kCancelled:
      break;
  }
  return writing_cancelled(path);
} catch (const std::bad_alloc&) {
  return out_of_memory(name.path);
}

/// A run on its way into its file. The sort's threads pack what is whole, after the sort threads of
/// its own; one calls HDF5.
class RunFile final : public RunTaker, public LayerTaker {
 public:
  RunFile(const OutputName& name, Progress* progress, std::string* called)
      : name_(name), progress_(progress), called_(called) {}
  ~RunFile() override { end(); }

  Result<LayerTaker*> begin(const Recording& recording) override {
    auto output = OutputFile::create(name_);
    if (!output) return output.error();
    output_.emplace(std::move(*output));
    kernel_ = recording.timing.kernel;
    try {
      thread_ = std::thread([this, &recording] { write(recording); });
    } catch (const std::system_error&) {
      output_.reset();  // no thread: it is written afterwards
      return nullptr;
    }
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return begun_ != nullptr || over_; });
    return this;
  }

  bool take(std::uint64_t words) override {
    if (over_ || begun_ == nullptr) return false;
    H5Arrays& arrays = begun_->arrays;
    arrays.come(*begun_->bits, words * sizeof(std::uint32_t));
    while (arrays.pack_one()) {
      if (progress_ != nullptr && progress_->cancelled()) break;
    }
    return !arrays.stopped();
  }

  void sorted() override {
    if (begun_ == nullptr) return;
    begun_->arrays.come_whole();
    packers_.emplace(begun_->arrays);
  }

  void end() override {
    if (!thread_.joinable()) return;
    {
      const std::lock_guard lock(mutex_);
      ended_ = true;
    }
    if (begun_ != nullptr) begun_->arrays.stop();
    changed_.notify_all();
    thread_.join();
    packers_.reset();
  }

  /// It was begun with the sort.
  [[nodiscard]] bool began() const { return output_.has_value(); }
  /// Why it stopped the sort, if it did; once that is over.
  [[nodiscard]] Status failure() const {
    if (no_memory_) return out_of_memory(name_.path);
    if (outcome_ == H5Outcome::kFailed) return cannot_write(name_.path, reason_);
    return {};
  }
  /// Writes what is left of `recording`, and gives the file its name.
  Status finish(const Recording& recording) {
    if (recording.timing.kernel != kernel_) {
      // Its length is in the file.
      end();
      output_.reset();
      return write_recorded(recording, name_, progress_, RecordingForm::kWhole, kWritingPhase,
                            called_);
    }
    if (begun_ != nullptr) {
      H5Arrays& arrays = begun_->arrays;
      if (progress_ != nullptr) progress_->begin(arrays.bytes(), kWritingPhase);
      arrays.count_in();
      arrays.writer_packs();
      {
        const std::lock_guard lock(mutex_);
        whole_ = &recording;
      }
      changed_.notify_all();
      arrays.pack_rest();
    }
    thread_.join();
    packers_.reset();
    if (const Status failed = failure(); !failed) return failed;
    if (outcome_ == H5Outcome::kCancelled) return writing_cancelled(name_.path);
    return output_->commit_kept(called_);
  }

  static constexpr const char* kWritingPhase = "writing the file";

 private:
  // The thread that calls HDF5. `recording` is read until the file is begun.
  void write(const Recording& recording) {
    std::unique_ptr<Begun> begun;
    try {
      const H5Quiet quiet;
      outcome_ = write_into(output_->temporary_path(), reason_, [&](H5Sink& sink) {
        const ClosedBefore closed{begun};
        begun = begin_file(output_->temporary_path(), recording, RecordingForm::kWhole, sink,
                           progress_);
        if (begun == nullptr) return H5Outcome::kFailed;
        // Keys are there.
        begun->arrays.come(*begun->bits, 0);
        {
          const std::lock_guard lock(mutex_);
          begun_ = begun.get();
        }
        changed_.notify_all();
        const H5Outcome written = begun->arrays.write(begun->file.id(), sink);
        if (written != H5Outcome::kDone) return written;
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return whole_ != nullptr || ended_; });
        if (whole_ == nullptr) return H5Outcome::kCancelled;
        lock.unlock();
        return end_file(*begun, *whole_, progress_);
      });
      if (begun != nullptr) no_memory_ = begun->arrays.no_memory();
    } catch (const std::bad_alloc&) {
      no_memory_ = true;
      outcome_ = H5Outcome::kFailed;
    }
    if (outcome_ != H5Outcome::kDone && begun != nullptr) begun->arrays.stop();
    {
      const std::lock_guard lock(mutex_);
      over_ = true;
      kept_ = std::move(begun);  // the sort's threads may still look
    }
    changed_.notify_all();
  }

  const OutputName name_;
  Progress* const progress_;
  std::string* const called_;
  std::string kernel_;  // as it stands in the file
  std::optional<OutputFile> output_;
  std::thread thread_;
  std::mutex mutex_;
  std::condition_variable changed_;
  Begun* begun_ = nullptr;
  std::unique_ptr<Begun> kept_;
  std::optional<H5Packers> packers_;  // of begun_
  const Recording* whole_ = nullptr;
  bool ended_ = false;
  std::atomic<bool> over_{false};
  // Once the thread is over.
  H5Outcome outcome_ = H5Outcome::kCancelled;
  int reason_ = 0;
  bool no_memory_ = false;
};

}  // namespace

Status write_recording(const Recording& recording, const OutputName& name, Progress* progress,
                       RecordingForm form, std::string* called) {
  return write_recorded(recording, name, progress, form, nullptr, called);
}

Result<std::shared_ptr<const Recording>> record_into_file(const RunRequest& request, Engine& engine,
                                                          bool pairs, const OutputName& name,
                                                          Progress* progress, RecordingForm form,
                                                          std::string* called) {
  RunFile file(name, progress, called);
  RunTaker* const taker = form == RecordingForm::kWhole ? &file : nullptr;
  auto made = record_taken(request, engine, pairs, taker, progress);
  if (!made) {
    const Status failed = file.failure();
    return failed ? made : failed.error();
  }
  const Status written =
      file.began() ? file.finish(**made)
                   : write_recorded(**made, name, progress, form, RunFile::kWritingPhase, called);
  if (!written) return written.error();
  return made;
}

}  // namespace sortscope
