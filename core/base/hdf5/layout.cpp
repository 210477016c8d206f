// layout.cpp: a small reader of the HDF5 file format, version 3.0 of its specification, that knows
// what write_array() and write_attribute() make of it and nothing else.
#include "core/base/hdf5/layout.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace sortscope {

namespace {

using namespace std::string_view_literals;

constexpr std::uint64_t kNowhere = ~std::uint64_t{0};  // HDF5's undefined address
constexpr std::uint64_t kChecksumBytes = 4;
constexpr std::uint64_t kLongestStructure = std::uint64_t{1} << 20;  // all but tables of chunks
constexpr std::size_t kMostBlocks = 256;                             // of an object's header
constexpr std::size_t kMostLinks = 1024;
// Arrays.
constexpr std::uint64_t kChunkBytes = std::uint64_t{1} << 20;
constexpr std::uint64_t kMostChunks = std::uint64_t{1} << 22;
constexpr std::uint64_t kEntryBytes = 16;  // of a chunk: address, length, filter mask
constexpr std::uint64_t kPageEntries = 1024;
// The heap of links, and the tree of their names' hashes.
constexpr std::uint64_t kHeapWidth = 4;
constexpr std::uint64_t kHeapBlockBytes = 512;  // of its first two rows; each row then doubles
constexpr std::uint64_t kHeapMostRows = 9;      // without blocks of blocks
constexpr std::uint64_t kHeapBlockHead = 21;
constexpr std::uint64_t kNodeBytes = 512;
constexpr std::uint64_t kRecordBytes = 11;
constexpr std::uint64_t kMostInLeaf = 45;
constexpr std::uint64_t kMostInRoot = 24;

/// Datatypes, byte for byte: whole numbers with and without sign, floats.
struct TypeRow {
  std::string_view bytes;
  std::uint64_t element_bytes;
};
constexpr std::array<TypeRow, 6> kTypes = {{
    {"\x10\x00\x00\x00\x04\x00\x00\x00\x00\x00\x20\x00"sv, 4},
    {"\x10\x08\x00\x00\x04\x00\x00\x00\x00\x00\x20\x00"sv, 4},
    {"\x10\x00\x00\x00\x08\x00\x00\x00\x00\x00\x40\x00"sv, 8},
    {"\x10\x08\x00\x00\x08\x00\x00\x00\x00\x00\x40\x00"sv, 8},
    {"\x11\x20\x1f\x00\x04\x00\x00\x00\x00\x00\x20\x00\x17\x08\x00\x17\x7f\x00\x00\x00"sv, 4},
    {"\x11\x20\x3f\x00\x08\x00\x00\x00\x00\x00\x40\x00\x34\x0b\x00\x34\xff\x03\x00\x00"sv, 8},
}};

/// Bytes of the file, read from their front. Past their end there are zeros, and they are short.
class Bytes {
 public:
  Bytes() = default;
  Bytes(std::string_view bytes, std::uint64_t at) : rest_(bytes), at_(at) {}
  std::uint64_t number(std::size_t width) {
    std::uint64_t value = 0;
    const std::string_view taken = take(width);
    for (std::size_t i = taken.size(); i-- > 0;) {
      value = value << 8 | static_cast<unsigned char>(taken[i]);
    }
    return value;
  }
  bool has(std::string_view expected) { return take(expected.size()) == expected; }
  std::string_view take(std::uint64_t length) {
    if (length > rest_.size()) {
      short_ = true;
      rest_ = {};
    }
    const std::string_view taken = rest_.substr(0, short_ ? 0 : length);
    rest_.remove_prefix(taken.size());
    at_ += taken.size();
    return taken;
  }
  /// Takes the type; 0 where it is none of `kTypes`, else bytes of an element.
  std::uint64_t number_type() {
    for (const TypeRow& row : kTypes) {
      if (rest_.starts_with(row.bytes)) return take(row.bytes.size()), row.element_bytes;
    }
    return 0;
  }
  [[nodiscard]] std::string_view rest() const { return rest_; }
  [[nodiscard]] std::uint64_t at() const { return at_; }
  /// All was there, and nothing is left.
  [[nodiscard]] bool done() const { return !short_ && rest_.empty(); }

 private:
  std::string_view rest_;
  std::uint64_t at_ = 0;
  bool short_ = false;
};

/// What the messages of an object's header say.
struct Object {
  unsigned seen = 0;                                            // a bit a type
  std::vector<std::pair<std::uint64_t, std::uint64_t>> blocks;  // more of the header
  // Of the root.
  std::uint64_t heap = kNowhere;
  std::uint64_t tree = kNowhere;
  // Of an array.
  std::uint64_t count = 0;
  std::uint64_t element_bytes = 0;
  std::uint64_t chunk = 0;  // elements; 0: none
  std::uint64_t chunk_element_bytes = 0;
  std::uint64_t table = kNowhere;  // the fixed array
};

/// A block of the heap of links.
struct HeapBlock {
  std::uint64_t offset;  // in the heap
  std::uint64_t bytes;
  std::uint64_t at;
  std::string content;
};

/// One walk through a file. Every step is false once there is a breach.
class Walk {
 public:
  explicit Walk(H5Source& source) : source_(source), end_(source.size) {}

  std::optional<LayoutBreach> run() {
    std::uint64_t root = 0;
    Object links;
    if (superblock(root) && header(root, kOfRoot, links) && dense_links(links)) {
      for (std::size_t i = 0; i < arrays_.size() && array(arrays_[i]); ++i) continue;
    }
    return breach_;
  }

 private:
  enum Owner : unsigned { kOfRoot = 1, kOfArray = 2 };

  /// A message that may stand in a header.
  struct MessageRow {
    unsigned type;
    unsigned owners;
    bool once;
    bool (Walk::*read)(Bytes& body, Object& object);
  };
  static const std::array<MessageRow, 12> kMessages;
  static constexpr unsigned kNeededByRoot = 1U << 0x02 | 1U << 0x0a;
  static constexpr unsigned kNeededByArray = 1U << 0x01 | 1U << 0x03 | 1U << 0x05 | 1U << 0x08;

  bool refuse(std::string_view what, std::uint64_t byte) {
    if (!breach_) breach_ = LayoutBreach{what, std::min(byte, end_)};
    return false;
  }
  [[nodiscard]] bool inside(std::uint64_t at, std::uint64_t bytes) const {
    return at <= end_ && bytes <= end_ - at;
  }

  // Bytes of the file, whoever's they are.
  bool peek(std::uint64_t at, std::uint64_t bytes, std::string& to) {
    if (bytes > kLongestStructure) return refuse("a structure that is too long", at);
    if (!inside(at, bytes)) return refuse("a structure that reaches beyond its end", at);
    to.resize(bytes);
    return keep_bytes(source_, at, bytes, to.data()) || refuse("bytes that cannot be read", at);
  }

  // A structure's own bytes: no other has any of them, so nothing is gone through twice.
  bool claim(std::uint64_t at, std::uint64_t bytes, std::string& to) {
    if (!inside(at, bytes)) return refuse("a structure that reaches beyond its end", at);
    const auto next = claimed_.lower_bound(at);
    if ((next != claimed_.end() && next->first - at < bytes) ||
        (next != claimed_.begin() && at - std::prev(next)->first < std::prev(next)->second)) {
      return refuse("one structure on another", at);
    }
    claimed_.emplace_hint(next, at, bytes);
    return peek(at, bytes, to);
  }

  bool superblock(std::uint64_t& root) {
    std::string bytes;
    if (!claim(0, 48, bytes)) return false;
    Bytes in(bytes, 0);
    // Version 3, addresses and lengths of 8 bytes, not open for writing, at the file's begin,
    // without an extension.
    if (!in.has(
            "\x89HDF\r\n\x1a\n\x03\x08\x08\0\0\0\0\0\0\0\0\0\xff\xff\xff\xff\xff\xff\xff\xff"sv)) {
      return refuse("another superblock", 0);
    }
    const std::uint64_t end = in.number(8);
    if (end > source_.size) return refuse("an end that it does not reach", 28);
    end_ = end;
    root = in.number(8);
    return true;
  }

  // Object header at `at`: its first block and those that it names.
  bool header(std::uint64_t at, Owner owner, Object& object) {
    std::string bytes;
    if (!inside(at, 32)) return refuse("an object beyond its end", at);
    if (!peek(at, 32, bytes)) return false;
    Bytes head(bytes, at);
    if (!head.has("OHDR\x02")) return refuse("an object of another version", at);
    const std::uint64_t flags = head.number(1);
    // Size of the length, attributes' limits, times.
    if ((flags & ~std::uint64_t{0x33}) != 0) return refuse("an object with other flags", at);
    if ((flags & 0x20U) != 0) head.take(16);
    if ((flags & 0x10U) != 0 && !head.has("\x64\0\0\0"sv)) {
      return refuse("attributes that are not kept together", at);
    }
    const std::uint64_t length = head.number(std::size_t{1} << (flags & 3U));
    const std::uint64_t prefix = head.at() - at;
    if (length > kLongestStructure) return refuse("a structure that is too long", at);
    if (!claim(at, prefix + length + kChecksumBytes, bytes)) return false;
    if (!messages(Bytes(std::string_view(bytes).substr(prefix, length), at + prefix), owner,
                  object)) {
      return false;
    }
    for (std::size_t i = 0; i < object.blocks.size(); ++i) {
      const auto [block, block_bytes] = object.blocks[i];
      if (block_bytes < 8 || i == kMostBlocks) return refuse("another header", block);
      if (!claim(block, block_bytes, bytes)) return false;
      Bytes in(std::string_view(bytes).substr(0, block_bytes - kChecksumBytes), block);
      if (!in.has("OCHK")) return refuse("another part of a header", block);
      if (!messages(in, owner, object)) return false;
    }
    const unsigned needed = owner == kOfRoot ? kNeededByRoot : kNeededByArray;
    return (object.seen & needed) == needed || refuse("an object that lacks a message", at);
  }

  // Fewer bytes than a message's head are a gap.
  bool messages(Bytes in, Owner owner, Object& object) {
    while (in.rest().size() >= 4) {
      const std::uint64_t at = in.at();
      const std::uint64_t type = in.number(1);
      const std::uint64_t length = in.number(2);
      const std::uint64_t flags = in.number(1);
      const auto* row = std::ranges::find(kMessages, type, &MessageRow::type);
      if (row == kMessages.end() || (row->owners & owner) == 0) {
        return refuse("a message of another kind", at);
      }
      // Constant, or not to be shared: nothing is.
      if ((flags & ~std::uint64_t{0x05}) != 0) return refuse("a message with other flags", at);
      if (row->once && (object.seen >> type & 1U) != 0) return refuse("a message twice", at);
      object.seen |= 1U << type;
      if (length > in.rest().size()) return refuse("a message beyond its header", at);
      Bytes body(in.take(length), in.at() - length);
      if (!(this->*row->read)(body, object)) return false;
      if (!body.done()) return refuse("a message of another length", at);
    }
    return true;
  }

  bool nothing(Bytes& body, Object& /*object*/) {
    body.take(body.rest().size());
    return true;
  }

  bool more(Bytes& body, Object& object) {
    const std::uint64_t at = body.number(8);
    object.blocks.emplace_back(at, body.number(8));
    return true;
  }

  bool group_info(Bytes& body, Object& /*object*/) {
    return body.has("\0\0"sv) || refuse("another kind of group", body.at());
  }

  bool link_info(Bytes& body, Object& object) {
    if (!body.has("\0\0"sv)) return refuse("links in another order", body.at());
    object.heap = body.number(8);
    object.tree = body.number(8);
    return true;
  }

  bool attribute_info(Bytes& body, Object& /*object*/) {
    return body.has("\0\0\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"sv) ||
           refuse("attributes in a heap", body.at());
  }

  bool link(Bytes& body, Object& /*object*/) {
    const std::uint64_t at = body.at();
    if (!body.has("\x01\0"sv)) return refuse("a link that is not a hard one", at);
    const std::string_view name = body.take(body.number(1));
    if (name.empty() || name.find_first_of("\0/"sv) != std::string_view::npos) {
      return refuse("a link without a name", at);
    }
    if (arrays_.size() == kMostLinks) return refuse("too many links", at);
    arrays_.push_back(body.number(8));
    return true;
  }

  // A number or a text of fixed length.
  bool attribute(Bytes& body, Object& /*object*/) {
    const std::uint64_t at = body.at();
    if (!body.has("\x03\0"sv)) return refuse("another kind of attribute", at);
    const std::uint64_t name_bytes = body.number(2);
    const std::uint64_t type_bytes = body.number(2);
    if (body.number(2) != 4 || body.number(1) > 1)
      return refuse("an attribute of another kind", at);
    const std::string_view name = body.take(name_bytes);
    if (name.size() < 2 || name.find('\0') != name.size() - 1) {
      return refuse("an attribute without a name", at);
    }
    Bytes type(body.take(type_bytes), body.at());
    std::uint64_t bytes = type.number_type();
    if (bytes == 0) {
      if (!type.has("\x13"sv) || (type.number(1) & 0xefU) != 0 || !type.has("\0\0"sv)) {
        return refuse("an attribute of another type", at);
      }
      bytes = type.number(4);
    }
    if (!type.done() || bytes == 0) return refuse("an attribute of another type", at);
    if (!body.has("\x02\0\0\0"sv)) return refuse("an attribute of many values", at);
    body.take(bytes);
    return true;
  }

  bool dataspace(Bytes& body, Object& object) {
    const std::uint64_t at = body.at();
    if (!body.has("\x02\x01\x01\x01"sv)) return refuse("an array of another shape", at);
    object.count = body.number(8);
    return body.number(8) == object.count || refuse("an array that can grow", at);
  }

  bool datatype(Bytes& body, Object& object) {
    const std::uint64_t at = body.at();
    object.element_bytes = body.number_type();
    return object.element_bytes > 0 || refuse("an array of another type", at);
  }

  bool fill(Bytes& body, Object& /*object*/) {
    // Written never or as its default: no value.
    return (body.number(1) == 3 && (body.number(1) & 0xf0U) == 0) ||
           refuse("an array with a value to fill it", body.at());
  }

  bool filters(Bytes& body, Object& /*object*/) {
    const std::uint64_t at = body.at();
    const bool deflate =
        body.has("\x02\x01\x01\0"sv) && body.number(2) <= 1 && body.has("\x01\0"sv);
    return (deflate && body.number(4) <= 9) || refuse("an array with another filter", at);
  }

  bool layout(Bytes& body, Object& object) {
    const std::uint64_t at = body.at();
    if (body.number(1) != 4) return refuse("an array of another layout", at);
    const std::uint64_t kind = body.number(1);
    if (kind == 1) {
      // Nothing is stored: only empty arrays are not in chunks.
      const bool nowhere = body.number(8) == kNowhere;
      body.take(8);
      return nowhere || refuse("an array that is not in chunks", at);
    }
    const std::uint64_t flags = body.number(1);
    const std::uint64_t rank = body.number(1);
    const std::uint64_t width = body.number(1);
    if (kind != 2 || rank != 2 || width < 1 || width > 8) {
      return refuse("an array of another layout", at);
    }
    object.chunk = body.number(width);
    object.chunk_element_bytes = body.number(width);
    if (object.chunk == 0) return refuse("empty chunks", at);
    const std::uint64_t index = body.number(1);
    if (index == 1 && flags == 2) {
      const std::uint64_t bytes = body.number(8);
      const std::uint64_t mask = body.number(4);
      if (mask > 1) return refuse("a chunk with another filter", at);
      return stored(body.number(8), bytes, at);
    }
    if (index != 3 || flags != 0 || body.number(1) != 10) return refuse("another index", at);
    object.table = body.number(8);
    return object.table != kNowhere || refuse("an array without its chunks", at);
  }

  // Elements of an array, at `where`, as the structure at `at` says.
  bool stored(std::uint64_t where, std::uint64_t bytes, std::uint64_t at) {
    if (!inside(where, bytes)) return refuse("an array that reaches beyond its end", at);
    if (bytes > end_ - stored_bytes_) return refuse("more in its arrays than it holds", at);
    stored_bytes_ += bytes;
    return true;
  }

  bool array(std::uint64_t at) {
    Object object;
    if (!header(at, kOfArray, object)) return false;
    const bool filtered = (object.seen >> 0x0b & 1U) != 0;
    if (filtered != (object.chunk > 0)) return refuse("an array with another filter", at);
    if (object.chunk == 0) return true;
    if (object.chunk_element_bytes != object.element_bytes ||
        object.chunk > kChunkBytes / object.element_bytes) {
      return refuse("chunks of another size", at);
    }
    if (object.table == kNowhere) {
      return object.chunk == object.count || refuse("chunks of another size", at);
    }
    if (object.chunk * object.element_bytes != kChunkBytes || object.count <= object.chunk) {
      return refuse("chunks of another size", at);
    }
    const std::uint64_t chunks = (object.count - 1) / object.chunk + 1;
    return chunks <= kMostChunks ? chunk_table(object.table, chunks)
                                 : refuse("too many chunks", at);
  }

  // The fixed array that says where chunks are: its header, then all of it, or pages of it.
  bool chunk_table(std::uint64_t at, std::uint64_t chunks) {
    std::string bytes;
    if (!claim(at, 28, bytes)) return false;
    Bytes head(bytes, at);
    if (!head.has("FAHD\0\x01\x10\x0a"sv)) return refuse("another index of chunks", at);
    if (head.number(8) != chunks) return refuse("another number of chunks", at);
    const std::uint64_t block = head.number(8);
    const std::uint64_t pages = chunks > kPageEntries ? (chunks - 1) / kPageEntries + 1 : 0;
    const std::uint64_t block_bytes =
        14 + (pages + 7) / 8 + (pages == 0 ? chunks * kEntryBytes : 0) + kChecksumBytes;
    if (!claim(block, block_bytes, bytes)) return false;
    Bytes in(std::string_view(bytes).substr(0, block_bytes - kChecksumBytes), block);
    if (!in.has("FADB\0\x01"sv) || in.number(8) != at) {
      return refuse("another index of chunks", block);
    }
    if (pages == 0) return chunk_entries(in);
    std::uint64_t page = block + block_bytes;
    for (std::uint64_t left = chunks; left > 0;) {
      const std::uint64_t entries = std::min(left, kPageEntries);
      if (!claim(page, entries * kEntryBytes + kChecksumBytes, bytes) ||
          !chunk_entries(Bytes(std::string_view(bytes).substr(0, entries * kEntryBytes), page))) {
        return false;
      }
      page += bytes.size();
      left -= entries;
    }
    return true;
  }

  bool chunk_entries(Bytes in) {
    while (!in.rest().empty()) {
      const std::uint64_t at = in.at();
      const std::uint64_t where = in.number(8);
      if (!stored(where, in.number(4), at)) return false;
      if (in.number(4) > 1) return refuse("a chunk with another filter", at);
    }
    return true;
  }

  // Links beyond eight are kept in a heap, found by a tree.
  bool dense_links(const Object& root) {
    if (root.heap == kNowhere && root.tree == kNowhere) return true;
    std::vector<HeapBlock> heap;
    if (!heap_blocks(root.heap, heap)) return false;
    std::string bytes;
    if (!claim(root.tree, 38, bytes)) return false;
    Bytes head(bytes, root.tree);
    if (!head.has("BTHD\0\x05\0\x02\0\0\x0b\0"sv)) return refuse("another tree", root.tree);
    const std::uint64_t depth = head.number(2);
    if (!head.has("\x64\x28"sv) || depth > 1) return refuse("another tree", root.tree);
    const std::uint64_t top = head.number(8);
    const std::uint64_t in_top = head.number(2);
    const std::uint64_t total = head.number(8);
    const std::uint64_t before = arrays_.size();
    if (depth == 0 ? !leaf(top, in_top, heap) : !tree_top(top, in_top, heap)) return false;
    return arrays_.size() - before == total || refuse("another number of links", root.tree);
  }

  bool leaf(std::uint64_t at, std::uint64_t records, const std::vector<HeapBlock>& heap) {
    std::string bytes;
    if (records == 0 || records > kMostInLeaf) return refuse("another tree", at);
    if (!claim(at, kNodeBytes, bytes)) return false;
    Bytes in(bytes, at);
    return in.has("BTLF\0\x05"sv) ? tree_records(in, records, heap) : refuse("another tree", at);
  }

  bool tree_top(std::uint64_t at, std::uint64_t records, const std::vector<HeapBlock>& heap) {
    std::string bytes;
    if (records == 0 || records > kMostInRoot) return refuse("another tree", at);
    if (!claim(at, kNodeBytes, bytes)) return false;
    Bytes in(bytes, at);
    if (!in.has("BTIN\0\x05"sv)) return refuse("another tree", at);
    if (!tree_records(in, records, heap)) return false;
    for (std::uint64_t child = 0; child <= records; ++child) {
      const std::uint64_t where = in.number(8);
      if (!leaf(where, in.number(1), heap)) return false;
    }
    return true;
  }

  // A hash of the link's name, which the library looks at, and where the heap has the link.
  bool tree_records(Bytes& in, std::uint64_t records, const std::vector<HeapBlock>& heap) {
    for (std::uint64_t i = 0; i < records; ++i) {
      const std::uint64_t at = in.at();
      in.take(4);
      if (!in.has("\0"sv)) return refuse("a link elsewhere", at);
      const std::uint64_t offset = in.number(4);
      const std::uint64_t length = in.number(2);
      const auto block = std::ranges::find_if(heap, [&](const HeapBlock& one) {
        return offset >= one.offset + kHeapBlockHead && offset - one.offset <= one.bytes &&
               length <= one.bytes - (offset - one.offset);
      });
      if (block == heap.end()) return refuse("a link outside of its heap", at);
      const std::uint64_t begin = offset - block->offset;
      Bytes body(std::string_view(block->content).substr(begin, length), block->at + begin);
      Object none;
      if (!link(body, none)) return false;
      if (!body.done()) return refuse("a link of another length", at);
    }
    return true;
  }

  bool heap_blocks(std::uint64_t at, std::vector<HeapBlock>& heap) {
    std::string bytes;
    if (!claim(at, 146, bytes)) return false;
    Bytes head(bytes, at);
    // Names of 7 bytes, no filters, checksums, objects of at most 4096 bytes, none outside.
    if (!head.has(
            "FRHP\0\x07\0\0\0\x02\0\x10\0\0\0\0\0\0\0\0\0\0\xff\xff\xff\xff\xff\xff\xff\xff"sv)) {
      return refuse("another heap", at);
    }
    head.take(8);
    const std::uint64_t free_space = head.number(8);
    if (free_space != kNowhere && !inside(free_space, 1)) return refuse("another heap", at);
    const std::uint64_t managed = head.number(8);
    head.take(24);
    constexpr std::string_view kTable("\x04\0\0\x02\0\0\0\0\0\0\0\0\x01\0\0\0\0\0\x20\0\x01\0", 22);
    if (!head.has(std::string(32, '\0')) || !head.has(kTable)) return refuse("another heap", at);
    const std::uint64_t root = head.number(8);
    const std::uint64_t rows = head.number(2);
    if (rows > kHeapMostRows) return refuse("a larger heap", at);
    std::uint64_t offset = 0;
    if (rows == 0) {
      if (!heap_block(root, at, offset, kHeapBlockBytes, heap)) return false;
      offset = kHeapBlockBytes;
    } else {
      std::string table;
      const std::uint64_t table_bytes = 17 + rows * kHeapWidth * 8;
      if (!claim(root, table_bytes + kChecksumBytes, table)) return false;
      Bytes in(table, root);
      if (!in.has("FHIB\0"sv) || in.number(8) != at || in.number(4) != 0) {
        return refuse("another heap", root);
      }
      for (std::uint64_t i = 0; i < rows * kHeapWidth; ++i) {
        const std::uint64_t row = i / kHeapWidth;
        const std::uint64_t block_bytes = kHeapBlockBytes << (row == 0 ? 0 : row - 1);
        const std::uint64_t where = in.number(8);
        if (where != kNowhere && !heap_block(where, at, offset, block_bytes, heap)) return false;
        offset += block_bytes;
      }
    }
    return managed == offset || refuse("a heap of another length", at);
  }

  bool heap_block(std::uint64_t at, std::uint64_t owner, std::uint64_t offset, std::uint64_t bytes,
                  std::vector<HeapBlock>& heap) {
    HeapBlock block{offset, bytes, at, {}};
    if (!claim(at, bytes, block.content)) return false;
    Bytes in(block.content, at);
    if (!in.has("FHDB\0"sv) || in.number(8) != owner || in.number(4) != offset) {
      return refuse("another heap", at);
    }
    heap.push_back(std::move(block));
    return true;
  }

  H5Source& source_;
  std::uint64_t end_;
  std::uint64_t stored_bytes_ = 0;
  std::map<std::uint64_t, std::uint64_t> claimed_;  // structures: begin, bytes
  std::vector<std::uint64_t> arrays_;               // their headers
  std::optional<LayoutBreach> breach_;
};

const std::array<Walk::MessageRow, 12> Walk::kMessages = {{
    {0x00, kOfRoot | kOfArray, false, &Walk::nothing},
    {0x01, kOfArray, true, &Walk::dataspace},
    {0x02, kOfRoot, true, &Walk::link_info},
    {0x03, kOfArray, true, &Walk::datatype},
    {0x05, kOfArray, true, &Walk::fill},
    {0x06, kOfRoot, false, &Walk::link},
    {0x08, kOfArray, true, &Walk::layout},
    {0x0a, kOfRoot, true, &Walk::group_info},
    {0x0b, kOfArray, true, &Walk::filters},
    {0x0c, kOfRoot, false, &Walk::attribute},
    {0x10, kOfRoot | kOfArray, false, &Walk::more},
    {0x15, kOfRoot | kOfArray, true, &Walk::attribute_info},
}};

}  // namespace

std::optional<LayoutBreach> find_breach(H5Source& source) { return Walk(source).run(); }

}  // namespace sortscope
