// source.cpp: an HDF5 file driver that reads a descriptor or memory, and nothing beyond.
#include "core/base/hdf5/source.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>

#include "core/base/hdf5/driver_class.h"

namespace sortscope {

namespace {

/// What HDF5 keeps in the access list and hands to open_source().
struct SourceInfo {
  const H5Source* source;
};

/// An open file: HDF5's part first, as it asks for.
struct SourceFile {
  H5FD_t library{};
  const H5Source* source = nullptr;
  haddr_t allocated = 0;
};

SourceFile& source_file(H5FD_t* file) { return *reinterpret_cast<SourceFile*>(file); }
const SourceFile& source_file(const H5FD_t* file) {
  return *reinterpret_cast<const SourceFile*>(file);
}

H5FD_t* open_source(const char* /*name*/, unsigned /*flags*/, hid_t access, haddr_t /*largest*/) {
  const auto* info = static_cast<const SourceInfo*>(H5Pget_driver_info(access));
  auto* file = info != nullptr ? new (std::nothrow) SourceFile : nullptr;
  if (file == nullptr) return nullptr;
  file->source = info->source;
  return &file->library;
}

herr_t close_source(H5FD_t* file) {
  delete &source_file(file);
  return 0;
}

// Nothing is gathered: see H5Source.
herr_t query_source(const H5FD_t* /*file*/, unsigned long* flags) {
  if (flags != nullptr) *flags = 0;
  return 0;
}

haddr_t allocated_end(const H5FD_t* file, H5FD_mem_t /*type*/) {
  return source_file(file).allocated;
}

herr_t set_allocated_end(H5FD_t* file, H5FD_mem_t /*type*/, haddr_t end) {
  source_file(file).allocated = end;
  return 0;
}

haddr_t size_of_source(const H5FD_t* file, H5FD_mem_t /*type*/) {
  return source_file(file).source->size;
}

herr_t read_source(H5FD_t* file, H5FD_mem_t /*type*/, hid_t /*transfer*/, haddr_t at,
                   std::size_t bytes, void* to) {
  return read_bytes(*source_file(file).source, at, bytes, to) ? 0 : -1;
}

herr_t write_nothing(H5FD_t* /*file*/, H5FD_mem_t /*type*/, hid_t /*transfer*/, haddr_t /*at*/,
                     std::size_t /*bytes*/, const void* /*from*/) {
  return -1;
}

H5FD_class_t source_class() {
  H5FD_class_t source = driver_class("sortscope_source", 78);
  source.fapl_size = sizeof(SourceInfo);
  source.open = open_source;
  source.close = close_source;
  source.query = query_source;
  source.get_eoa = allocated_end;
  source.set_eoa = set_allocated_end;
  source.get_eof = size_of_source;
  source.read = read_source;
  source.write = write_nothing;
  return source;
}

}  // namespace

H5Source::~H5Source() {
  if (descriptor >= 0) ::close(descriptor);
}

namespace {

constexpr std::uint64_t kPiece = 512;  // bytes; the last one of a file has fewer

bool inside(const H5Source& source, std::uint64_t at, std::size_t bytes) {
  return at <= source.size && bytes <= source.size - at;
}

bool read_file(int descriptor, std::uint64_t at, std::size_t bytes, unsigned char* out) {
  while (bytes > 0) {
    const ssize_t got = ::pread(descriptor, out, bytes, static_cast<off_t>(at));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    out += got;
    at += static_cast<std::uint64_t>(got);
    bytes -= static_cast<std::size_t>(got);
  }
  return true;
}

}  // namespace

bool keep_bytes(H5Source& source, std::uint64_t at, std::size_t bytes, void* to) {
  if (!inside(source, at, bytes)) return false;
  if (source.descriptor >= 0) {
    for (std::uint64_t begin = at - at % kPiece; begin < at + bytes; begin += kPiece) {
      const auto [piece, fresh] = source.kept.try_emplace(begin / kPiece);
      if (!fresh) continue;
      piece->second.resize(std::min(kPiece, source.size - begin));
      if (!read_file(source.descriptor, begin, piece->second.size(), piece->second.data())) {
        source.kept.erase(piece);
        return false;
      }
    }
  }
  return read_bytes(source, at, bytes, to);
}

bool read_bytes(const H5Source& source, std::uint64_t at, std::size_t bytes, void* to) {
  if (!inside(source, at, bytes)) return false;
  if (source.descriptor < 0) {
    std::memcpy(to, source.bytes.data() + at, bytes);
    return true;
  }
  auto* out = static_cast<unsigned char*>(to);
  while (bytes > 0) {
    std::size_t now = bytes;
    const auto piece = source.kept.lower_bound(at / kPiece);
    if (piece != source.kept.end() && piece->first == at / kPiece) {
      now = std::min(bytes, static_cast<std::size_t>(piece->second.size() - at % kPiece));
      std::memcpy(out, piece->second.data() + at % kPiece, now);
    } else {
      if (piece != source.kept.end()) {
        now = std::min(bytes, static_cast<std::size_t>(piece->first * kPiece - at));
      }
      if (!read_file(source.descriptor, at, now, out)) return false;
    }
    out += now;
    at += now;
    bytes -= now;
  }
  return true;
}

bool read_from(hid_t access, const H5Source& source) {
  // Registered once, for as long as the library is in use.
  static const H5FD_class_t kClass = source_class();
  static const hid_t kDriver = H5FDregister(&kClass);
  const SourceInfo info{&source};
  return kDriver >= 0 && H5Pset_driver(access, kDriver, &info) >= 0;
}

}  // namespace sortscope
