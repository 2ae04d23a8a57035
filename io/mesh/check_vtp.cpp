#include "io/mesh/check_vtp.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "io/files/errors.h"
#include "io/files/text_cursor.h"
#include "io/mesh/load_bytes.h"

namespace intercusp {
namespace {

//! zlib expands each byte to at most 1032, LZ4 to 255.
constexpr std::uint64_t most_expansion = 1100;
//! Below this size a claim is harmless, however well an array of zeros was packed (LZMA has no such bound).
constexpr std::uint64_t harmless_bytes = std::uint64_t{1} << 26;

struct Attribute {
  std::string_view name;
  std::string_view value;
};

struct Tag {
  std::string_view name;
  std::vector<Attribute> attributes;
  bool opens = true;      //!< false for </name>
  bool closes = false;    //!< true for </name> and <name/>
  std::size_t begin = 0;  //!< of its '<'
  std::size_t end = 0;    //!< behind its '>'

  [[nodiscard]] std::string_view value(std::string_view attribute) const {
    for (const Attribute& a : attributes) {
      if (a.name == attribute) return a.value;
    }
    return {};
  }
};

bool is_section_of_cells(std::string_view name) {
  return name == "Verts" || name == "Lines" || name == "Strips" || name == "Polys" || name == "Cells";
}

//! The whole check, as it walks through the file.
class VtpCheck {
 public:
  VtpCheck(const std::filesystem::path& file, std::string_view bytes) : file_(file), bytes_(bytes) {}

  void run();

 private:
  struct AppendedArray {
    Tag tag;
    std::optional<std::uint64_t> values;
    std::size_t cells = 0;
  };
  //! What the two arrays of a section of cells must agree on. VTK takes memory for as many corners as the
  //! last offset says.
  struct Cells {
    std::size_t at = 0;  //!< of the section's tag
    std::optional<std::uint64_t> corners;
    std::optional<double> last_offset;
  };
  //! What an array was found to hold.
  struct Content {
    std::uint64_t values = 0;
    std::optional<double> last;  //!< of those that are needed; nothing where data are packed
  };
  struct Piece {
    std::uint64_t points = 0;
    std::uint64_t verts = 0;
    std::uint64_t lines = 0;
    std::uint64_t strips = 0;
    std::uint64_t polys = 0;
    std::uint64_t cells = 0;  //!< of an unstructured grid
  };

  [[noreturn]] void fail(std::size_t at, const std::string& reason) const;
  [[nodiscard]] std::size_t skip_space(std::size_t at) const;
  [[nodiscard]] std::size_t find(std::string_view text, std::size_t from, std::string_view where) const;
  [[nodiscard]] std::string_view take_name(std::size_t& at) const;
  [[nodiscard]] Attribute take_attribute(std::size_t& at) const;
  [[nodiscard]] Tag take_tag(std::size_t at) const;
  [[nodiscard]] std::optional<std::size_t> skip_no_tag(std::size_t at) const;
  [[nodiscard]] std::uint64_t count_in(const Tag& tag, std::string_view attribute) const;
  void open(const Tag& tag);
  void read_root(const Tag& tag);
  void read_piece(const Tag& tag);
  void check_array(const Tag& tag);
  void check_appended_arrays();
  void note_cells(const Tag& tag, std::size_t cells, const Content& content);
  void check_cells() const;
  [[nodiscard]] std::optional<std::uint64_t> values_wanted(const Tag& tag) const;
  [[nodiscard]] Content check_text(const Tag& tag, std::string_view text,
                                   std::optional<std::uint64_t> values) const;
  [[nodiscard]] Content check_block(const Tag& tag, std::string_view text, bool base64,
                                    std::optional<std::uint64_t> values) const;
  [[nodiscard]] std::uint64_t plain_bytes(const Tag& tag, std::string_view text, bool base64) const;
  [[nodiscard]] std::uint64_t packed_bytes(const Tag& tag, std::string_view text, bool base64) const;
  [[nodiscard]] std::uint64_t number(const std::string& bytes, std::uint64_t index) const;

  const std::filesystem::path& file_;
  std::string_view bytes_;
  std::vector<std::string_view> open_tags_;
  Piece piece_;
  std::vector<AppendedArray> appended_;
  std::vector<Cells> cells_;
  std::optional<std::string_view> appended_data_;
  bool appended_base64_ = false;
  std::endian order_ = std::endian::little;
  std::uint64_t number_bytes_ = 4;  //!< of a number in the head of a block of data
  bool packed_ = false;
};

void VtpCheck::fail(std::size_t at, const std::string& reason) const {
  TextCursor cursor(file_, bytes_);
  cursor.go_to(std::min(at, bytes_.size()));
  cursor.fail(reason + "; the file is truncated or damaged, export it again");
}

std::size_t VtpCheck::skip_space(std::size_t at) const {
  while (at < bytes_.size() && is_space(bytes_[at])) ++at;
  return at;
}

std::size_t VtpCheck::find(std::string_view text, std::size_t from, std::string_view where) const {
  const std::size_t found = bytes_.find(text, from);
  if (found == std::string_view::npos) fail(from, fmt::format("{} has no end", where));
  return found;
}

std::string_view VtpCheck::take_name(std::size_t& at) const {
  const std::size_t start = at;
  const auto belongs = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-' || c == '.' || c == ':';
  };
  while (at < bytes_.size() && belongs(bytes_[at])) ++at;
  if (at == start) fail(at, "a name is expected in an XML tag");
  return bytes_.substr(start, at - start);
}

Attribute VtpCheck::take_attribute(std::size_t& at) const {
  Attribute attribute;
  attribute.name = take_name(at);
  at = skip_space(at);
  if (at >= bytes_.size() || bytes_[at] != '=') fail(at, "an attribute has no value");
  at = skip_space(at + 1);
  if (at >= bytes_.size() || (bytes_[at] != '"' && bytes_[at] != '\''))
    fail(at, "an attribute has no quotes");
  const std::size_t end = find(bytes_.substr(at, 1), at + 1, "a quoted value");
  attribute.value = bytes_.substr(at + 1, end - at - 1);
  at = end + 1;
  return attribute;
}

Tag VtpCheck::take_tag(std::size_t at) const {
  Tag tag;
  tag.begin = at++;
  if (at < bytes_.size() && bytes_[at] == '/') {
    tag.opens = false;
    tag.closes = true;
    ++at;
  }
  tag.name = take_name(at);
  for (at = skip_space(at); at < bytes_.size(); at = skip_space(at)) {
    if (bytes_[at] == '>') {
      tag.end = at + 1;
      return tag;
    }
    if (tag.opens && bytes_.substr(at, 2) == "/>") {
      tag.closes = true;
      tag.end = at + 2;
      return tag;
    }
    tag.attributes.push_back(take_attribute(at));
  }
  fail(tag.begin, fmt::format("the tag \"{}\" has no end", tag.name));
}

//! The end of a comment or of the XML declaration at this place.
std::optional<std::size_t> VtpCheck::skip_no_tag(std::size_t at) const {
  const std::string_view here = bytes_.substr(at, 4);
  if (here.starts_with("<?")) return find("?>", at, "an XML declaration") + 2;
  if (here.starts_with("<!--")) return find("-->", at, "an XML comment") + 3;
  if (here.starts_with("<!")) fail(at, "document types and CDATA have no place in a VTP file");
  return std::nullopt;
}

//! A count of points or cells: nothing, or a number that such a file can hold.
std::uint64_t VtpCheck::count_in(const Tag& tag, std::string_view attribute) const {
  const std::string_view text = tag.value(attribute);
  if (text.empty()) return 0;
  std::uint64_t count = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, count);
  if (error != std::errc{} || stop != end)
    fail(tag.begin, fmt::format("{} is not a whole number", attribute));
  if (count > bytes_.size() * most_expansion) {
    fail(tag.begin,
         fmt::format("{} is {}, more than a file of {} bytes can hold", attribute, count, bytes_.size()));
  }
  return count;
}

void VtpCheck::run() {
  std::size_t at = bytes_.find('<');
  bool seen_root = false;
  for (; at < bytes_.size(); at = std::min(bytes_.find('<', at), bytes_.size())) {
    if (const auto end = skip_no_tag(at)) {
      at = *end;
      continue;
    }
    const Tag tag = take_tag(at);
    at = tag.end;
    if (tag.opens) {
      if (open_tags_.empty() && seen_root) fail(tag.begin, "a second XML root");
      seen_root = true;
      open_tags_.push_back(tag.name);
      if (open_tags_.size() > 32) fail(tag.begin, "the XML tags are nested too deeply");
      open(tag);
      if (tag.name == "AppendedData" && !tag.closes) at = bytes_.rfind("</AppendedData");
    }
    if (tag.closes) {
      if (open_tags_.empty() || open_tags_.back() != tag.name) {
        fail(tag.begin, fmt::format("</{}> closes what is not open", tag.name));
      }
      open_tags_.pop_back();
    }
  }
  if (!open_tags_.empty()) fail(bytes_.size(), fmt::format("the file ends before </{}>", open_tags_.back()));
  check_appended_arrays();
  check_cells();
}

void VtpCheck::open(const Tag& tag) {
  if (open_tags_.size() == 1) read_root(tag);
  if (tag.name == "Piece") read_piece(tag);
  if (is_section_of_cells(tag.name)) cells_.push_back({.at = tag.begin});
  if (tag.name == "DataArray") check_array(tag);  // an "Array" holds strings, which are not read
  if (tag.name != "AppendedData" || tag.closes) return;
  if (tag.value("encoding") != "raw" && tag.value("encoding") != "base64") {
    fail(tag.begin, "appended data are neither raw nor base64");
  }
  const std::size_t begin = skip_space(tag.end);
  const std::size_t end = bytes_.rfind("</AppendedData");
  if (begin >= bytes_.size() || bytes_[begin] != '_' || end == std::string_view::npos || end <= begin ||
      appended_data_) {
    fail(tag.begin, "the appended data do not begin with '_' or have no end");
  }
  appended_base64_ = tag.value("encoding") == "base64";
  appended_data_ = bytes_.substr(begin + 1, end - begin - 1);
}

void VtpCheck::read_root(const Tag& tag) {
  if (tag.name != "VTKFile" || tag.value("type") != "PolyData")
    fail(tag.begin, "is no VTKFile of type PolyData");
  const std::string_view order = tag.value("byte_order");
  if (order != "LittleEndian" && order != "BigEndian") fail(tag.begin, "byte_order is missing or unknown");
  order_ = order == "LittleEndian" ? std::endian::little : std::endian::big;
  const std::string_view head = tag.value("header_type");
  if (!head.empty() && head != "UInt32" && head != "UInt64") fail(tag.begin, "header_type is unknown");
  number_bytes_ = head == "UInt64" ? 8 : 4;
  const std::string_view packer = tag.value("compressor");
  packed_ = !packer.empty();
  constexpr std::array<std::string_view, 3> known = {"vtkZLibDataCompressor", "vtkLZ4DataCompressor",
                                                     "vtkLZMADataCompressor"};
  if (packed_ && std::find(known.begin(), known.end(), packer) == known.end()) {
    fail(tag.begin, "the compressor is unknown");
  }
}

void VtpCheck::read_piece(const Tag& tag) {
  piece_ = {.points = count_in(tag, "NumberOfPoints"),
            .verts = count_in(tag, "NumberOfVerts"),
            .lines = count_in(tag, "NumberOfLines"),
            .strips = count_in(tag, "NumberOfStrips"),
            .polys = count_in(tag, "NumberOfPolys"),
            .cells = count_in(tag, "NumberOfCells")};
}

std::optional<std::uint64_t> bytes_of_type(std::string_view type) {
  constexpr std::pair<std::string_view, std::uint64_t> types[] = {
      {"Int8", 1},   {"UInt8", 1}, {"Int16", 2},  {"UInt16", 2},  {"Int32", 4},
      {"UInt32", 4}, {"Int64", 8}, {"UInt64", 8}, {"Float32", 4}, {"Float64", 8}};
  for (const auto& [name, size] : types) {
    if (type == name) return size;
  }
  return std::nullopt;
}

//! How many numbers an array must have; nothing where the file does not say so beforehand.
std::optional<std::uint64_t> VtpCheck::values_wanted(const Tag& tag) const {
  if (open_tags_.size() < 2) fail(tag.begin, "an array stands outside of all sections");
  const std::string_view section = open_tags_[open_tags_.size() - 2];
  const std::string_view name = tag.value("Name");
  std::uint64_t components = 1;
  if (!tag.value("NumberOfComponents").empty()) components = count_in(tag, "NumberOfComponents");
  if (components == 0 || components > 1000) fail(tag.begin, "an array has no components, or too many");
  if (section == "Points" && components != 3) fail(tag.begin, "points need three coordinates");
  if (section == "Points" || section == "PointData") return piece_.points * components;
  if (section == "CellData")
    return (piece_.verts + piece_.lines + piece_.strips + piece_.polys + piece_.cells) * components;
  if (section == "FieldData") return count_in(tag, "NumberOfTuples") * components;
  if (components != 1) fail(tag.begin, "an array of cells needs one component");
  if (section == "Cells" && (name == "offsets" || name == "types")) return piece_.cells;
  if (name != "offsets") return std::nullopt;
  if (section == "Verts") return piece_.verts;
  if (section == "Lines") return piece_.lines;
  if (section == "Strips") return piece_.strips;
  return piece_.polys;
}

void VtpCheck::check_array(const Tag& tag) {
  if (!bytes_of_type(tag.value("type"))) {
    fail(tag.begin,
         fmt::format("the array \"{}\" is not of numbers; save the file without it", tag.value("Name")));
  }
  const std::optional<std::uint64_t> values = values_wanted(tag);
  const std::string_view format = tag.value("format");
  if (format == "appended") {
    appended_.push_back({.tag = tag, .values = values, .cells = cells_.size()});
    return;
  }
  if (format != "ascii" && format != "binary") fail(tag.begin, "the format of an array is unknown");
  if (tag.closes) {
    if (values.value_or(0) > 0) fail(tag.begin, "an array has no data");
    return;
  }
  std::size_t begin = skip_space(tag.end);
  std::size_t end = find("<", begin, "an array");
  while (end > begin && is_space(bytes_[end - 1])) --end;
  const std::string_view text = bytes_.substr(begin, end - begin);
  if (format == "ascii") {
    note_cells(tag, cells_.size(), check_text(tag, text, values));
  } else {
    note_cells(tag, cells_.size(), check_block(tag, text, true, values));
  }
}

//! \param cells number of the section that contains the array, from 1.
void VtpCheck::note_cells(const Tag& tag, std::size_t cells, const Content& content) {
  if (cells == 0) return;
  if (tag.value("Name") == "connectivity") cells_[cells - 1].corners = content.values;
  if (tag.value("Name") == "offsets") cells_[cells - 1].last_offset = content.last;
}

void VtpCheck::check_cells() const {
  for (const Cells& cells : cells_) {
    if (!cells.last_offset) continue;
    const double corners = static_cast<double>(cells.corners.value_or(0));
    if (*cells.last_offset >= 0 && *cells.last_offset <= corners) continue;
    fail(cells.at,
         fmt::format("the last offset is {}, the connectivity has {} numbers", *cells.last_offset, corners));
  }
}

void VtpCheck::check_appended_arrays() {
  for (const AppendedArray& array : appended_) {
    if (!appended_data_) fail(array.tag.begin, "an array has its data appended, but there are none");
    std::uint64_t offset = 0;
    const std::string_view text = array.tag.value("offset");
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, offset);
    if (error != std::errc{} || stop != end || offset > appended_data_->size()) {
      fail(array.tag.begin, "an array lies outside of the appended data");
    }
    note_cells(array.tag, array.cells,
               check_block(array.tag, appended_data_->substr(offset), appended_base64_, array.values));
  }
}

VtpCheck::Content VtpCheck::check_text(const Tag& tag, std::string_view text,
                                       std::optional<std::uint64_t> values) const {
  TextCursor cursor(file_, text);
  Content content;
  for (; cursor.find_content(); ++content.values) {
    const std::string_view word = cursor.word();
    double value = 0;
    const char* const end = word.data() + word.size();
    const auto [stop, error] = std::from_chars(word.data(), end, value);
    if (error != std::errc{} || stop != end) {
      fail(tag.end + cursor.byte(), "something else than a number stands in an array");
    }
    if (values && content.values < *values) content.last = value;
  }
  if (values && content.values < *values) {
    fail(tag.begin, fmt::format("the array \"{}\" has {} numbers, {} are needed", tag.value("Name"),
                                content.values, *values));
  }
  return content;
}

int base64_digit(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  if (c == '+') return 62;
  return c == '/' ? 63 : -1;
}

std::uint64_t base64_length(std::uint64_t bytes) { return (bytes + 2) / 3 * 4; }

//! Bytes out of a block; nothing where it has not so many.
std::optional<std::string> bytes_at(std::string_view text, bool base64, std::uint64_t from,
                                    std::uint64_t count) {
  if (!base64)
    return text.size() < from + count ? std::nullopt : std::optional<std::string>(text.substr(from, count));
  if (text.size() < base64_length(from + count)) return std::nullopt;
  std::string bytes;
  std::uint32_t bits = 0;
  int held = 0;
  for (std::size_t i = from / 3 * 4; bytes.size() < from % 3 + count; ++i) {  // four digits are three bytes
    const int digit = base64_digit(text[i]);
    if (digit < 0) return std::nullopt;
    bits = (bits << 6) | static_cast<std::uint32_t>(digit);
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes += static_cast<char>((bits >> held) & 255U);
  }
  return bytes.substr(from % 3);
}

//! One number of an array.
double value_of(std::string_view type, const std::string& bytes, std::endian order) {
  const char* const data = bytes.data();
  if (type == "Int8") return load<std::int8_t>(data, order);
  if (type == "UInt8") return load<std::uint8_t>(data, order);
  if (type == "Int16") return load<std::int16_t>(data, order);
  if (type == "UInt16") return load<std::uint16_t>(data, order);
  if (type == "Int32") return load<std::int32_t>(data, order);
  if (type == "UInt32") return load<std::uint32_t>(data, order);
  if (type == "Int64") return static_cast<double>(load<std::int64_t>(data, order));
  if (type == "UInt64") return static_cast<double>(load<std::uint64_t>(data, order));
  return type == "Float32" ? static_cast<double>(load<float>(data, order)) : load<double>(data, order);
}

std::uint64_t VtpCheck::number(const std::string& bytes, std::uint64_t index) const {
  const char* const data = bytes.data() + index * number_bytes_;
  return number_bytes_ == 4 ? load<std::uint32_t>(data, order_) : load<std::uint64_t>(data, order_);
}

//! A block that is not packed: its length, then so many bytes.
std::uint64_t VtpCheck::plain_bytes(const Tag& tag, std::string_view text, bool base64) const {
  const auto head = bytes_at(text, base64, 0, number_bytes_);
  if (!head) fail(tag.begin, fmt::format("the array \"{}\" ends within its head", tag.value("Name")));
  const std::uint64_t length = number(*head, 0);
  const std::uint64_t room = base64 ? text.size() / 4 * 3 : text.size();
  if (length > room || length + number_bytes_ > room) {
    fail(tag.begin, fmt::format("the array \"{}\" claims {} bytes, there are {} at most", tag.value("Name"),
                                length, room));
  }
  return length;
}

//! A packed block: number of blocks, their size, the size of the last if it is another one, then the packed
//! size of each; then the blocks.
std::uint64_t VtpCheck::packed_bytes(const Tag& tag, std::string_view text, bool base64) const {
  const std::string name(tag.value("Name"));
  const auto head = bytes_at(text, base64, 0, 3 * number_bytes_);
  if (!head) fail(tag.begin, fmt::format("the array \"{}\" ends within its head", name));
  const std::uint64_t blocks = number(*head, 0);
  const std::uint64_t block_bytes = number(*head, 1);
  const std::uint64_t last_bytes = number(*head, 2);
  if (blocks == 0) return 0;
  if (blocks > text.size() || block_bytes > std::uint64_t{1} << 40 || last_bytes > block_bytes) {
    fail(tag.begin, fmt::format("the array \"{}\" has a head that cannot be right", name));
  }
  const std::uint64_t head_bytes = (3 + blocks) * number_bytes_;
  const auto sizes = bytes_at(text, base64, 0, head_bytes);
  if (!sizes) fail(tag.begin, fmt::format("the array \"{}\" ends within its head", name));
  std::uint64_t packed = 0;
  for (std::uint64_t i = 0; i < blocks; ++i) {
    const std::uint64_t size = number(*sizes, 3 + i);
    if (size > text.size()) fail(tag.begin, fmt::format("the array \"{}\" has a block beyond the end", name));
    packed += size;
  }
  const std::uint64_t needed =
      base64 ? base64_length(head_bytes) + base64_length(packed) : head_bytes + packed;
  if (needed > text.size()) {
    fail(tag.begin,
         fmt::format("the array \"{}\" needs {} bytes, there are {} at most", name, needed, text.size()));
  }
  const std::uint64_t whole_blocks = last_bytes == 0 ? blocks : blocks - 1;
  if (whole_blocks > 0 && block_bytes > (std::uint64_t{1} << 50) / whole_blocks) {
    fail(tag.begin, fmt::format("the array \"{}\" has a head that cannot be right", name));
  }
  const std::uint64_t unpacked = whole_blocks * block_bytes + last_bytes;
  if (std::max(unpacked, block_bytes) > std::max(harmless_bytes, packed * most_expansion)) {
    fail(tag.begin, fmt::format("the array \"{}\" claims {} bytes out of {}", name, unpacked, packed));
  }
  return unpacked;
}

VtpCheck::Content VtpCheck::check_block(const Tag& tag, std::string_view text, bool base64,
                                        std::optional<std::uint64_t> values) const {
  if (text.empty() && values.value_or(0) == 0) return {};
  const std::string_view type = tag.value("type");
  const std::uint64_t value_bytes = *bytes_of_type(type);
  const std::uint64_t found = packed_ ? packed_bytes(tag, text, base64) : plain_bytes(tag, text, base64);
  const std::uint64_t wanted = values.value_or(0) * value_bytes;
  if (found < wanted) {
    fail(tag.begin,
         fmt::format("the array \"{}\" has {} bytes, {} are needed", tag.value("Name"), found, wanted));
  }
  Content content{.values = found / value_bytes, .last = std::nullopt};
  if (packed_ || wanted == 0 || tag.value("Name") != "offsets") return content;
  const auto last = bytes_at(text, base64, number_bytes_ + wanted - value_bytes, value_bytes);
  if (!last) fail(tag.begin, "the array \"offsets\" has something else than base64 in it");
  content.last = value_of(type, *last, order_);
  return content;
}

}  // namespace

void check_vtp(const std::filesystem::path& file, std::string_view bytes) { VtpCheck(file, bytes).run(); }

}  // namespace intercusp
