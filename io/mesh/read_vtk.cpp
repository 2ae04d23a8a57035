#include "io/mesh/readers.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

#include "io/mesh/load_bytes.h"

namespace intercusp {
namespace {

constexpr NumberType vtk_numbers[] = {number_type<float>("float"),
                                      number_type<double>("double"),
                                      number_type<std::int32_t>("int"),
                                      number_type<std::uint32_t>("unsigned_int"),
                                      number_type<std::int32_t>("vtkidtype"),
                                      number_type<std::int16_t>("short"),
                                      number_type<std::uint16_t>("unsigned_short"),
                                      number_type<std::int8_t>("char"),
                                      number_type<std::uint8_t>("unsigned_char"),
                                      number_type<std::int64_t>("long"),
                                      number_type<std::uint64_t>("unsigned_long"),
                                      number_type<std::int64_t>("vtktypeint64")};

class LegacyVtk {
 public:
  LegacyVtk(const std::filesystem::path& file, std::string_view bytes) : text_(file, bytes), bytes_(bytes) {}

  RawMesh read() {
    read_header();
    while (!at_unknown_array_ && text_.find_content()) read_section(lower_case(text_.word()));
    if (!only_polygons_) std::erase_if(arrays_, [](const NumberArray& array) { return array.per_face; });
    take_labels(std::move(arrays_), cell_of_face_, mesh_);
    return std::move(mesh_);
  }

 private:
  void read_header() {
    constexpr std::string_view mark = "# vtk DataFile Version";
    text_.go_to(std::min(mark.size(), bytes_.size()));
    has_offsets_ = text_.number("the version of the file") >= 5;
    text_.next_line();
    text_.next_line();  // the title
    const std::string coding = lower_case(text_.word());
    if (coding != "ascii" && coding != "binary")
      text_.fail("ASCII or BINARY is expected; the file is damaged, export it again");
    is_binary_ = coding == "binary";
    expect("dataset");
    if (lower_case(text_.word()) != "polydata")
      text_.fail("is a VTK file, but not of type POLYDATA; extract the surface and save it again");
    text_.next_line();
  }

  void read_section(const std::string& keyword) {
    if (keyword == "points") {
      read_points();
    } else if (keyword == "polygons") {
      read_cells([&](std::span<const std::int64_t> c) {
        add_polygon(mesh_, c, mesh_.vertices.size());
        cell_of_face_.resize(mesh_.faces.size(), polygons_++);
      });
    } else if (keyword == "triangle_strips") {
      only_polygons_ = false;
      read_cells([&](std::span<const std::int64_t> c) { add_strip(mesh_, c, mesh_.vertices.size()); });
    } else if (keyword == "vertices" || keyword == "lines") {
      only_polygons_ = false;
      read_cells([](std::span<const std::int64_t>) {});
    } else if (keyword == "point_data" || keyword == "cell_data") {
      is_point_data_ = keyword == "point_data";
      tuples_ = count();
      text_.next_line();
    } else if (keyword == "field") {
      read_field();
    } else if (keyword == "metadata") {
      skip_metadata();
    } else {
      read_attribute(keyword);
    }
  }

  void read_points() {
    const std::uint64_t points = count();
    if (points > max_raw_vertices) text_.fail("has more vertices than can be used; thin the mesh out first");
    const std::string type = lower_case(text_.word());
    text_.next_line();
    const std::vector<double> xyz = numbers(3 * points, type);
    mesh_.vertices.clear();
    for (std::size_t i = 0; i < xyz.size(); i += 3)
      mesh_.vertices.emplace_back(xyz[i], xyz[i + 1], xyz[i + 2]);
  }

  //! Version 5 lists offsets and corners separately. In older versions each cell is its number of corners and
  //! then the corners.
  template <class Use>
  void read_cells(Use use) {
    const std::uint64_t cells = count();
    const std::uint64_t size = count();
    const std::vector<std::int64_t> offsets =
        has_offsets_ ? named_list("offsets", cells) : std::vector<std::int64_t>{};
    const std::vector<std::int64_t> list = has_offsets_ ? named_list("connectivity", size) : plain_list(size);
    const auto cell_at = [&](std::size_t cell, std::int64_t begin, std::int64_t end) {
      if (begin < 0 || end < begin || end > static_cast<std::int64_t>(list.size())) {
        text_.fail(fmt::format(
            "cell {}: its corners lie outside of the list of corners; the file is damaged, export it again",
            cell));
      }
      use(std::span(list).subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin)));
      return end;
    };
    if (has_offsets_) {
      for (std::size_t cell = 0; cell + 1 < offsets.size(); ++cell)
        cell_at(cell, offsets[cell], offsets[cell + 1]);
      return;
    }
    std::int64_t at = 0;
    for (std::size_t cell = 0; cell < cells; ++cell) {
      const bool has_count = at < static_cast<std::int64_t>(list.size());
      const std::int64_t corners = has_count ? list[static_cast<std::size_t>(at)] : -1;
      at = cell_at(cell, at + 1, corners < 0 ? -1 : at + 1 + corners);
    }
  }

  void read_attribute(const std::string& keyword) {
    constexpr std::pair<std::string_view, std::uint64_t> plain[] = {
        {"vectors", 3},    {"normals", 3},      {"tensors", 9},   {"tensors6", 6},
        {"global_ids", 1}, {"pedigree_ids", 1}, {"edge_flags", 1}};
    const std::string name(text_.word());
    const auto known = std::ranges::find(plain, keyword, &std::pair<std::string_view, std::uint64_t>::first);
    if (known != std::end(plain)) {
      read_array({}, known->second, tuples_, lower_case(text_.word()));
    } else if (keyword == "scalars") {
      const std::string type = lower_case(text_.word());
      const std::uint64_t components = text_.at_line_end() ? 1 : count();
      expect("lookup_table");
      read_array(name, components, tuples_, type);
    } else if (keyword == "texture_coordinates") {
      const std::uint64_t components = count();
      read_array({}, components, tuples_, lower_case(text_.word()));
    } else if (keyword == "color_scalars") {
      read_array({}, count(), tuples_, is_binary_ ? "unsigned_char" : "float");
    } else if (keyword == "lookup_table") {
      read_array({}, 4, count(), is_binary_ ? "unsigned_char" : "float");
    } else {
      text_.fail(
          fmt::format("no section of a VTK file begins with \"{}\"; the file is damaged, export it again",
                      keyword.substr(0, 40)));
    }
  }

  void read_field() {
    (void)text_.word();  // its name
    const std::uint64_t arrays = count();
    text_.next_line();
    for (std::uint64_t i = 0; i < arrays && !at_unknown_array_; ++i) {
      if (!text_.find_content()) fail_truncated();
      std::string name(text_.word());
      while (lower_case(name) == "metadata") {
        skip_metadata();
        if (!text_.find_content()) fail_truncated();
        name = text_.word();
      }
      const std::uint64_t components = count();
      const std::uint64_t tuples = count();
      read_array(name, components, tuples, lower_case(text_.word()));
    }
  }

  //! The values begin on the next line. Strings and bits have no fixed size, so data after them are not read.
  void read_array(const std::string& name, std::uint64_t components, std::uint64_t tuples,
                  const std::string& type) {
    at_unknown_array_ = find_type(type) == nullptr;
    if (at_unknown_array_) return;
    text_.next_line();
    if (components > 0 && tuples > bytes_.size() / components) fail_truncated();
    std::vector<double> values = numbers(components * tuples, type);
    if (components != 1 || name.empty()) return;
    NumberArray& array = arrays_.emplace_back(NumberArray{name, !is_point_data_, {}});
    for (const double value : values) array.numbers.push_back(label_of(value));
  }

  void skip_metadata() {
    text_.next_line();
    while (!text_.at_end() && !text_.at_line_end()) text_.next_line();
  }

  std::vector<std::int64_t> named_list(const char* name, std::uint64_t size) {
    expect(name);
    const std::string type = lower_case(text_.word());
    text_.next_line();
    return whole_numbers(size, type);
  }

  std::vector<std::int64_t> plain_list(std::uint64_t size) {
    text_.next_line();
    return whole_numbers(size, "int");
  }

  std::vector<std::int64_t> whole_numbers(std::uint64_t size, const std::string& type) {
    std::vector<std::int64_t> whole;
    for (const double number : numbers(size, type)) whole.push_back(corner_number(number));
    return whole;
  }

  //! Reads numbers from this position on.
  std::vector<double> numbers(std::uint64_t size, const std::string& type) {
    const NumberType* const form = find_type(type);
    if (form == nullptr)
      text_.fail(fmt::format("\"{}\" is no type of numbers; the file is damaged, export it again",
                             type.substr(0, 40)));
    const std::size_t room = is_binary_ ? text_.bytes_left() / form->bytes : (text_.bytes_left() + 1) / 2;
    if (size > room) fail_truncated();
    std::vector<double> values(size);
    if (is_binary_) {
      const char* const begin = bytes_.data() + text_.byte();
      for (std::size_t i = 0; i < size; ++i)
        values[i] = form->load(begin + i * form->bytes, std::endian::big);
      text_.go_to(text_.byte() + size * form->bytes);
    } else {
      for (double& value : values) {
        if (!text_.find_content()) fail_truncated();
        value = text_.number("a number");
      }
    }
    return values;
  }

  static const NumberType* find_type(const std::string& name) {
    const auto* const found = std::ranges::find(vtk_numbers, name, &NumberType::name);
    return found == std::end(vtk_numbers) ? nullptr : found;
  }

  std::uint64_t count() {
    const double value = text_.number("a count");
    if (value >= 0 && value < 1e15 && value == std::floor(value)) return static_cast<std::uint64_t>(value);
    text_.fail("a count must be a whole number; the file is damaged, export it again");
  }

  //! Takes the next word, on this line or a later one.
  void expect(const char* keyword) {
    if (!text_.find_content()) fail_truncated();
    if (lower_case(text_.word()) != keyword)
      text_.fail(fmt::format("\"{}\" is expected; the file is damaged, export it again", keyword));
  }

  [[noreturn]] void fail_truncated() const {
    text_.fail("the file ends before its numbers do; it is truncated, copy or export it again");
  }

  TextCursor text_;
  std::string_view bytes_;
  bool is_binary_ = false;
  bool has_offsets_ = false;
  bool is_point_data_ = false;
  bool at_unknown_array_ = false;
  std::uint64_t tuples_ = 0;   //!< number of tuples of the data section
  bool only_polygons_ = true;  //!< the numbers of cells are those of the polygons
  std::uint32_t polygons_ = 0;
  std::vector<std::uint32_t> cell_of_face_;
  std::vector<NumberArray> arrays_;
  RawMesh mesh_;
};

}  // namespace

RawMesh read_vtk(const std::filesystem::path& file, std::string_view bytes) {
  return LegacyVtk(file, bytes).read();
}

}  // namespace intercusp
