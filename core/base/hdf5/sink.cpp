// sink.cpp: an HDF5 file driver that writes to a descriptor and survives a full disk.
#include "core/base/hdf5/sink.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>

#include "core/base/hdf5/driver_class.h"

namespace sortscope {

namespace {

/// Bytes of a write that is handed to the disk at once.
constexpr off_t kLargeWrite = off_t{1} << 16;

/// What HDF5 keeps in the access list and hands to open_sink().
struct SinkInfo {
  H5Sink* sink;
};

/// An open file: HDF5's part first, as it asks for.
struct SinkFile {
  H5FD_t library{};
  H5Sink* sink = nullptr;
  haddr_t allocated = 0;
  haddr_t written = 0;  // end of the last byte written
};

SinkFile& sink_file(H5FD_t* file) { return *reinterpret_cast<SinkFile*>(file); }
const SinkFile& sink_file(const H5FD_t* file) { return *reinterpret_cast<const SinkFile*>(file); }

H5FD_t* open_sink(const char* /*name*/, unsigned /*flags*/, hid_t access, haddr_t /*largest*/) {
  const auto* info = static_cast<const SinkInfo*>(H5Pget_driver_info(access));
  auto* file = info != nullptr ? new (std::nothrow) SinkFile : nullptr;
  if (file == nullptr) return nullptr;
  file->sink = info->sink;
  return &file->library;
}

herr_t close_sink(H5FD_t* file) {
  delete &sink_file(file);
  return 0;
}

herr_t query_sink(const H5FD_t* /*file*/, unsigned long* flags) {
  if (flags != nullptr) *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA;
  return 0;
}

haddr_t allocated_end(const H5FD_t* file, H5FD_mem_t /*type*/) { return sink_file(file).allocated; }

herr_t set_allocated_end(H5FD_t* file, H5FD_mem_t /*type*/, haddr_t end) {
  sink_file(file).allocated = end;
  return 0;
}

haddr_t written_end(const H5FD_t* file, H5FD_mem_t /*type*/) { return sink_file(file).written; }

// What lies beyond the end, or was dropped, reads as zeros.
herr_t read_sink(H5FD_t* file, H5FD_mem_t /*type*/, hid_t /*transfer*/, haddr_t at,
                 std::size_t bytes, void* to) {
  auto* out = static_cast<char*>(to);
  while (bytes > 0) {
    const ssize_t got =
        ::pread(sink_file(file).sink->descriptor, out, bytes, static_cast<off_t>(at));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    out += got;
    at += static_cast<haddr_t>(got);
    bytes -= static_cast<std::size_t>(got);
  }
  std::memset(out, 0, bytes);
  return 0;
}

herr_t write_sink(H5FD_t* file, H5FD_mem_t /*type*/, hid_t /*transfer*/, haddr_t at,
                  std::size_t bytes, const void* from) {
  SinkFile& self = sink_file(file);
  self.written = std::max(self.written, at + bytes);
  const auto begin = static_cast<off_t>(at);
  const auto length = static_cast<off_t>(bytes);
  const auto* in = static_cast<const char*>(from);
  while (bytes > 0 && self.sink->reason == 0) {
    const ssize_t put = ::pwrite(self.sink->descriptor, in, bytes, static_cast<off_t>(at));
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) {
      self.sink->reason = put < 0 ? errno : ENOSPC;
      break;
    }
    in += put;
    at += static_cast<haddr_t>(put);
    bytes -= static_cast<std::size_t>(put);
  }
#ifdef __linux__
  // The disk begins now: little is left where the file is made durable at its end.
  if (length >= kLargeWrite) {
    ::sync_file_range(self.sink->descriptor, begin, length, SYNC_FILE_RANGE_WRITE);
  }
#endif
  return 0;
}

// The file ends where the last allocated byte is.
herr_t truncate_sink(H5FD_t* file, hid_t /*transfer*/, hbool_t /*closing*/) {
  SinkFile& self = sink_file(file);
  if (self.written == self.allocated) return 0;
  if (self.sink->reason == 0 &&
      ::ftruncate(self.sink->descriptor, static_cast<off_t>(self.allocated)) != 0) {
    self.sink->reason = errno;
  }
  self.written = self.allocated;
  return 0;
}

H5FD_class_t sink_class() {
  H5FD_class_t sink = driver_class("sortscope_sink", 77);
  sink.fapl_size = sizeof(SinkInfo);
  sink.open = open_sink;
  sink.close = close_sink;
  sink.query = query_sink;
  sink.get_eoa = allocated_end;
  sink.set_eoa = set_allocated_end;
  sink.get_eof = written_end;
  sink.read = read_sink;
  sink.write = write_sink;
  sink.truncate = truncate_sink;
  return sink;
}

}  // namespace

bool write_into(hid_t access, H5Sink& sink) {
  // Registered once, for as long as the library is in use.
  static const H5FD_class_t kClass = sink_class();
  static const hid_t kDriver = H5FDregister(&kClass);
  const SinkInfo info{&sink};
  return kDriver >= 0 && H5Pset_driver(access, kDriver, &info) >= 0;
}

}  // namespace sortscope
