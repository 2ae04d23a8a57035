#include "io/mesh/readers.h"

#include <fmt/format.h>
#include <vtkBase64Utilities.h>
#include <vtkCellData.h>
#include <vtkDataArray.h>
#include <vtkDataSetAttributes.h>
#include <vtkPointData.h>
#include <vtkPolyData.h>
#include <vtkSmartPointer.h>
#include <vtkXMLPolyDataReader.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <utility>

#include "io/mesh/load_bytes.h"

namespace intercusp {
namespace {

//! zlib expands each byte to at most 1032 bytes, LZ4 to 255.
constexpr std::uint64_t most_expansion = 1100;
//! Below this size a claim is harmless, however well an array of zeros was packed (LZMA has no such bound).
constexpr std::uint64_t harmless_bytes = std::uint64_t{1} << 26;
//! VTK searches for each attribute of a tag, and each array of a piece, among those before it. It writes at
//! most 9 attributes.
constexpr std::size_t most_attributes = 64, most_arrays = 1000;

constexpr NumberType vtp_numbers[] = {
    number_type<std::int8_t>("Int8"),   number_type<std::uint8_t>("UInt8"),
    number_type<std::int16_t>("Int16"), number_type<std::uint16_t>("UInt16"),
    number_type<std::int32_t>("Int32"), number_type<std::uint32_t>("UInt32"),
    number_type<std::int64_t>("Int64"), number_type<std::uint64_t>("UInt64"),
    number_type<float>("Float32"),      number_type<double>("Float64")};

struct Tag {
  std::string_view name;
  std::vector<std::pair<std::string_view, std::string_view>> attributes;
  bool opens = true;      //!< false for </name>
  bool closes = false;    //!< true for </name> and <name/>
  std::size_t begin = 0;  //!< position of its '<'
  std::size_t end = 0;    //!< position after its '>'

  [[nodiscard]] std::string_view operator[](std::string_view attribute) const {
    for (const auto& [key, value] : attributes) {
      if (key == attribute) return value;
    }
    return {};
  }
};

constexpr auto is_base64_digit = [] {
  std::array<bool, 256> is{};
  for (const char c : std::string_view("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"))
    is[static_cast<unsigned char>(c)] = true;
  return is;
}();

std::uint64_t base64_length(std::uint64_t bytes) { return (bytes + 2) / 3 * 4; }

//! Data that are not text. In base64, four digits stand for three bytes.
struct Block {
  std::string_view text;
  bool base64 = false;

  [[nodiscard]] std::uint64_t room() const { return base64 ? text.size() / 4 * 3 : text.size(); }
  //! Some bytes of the block. Empty if there are fewer, or if they are not base64.
  [[nodiscard]] std::optional<std::string> bytes(std::uint64_t from, std::uint64_t count) const {
    const std::uint64_t length = base64 ? base64_length(from + count) : from + count;
    if (text.size() < length) return std::nullopt;
    if (!base64) return std::string(text.substr(from, count));
    const std::string_view digits = text.substr(from / 3 * 4, length - from / 3 * 4);
    std::string decoded(digits.size() / 4 * 3, '\0');
    const std::size_t found =
        vtkBase64Utilities::DecodeSafely(reinterpret_cast<const unsigned char*>(digits.data()), digits.size(),
                                         reinterpret_cast<unsigned char*>(decoded.data()), decoded.size());
    if (found < from % 3 + count) return std::nullopt;
    return decoded.substr(from % 3, count);
  }
};

//! The complete check, which walks through the file.
class VtpCheck {
 public:
  VtpCheck(const std::filesystem::path& file, std::string_view bytes) : file_(file), bytes_(bytes) {}

  void run() {
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
        if (open_tags_.empty() || open_tags_.back() != tag.name)
          fail(tag.begin, fmt::format("</{}> closes what is not open", tag.name));
        open_tags_.pop_back();
      }
    }
    if (!open_tags_.empty())
      fail(bytes_.size(), fmt::format("the file ends before </{}>", open_tags_.back()));
    for (const AppendedArray& array : appended_) check_appended_array(array);
    for (const Cells& cells : cells_) check_cells(cells);
  }

 private:
  struct AppendedArray {
    Tag tag;
    std::optional<std::uint64_t> values;
    std::size_t cells = 0;
  };
  //! Facts on which the two arrays of a section of cells must agree. VTK allocates memory for as many corners
  //! as the last offset states.
  struct Cells {
    std::size_t at = 0;  //!< position of the section's tag
    std::optional<std::uint64_t> corners;
    std::optional<double> last_offset;
  };
  //! What an array contains.
  struct Content {
    std::uint64_t values = 0;
    std::optional<double> last;  //!< the last number, for arrays that need it; empty if data are packed
  };

  [[noreturn]] void fail(std::size_t at, const std::string& reason) const {
    TextCursor cursor(file_, bytes_);
    cursor.go_to(std::min(at, bytes_.size()));
    cursor.fail(reason + "; the file is truncated or damaged, export it again");
  }
  [[noreturn]] void fail_array(const Tag& tag, const std::string& reason) const {
    fail(tag.begin, fmt::format("the array \"{}\" {}", tag["Name"], reason));
  }

  // XML

  [[nodiscard]] std::size_t skip_space(std::size_t at) const {
    while (at < bytes_.size() && is_space(bytes_[at])) ++at;
    return at;
  }
  [[nodiscard]] std::size_t find(std::string_view text, std::size_t from, std::string_view where) const {
    const std::size_t found = bytes_.find(text, from);
    if (found == std::string_view::npos) fail(from, fmt::format("{} has no end", where));
    return found;
  }
  [[nodiscard]] std::string_view take_name(std::size_t& at) const {
    const std::size_t start = at;
    const auto belongs = [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-' || c == '.' || c == ':';
    };
    while (at < bytes_.size() && belongs(bytes_[at])) ++at;
    if (at == start) fail(at, "a name is expected in an XML tag");
    return bytes_.substr(start, at - start);
  }
  [[nodiscard]] std::string_view take_value(std::size_t& at) const {
    at = skip_space(at);
    if (!bytes_.substr(at).starts_with('=')) fail(at, "an attribute has no value");
    at = skip_space(at + 1);
    const std::string_view quote = bytes_.substr(at, 1);
    if (quote != "\"" && quote != "'") fail(at, "an attribute has no quotes");
    const std::size_t begin = at + 1, end = find(quote, begin, "a quoted value");
    at = end + 1;
    return bytes_.substr(begin, end - begin);
  }
  [[nodiscard]] Tag take_tag(std::size_t at) const {
    Tag tag;
    tag.begin = at++;
    tag.opens = !bytes_.substr(at).starts_with('/');
    tag.closes = !tag.opens;
    if (tag.closes) ++at;
    tag.name = take_name(at);
    for (at = skip_space(at); at < bytes_.size(); at = skip_space(at)) {
      tag.closes |= bytes_.substr(at, 2) == "/>";
      tag.end = at + (tag.opens && tag.closes ? 2 : 1);
      if (bytes_[at] == '>' || (tag.opens && tag.closes)) return tag;
      if (tag.attributes.size() == most_attributes)
        fail(at, fmt::format("a tag has more than {} attributes", most_attributes));
      const std::string_view name = take_name(at);
      tag.attributes.emplace_back(name, take_value(at));
    }
    fail(tag.begin, fmt::format("the tag \"{}\" has no end", tag.name));
  }
  //! The end of a comment or of the XML declaration at this position.
  [[nodiscard]] std::optional<std::size_t> skip_no_tag(std::size_t at) const {
    const std::string_view here = bytes_.substr(at, 4);
    if (here.starts_with("<?")) return find("?>", at, "an XML declaration") + 2;
    if (here.starts_with("<!--")) return find("-->", at, "an XML comment") + 3;
    if (here.starts_with("<!")) fail(at, "document types and CDATA have no place in a VTP file");
    return std::nullopt;
  }

  // What the tags say

  //! A count of points or cells. It may be absent, or must be a number that a file of this size can hold.
  [[nodiscard]] std::uint64_t count_in(const Tag& tag, std::string_view attribute) const {
    std::uint64_t count = 0;
    if (tag[attribute].empty()) return 0;
    if (!is_number(tag[attribute], count))
      fail(tag.begin, fmt::format("{} is not a whole number", attribute));
    if (count > bytes_.size() * most_expansion) {
      fail(tag.begin,
           fmt::format("{} is {}, more than a file of {} bytes can hold", attribute, count, bytes_.size()));
    }
    return count;
  }

  void open(const Tag& tag) {
    if (open_tags_.size() == 1) read_root(tag);
    if (tag.name == "Piece" && open_tags_.size() == 3) arrays_ = 0;
    if (tag.name == "Piece") {
      points_ = count_in(tag, "NumberOfPoints");
      for (std::size_t i = 0; i < sections.size(); ++i)
        section_cells_[i] = count_in(tag, fmt::format("NumberOf{}", sections[i]));
    }
    if (std::ranges::find(sections, tag.name) != sections.end()) cells_.push_back({.at = tag.begin});
    if (tag.name == "DataArray" && ++arrays_ > most_arrays)
      fail(tag.begin, fmt::format("a piece has more than {} arrays", most_arrays));
    if (tag.name == "DataArray") check_array(tag);  // an "Array" holds strings, which are not read
    if (tag.name == "AppendedData" && !tag.closes) read_appended_data(tag);
  }

  void read_root(const Tag& tag) {
    if (tag.name != "VTKFile" || tag["type"] != "PolyData") fail(tag.begin, "is no VTKFile of type PolyData");
    if (tag["byte_order"] != "LittleEndian" && tag["byte_order"] != "BigEndian")
      fail(tag.begin, "byte_order is missing or unknown");
    order_ = tag["byte_order"] == "LittleEndian" ? std::endian::little : std::endian::big;
    const std::string_view head = tag["header_type"];
    if (!head.empty() && head != "UInt32" && head != "UInt64") fail(tag.begin, "header_type is unknown");
    head_number_bytes_ = head == "UInt64" ? 8 : 4;
    packed_ = !tag["compressor"].empty();
    constexpr std::array<std::string_view, 3> known = {"vtkZLibDataCompressor", "vtkLZ4DataCompressor",
                                                       "vtkLZMADataCompressor"};
    if (packed_ && std::ranges::find(known, tag["compressor"]) == known.end())
      fail(tag.begin, "the compressor is unknown");
  }

  void read_appended_data(const Tag& tag) {
    if (tag["encoding"] != "raw" && tag["encoding"] != "base64")
      fail(tag.begin, "appended data are neither raw nor base64");
    const std::size_t begin = skip_space(tag.end), end = bytes_.rfind("</AppendedData");
    if (!bytes_.substr(begin).starts_with('_') || end == std::string_view::npos || end <= begin ||
        appended_data_) {
      fail(tag.begin, "the appended data do not begin with '_' or have no end");
    }
    appended_data_ = {.text = bytes_.substr(begin + 1, end - begin - 1),
                      .base64 = tag["encoding"] == "base64"};
  }

  //! How many numbers an array must have; empty if the file does not state it beforehand.
  [[nodiscard]] std::optional<std::uint64_t> values_wanted(const Tag& tag) const {
    if (open_tags_.size() < 2) fail(tag.begin, "an array stands outside of all sections");
    const std::string_view section = open_tags_[open_tags_.size() - 2];
    const std::uint64_t components =
        tag["NumberOfComponents"].empty() ? 1 : count_in(tag, "NumberOfComponents");
    if (components == 0 || components > 1000) fail(tag.begin, "an array has no components, or too many");
    if (section == "Points" && components != 3) fail(tag.begin, "points need three coordinates");
    if (section == "Points" || section == "PointData") return points_ * components;
    if (section == "FieldData") return count_in(tag, "NumberOfTuples") * components;
    std::uint64_t cells = 0;
    for (std::size_t i = 0; i < sections.size(); ++i) {
      if (section == "CellData" || section == sections[i]) cells += section_cells_[i];
    }
    if (section == "CellData") return cells * components;
    if (components != 1) fail(tag.begin, "an array of cells needs one component");
    return tag["Name"] == "offsets" ? std::optional(cells) : std::nullopt;
  }

  // Arrays

  void check_array(const Tag& tag) {
    if (std::ranges::find(vtp_numbers, tag["type"], &NumberType::name) == std::end(vtp_numbers))
      fail_array(tag, "is not of numbers; save the file without it");
    const std::optional<std::uint64_t> values = values_wanted(tag);
    const std::string_view format = tag["format"];
    if (format == "appended") {
      appended_.push_back({.tag = tag, .values = values, .cells = cells_.size()});
      return;
    }
    if (format != "ascii" && format != "binary") fail(tag.begin, "the format of an array is unknown");
    if (tag.closes) {
      if (values.value_or(0) > 0) fail(tag.begin, "an array has no data");
      return;
    }
    const std::size_t begin = skip_space(tag.end);
    std::size_t end = find("<", begin, "an array");
    while (end > begin && is_space(bytes_[end - 1])) --end;
    const std::string_view text = bytes_.substr(begin, end - begin);
    note_cells(tag, cells_.size(),
               format == "ascii" ? check_text(tag, text, values) : check_block(tag, {text, true}, values));
  }

  void check_appended_array(const AppendedArray& array) {
    if (!appended_data_) fail(array.tag.begin, "an array has its data appended, but there are none");
    std::uint64_t offset = 0;
    if (!is_number(array.tag["offset"], offset) || offset > appended_data_->text.size())
      fail(array.tag.begin, "an array lies outside of the appended data");
    const Block block{appended_data_->text.substr(offset), appended_data_->base64};
    note_cells(array.tag, array.cells, check_block(array.tag, block, array.values));
  }

  //! \param cells number of the section that contains the array, from 1
  void note_cells(const Tag& tag, std::size_t cells, const Content& content) {
    if (cells == 0) return;
    if (tag["Name"] == "connectivity") cells_[cells - 1].corners = content.values;
    if (tag["Name"] == "offsets") cells_[cells - 1].last_offset = content.last;
  }

  void check_cells(const Cells& cells) const {
    const auto corners = static_cast<double>(cells.corners.value_or(0));
    if (!cells.last_offset || (*cells.last_offset >= 0 && *cells.last_offset <= corners)) return;
    fail(cells.at,
         fmt::format("the last offset is {}, the connectivity has {} numbers", *cells.last_offset, corners));
  }

  [[nodiscard]] Content check_text(const Tag& tag, std::string_view text,
                                   std::optional<std::uint64_t> values) const {
    TextCursor cursor(file_, text);
    Content content;
    for (; cursor.find_content(); ++content.values) {
      double value = 0;
      if (!is_number(cursor.word(), value))
        fail(tag.end + cursor.byte(), "an array has an entry that is not a number");
      if (values && content.values < *values) content.last = value;
    }
    if (values && content.values < *values)
      fail_array(tag, fmt::format("has {} numbers, {} are needed", content.values, *values));
    return content;
  }

  [[nodiscard]] Content check_block(const Tag& tag, const Block& block,
                                    std::optional<std::uint64_t> values) const {
    if (block.text.empty() && values.value_or(0) == 0) return {};
    const NumberType& type = *std::ranges::find(vtp_numbers, tag["type"], &NumberType::name);
    const std::uint64_t found = packed_ ? packed_bytes(tag, block) : plain_bytes(tag, block);
    const std::uint64_t wanted = values.value_or(0) * type.bytes;
    if (found < wanted) fail_array(tag, fmt::format("has {} bytes, {} are needed", found, wanted));
    Content content{.values = found / type.bytes, .last = std::nullopt};
    if (packed_ || wanted == 0 || tag["Name"] != "offsets") return content;
    const auto last = block.bytes(head_number_bytes_ + wanted - type.bytes, type.bytes);
    if (!last) fail_array(tag, "has characters that are not base64");
    content.last = type.load(last->data(), order_);
    return content;
  }

  //! The first numbers of a block.
  [[nodiscard]] std::vector<std::uint64_t> head_of(const Tag& tag, const Block& block,
                                                   std::uint64_t count) const {
    const auto bytes = block.bytes(0, count * head_number_bytes_);
    if (!bytes) fail_array(tag, "ends within its head");
    std::vector<std::uint64_t> numbers;
    for (const char* at = bytes->data(); numbers.size() < count; at += head_number_bytes_)
      numbers.push_back(head_number_bytes_ == 4 ? load<std::uint32_t>(at, order_)
                                                : load<std::uint64_t>(at, order_));
    return numbers;
  }

  //! Checks that a text is base64. VTK stops at anything else and leaves the remaining numbers as they were
  //! in memory.
  void check_digits(const Tag& tag, std::string_view text, std::uint64_t bytes) const {
    const std::uint64_t digits = (4 * bytes + 2) / 3;
    const auto is_digit = [](char c) { return is_base64_digit[static_cast<unsigned char>(c)]; };
    if (!std::ranges::all_of(text.substr(0, digits), is_digit))
      fail_array(tag, "has characters that are not base64");
  }

  //! The length of a block that is not packed. The block has its length and then as many bytes.
  [[nodiscard]] std::uint64_t plain_bytes(const Tag& tag, const Block& block) const {
    const std::uint64_t length = head_of(tag, block, 1)[0];
    if (length > block.room() || length + head_number_bytes_ > block.room())
      fail_array(tag, fmt::format("claims {} bytes, there are {} at most", length, block.room()));
    if (block.base64) check_digits(tag, block.text, head_number_bytes_ + length);
    return length;
  }

  //! The length of a packed block. The block has the number of blocks, their size, the size of the last one
  //! if it differs, and the packed size of each. Then the blocks follow.
  [[nodiscard]] std::uint64_t packed_bytes(const Tag& tag, const Block& block) const {
    const std::vector<std::uint64_t> head = head_of(tag, block, 3);
    const std::uint64_t blocks = head[0], block_bytes = head[1], last_bytes = head[2];
    if (blocks == 0) return 0;
    const std::uint64_t whole_blocks = last_bytes == 0 ? blocks : blocks - 1;
    if (blocks > block.text.size() || block_bytes > std::uint64_t{1} << 40 || last_bytes > block_bytes ||
        (whole_blocks > 0 && block_bytes > (std::uint64_t{1} << 50) / whole_blocks)) {
      fail_array(tag, "has a head that cannot be right");
    }
    std::uint64_t packed = 0;
    const std::vector<std::uint64_t> sizes = head_of(tag, block, 3 + blocks);
    for (std::uint64_t i = 3; i < sizes.size(); ++i) {
      if (sizes[i] > block.text.size()) fail_array(tag, "has a block beyond the end");
      packed += sizes[i];
    }
    const std::uint64_t head_bytes = sizes.size() * head_number_bytes_;
    const std::uint64_t needed =
        block.base64 ? base64_length(head_bytes) + base64_length(packed) : head_bytes + packed;
    if (needed > block.text.size())
      fail_array(tag, fmt::format("needs {} bytes, there are {} at most", needed, block.text.size()));
    if (block.base64) check_digits(tag, block.text.substr(base64_length(head_bytes)), packed);
    const std::uint64_t unpacked = whole_blocks * block_bytes + last_bytes;
    if (std::max(unpacked, block_bytes) > std::max(harmless_bytes, packed * most_expansion))
      fail_array(tag, fmt::format("claims {} bytes out of {}", unpacked, packed));
    return unpacked;
  }

  static constexpr std::array<std::string_view, 4> sections = {"Verts", "Lines", "Strips", "Polys"};

  const std::filesystem::path& file_;
  std::string_view bytes_;
  std::vector<std::string_view> open_tags_;
  std::uint64_t points_ = 0;                                    //!< points of the piece
  std::array<std::uint64_t, sections.size()> section_cells_{};  //!< cells of the piece, by section
  std::size_t arrays_ = 0;                                      //!< arrays of the piece so far
  std::vector<AppendedArray> appended_;
  std::vector<Cells> cells_;
  std::optional<Block> appended_data_;
  std::endian order_ = std::endian::little;
  std::uint64_t head_number_bytes_ = 4;  //!< size of a number in the head of a block of data
  bool packed_ = false;
};

//! Adds the arrays that have one component.
//! \param first index of the first number to take
void add_arrays(vtkDataSetAttributes& data, bool per_face, vtkIdType first,
                std::vector<NumberArray>& arrays) {
  for (int i = 0; i < data.GetNumberOfArrays(); ++i) {
    vtkDataArray* const array = data.GetArray(i);
    if (array == nullptr || array->GetName() == nullptr || array->GetNumberOfComponents() != 1) continue;
    NumberArray& numbers = arrays.emplace_back(NumberArray{array->GetName(), per_face, {}});
    for (vtkIdType k = first; k < array->GetNumberOfTuples(); ++k)
      numbers.numbers.push_back(label_of(array->GetTuple1(k)));
  }
}

}  // namespace

RawMesh read_vtp(const std::filesystem::path& file, std::string_view bytes) {
  VtpCheck(file, bytes).run();
  const auto reader = vtkSmartPointer<vtkXMLPolyDataReader>::New();
  reader->ReadFromInputStringOn();
  reader->SetInputString(std::string(bytes));
  vtkPolyData& data = read_by_vtk(file, *reader);
  RawMesh mesh;
  const std::vector<std::uint32_t> cell_of_face = take_cells(file, data, mesh);
  std::vector<NumberArray> arrays;
  add_arrays(*data.GetPointData(), false, 0, arrays);
  // The cells of vertices and lines come first in the data of cells.
  add_arrays(*data.GetCellData(), true, data.GetNumberOfVerts() + data.GetNumberOfLines(), arrays);
  take_labels(std::move(arrays), cell_of_face, mesh);
  return mesh;
}

}  // namespace intercusp
