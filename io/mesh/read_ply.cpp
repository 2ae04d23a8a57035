#include "io/mesh/readers.h"

#include <vtkPLYReader.h>
#include <vtkPolyData.h>
#include <vtkSmartPointer.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <span>
#include <utility>

#include "io/files/errors.h"
#include "io/language/language.h"
#include "io/mesh/load_bytes.h"
#include "io/mesh/write_ply.h"

namespace intercusp {
namespace {

constexpr std::string_view strips_name = "tristrips";

//! The purpose of a property. Axes and channels are consecutive.
enum class Use { none, x, y, z, red, green, blue, number, corners };

struct Property {
  const NumberType* type = nullptr;
  const NumberType* count_type = nullptr;  //!< type of a list's count
  std::string name;
  Use use = Use::none;
};

struct Element {
  std::string name;
  std::uint64_t count = 0;
  std::vector<Property> properties;
};

struct Header {
  std::optional<std::endian> order;  //!< empty for ASCII
  std::vector<Element> elements;
  std::size_t bytes = 0;  //!< position at which the data begin
};

//! Types with their other names. Headers for VTK use the first name.
constexpr std::pair<NumberType, std::string_view> ply_numbers[] = {
    {number_type<std::int8_t>("char"), "int8"},    {number_type<std::uint8_t>("uchar"), "uint8"},
    {number_type<std::int16_t>("short"), "int16"}, {number_type<std::uint16_t>("ushort"), "uint16"},
    {number_type<std::int32_t>("int"), "int32"},   {number_type<std::uint32_t>("uint"), "uint32"},
    {number_type<float>("float"), "float32"},      {number_type<double>("double"), "float64"}};

const NumberType* take_type(TextCursor& text) {
  const std::string_view word = text.word();
  for (const auto& [type, other_name] : ply_numbers) {
    if (word == type.name || word == other_name) return &type;
  }
  text.fail(phrase("names a type of number that PLY does not have; export the file again"));
}

Property take_property(TextCursor& text) {
  Property property;
  TextCursor ahead = text;
  if (ahead.word() == "list") {
    text = ahead;
    property.count_type = take_type(text);
    if (!property.count_type->is_whole) {
      text.fail(phrase("the length of a list cannot be a floating-point number; export the file again"));
    }
  }
  property.type = take_type(text);
  property.name = lower_case(text.word());
  if (property.name.empty()) text.fail(phrase("a property without a name; export the file again"));
  return property;
}

Element take_element(TextCursor& text) {
  Element element{.name = lower_case(text.word()), .count = 0, .properties = {}};
  const std::string_view count = text.word();
  if (element.name.empty() || !is_number(count, element.count)) {
    text.fail(phrase("an element needs a name and a count; export the file again"));
  }
  return element;
}

std::optional<std::endian> take_coding(TextCursor& text) {
  const std::string_view word = text.word();
  if (word == "ascii") return std::nullopt;
  if (word == "binary_little_endian") return std::endian::little;
  if (word == "binary_big_endian") return std::endian::big;
  text.fail(phrase(
      "the format of a PLY file is ascii, binary_little_endian or binary_big_endian; export it again"));
}

Header read_header(const std::filesystem::path& file, std::string_view bytes) {
  TextCursor text(file, bytes);
  text.next_line();  // "ply"
  Header header;
  bool coded = false;
  while (text.find_content()) {
    const std::string_view word = text.word();
    if (word == "end_header") {
      if (!coded) text.fail(phrase("the header has no line \"format\"; export the file again"));
      text.next_line();
      header.bytes = text.byte();
      return header;
    }
    if (word == "format") {
      header.order = take_coding(text);
      coded = true;
    } else if (word == "element") {
      header.elements.push_back(take_element(text));
    } else if (word == "property") {
      if (header.elements.empty())
        text.fail(phrase("a property stands before the first element; export the file again"));
      header.elements.back().properties.push_back(take_property(text));
    } else if (word != "comment" && word != "obj_info") {
      text.fail(phrase("this is not a line of a PLY header; the file is damaged, export it again"));
    }
    text.next_line();
  }
  text.fail(phrase("the header has no \"end_header\"; the file is truncated, copy or export it again"));
}

Element* find_element(Header& header, std::string_view name) {
  const auto found = std::find_if(header.elements.begin(), header.elements.end(),
                                  [&](const Element& element) { return element.name == name; });
  return found == header.elements.end() ? nullptr : &*found;
}

//! The polygons or, if there are none, the triangle strips.
Element* faces_of(Header& header) {
  Element* const polygons = find_element(header, "face");
  return polygons != nullptr ? polygons : find_element(header, strips_name);
}

bool give_use(Element& element, std::string_view name, Use use, bool is_list) {
  for (Property& property : element.properties) {
    if (property.name == name && (property.count_type != nullptr) == is_list && property.use == Use::none) {
      property.use = use;
      return true;
    }
  }
  return false;
}

//! Assigns all three channels under one of the usual names, or none.
void assign_colours(Element& vertices) {
  constexpr std::array<std::array<std::string_view, 3>, 3> usual = {
      {{"red", "green", "blue"}, {"diffuse_red", "diffuse_green", "diffuse_blue"}, {"r", "g", "b"}}};
  for (const auto& names : usual) {
    const auto is_there = [&](std::string_view name) {
      return std::ranges::any_of(vertices.properties, [&](const Property& property) {
        return property.name == name && property.count_type == nullptr && property.use == Use::none;
      });
    };
    if (!std::ranges::all_of(names, is_there)) continue;
    give_use(vertices, names[0], Use::red, false);
    give_use(vertices, names[1], Use::green, false);
    give_use(vertices, names[2], Use::blue, false);
    return;
  }
}

bool has_colours(const Element& vertices) {
  return std::ranges::find(vertices.properties, Use::red, &Property::use) != vertices.properties.end();
}

//! A colour channel, 0 to 255. Whole numbers have the range of their type, up to 16 bits; others range from 0
//! to 1. A negative result is not a colour.
int channel_of(double value, const NumberType& type) {
  const double most = !type.is_whole ? 1 : type.bytes == 2 ? 65535 : 255;
  return value >= 0 && value <= most ? static_cast<int>(std::lround(255 * value / most)) : -1;
}

//! Marks properties that may be tooth numbers.
void assign_numbers(Element& element) {
  for (Property& property : element.properties) {
    const bool may_be = property.type->is_whole || is_label_name(property.name);
    if (property.use == Use::none && property.count_type == nullptr && may_be) property.use = Use::number;
  }
}

//! Finds the properties that we read.
void assign_uses(const std::filesystem::path& file, Header& header) {
  Element* const vertices = find_element(header, "vertex");
  Element* const faces = faces_of(header);
  if (vertices == nullptr)
    throw InputError(file, phrase("the header names no vertices; this PLY holds no mesh"));
  if (faces == nullptr)
    throw InputError(file, phrase("has vertices but no faces: a point cloud; export the scan as a mesh"));
  if (!give_use(*vertices, "x", Use::x, false) || !give_use(*vertices, "y", Use::y, false) ||
      !give_use(*vertices, "z", Use::z, false)) {
    throw InputError(file, phrase("the header gives the vertices no x, y and z; export the file again"));
  }
  if (!give_use(*faces, "vertex_indices", Use::corners, true) &&
      !give_use(*faces, "vertex_index", Use::corners, true)) {
    throw InputError(file,
                     phrase("the header gives the faces no list vertex_indices; export the file again"));
  }
  assign_colours(*vertices);
  assign_numbers(*vertices);
  assign_numbers(*faces);
}

//! Empty arrays for the numbers of an element.
std::vector<NumberArray> number_arrays(const Element& element, bool per_face) {
  std::vector<NumberArray> arrays;
  for (const Property& property : element.properties) {
    if (property.use == Use::number) arrays.push_back({property.name, per_face, {}});
  }
  return arrays;
}

//! Reads numbers in sequence from the body of an ASCII file.
class AsciiBody {
 public:
  AsciiBody(const std::filesystem::path& file, std::string_view bytes, std::size_t start)
      : text_(file, bytes) {
    text_.go_to(start);
  }

  double number(const NumberType& /*type*/) {
    static_cast<void>(text_.find_content());  // at the end of the file, number() reports what is missing
    return text_.number("a number");
  }
  void skip(const NumberType& type, std::uint64_t count) {
    while (count-- > 0) static_cast<void>(number(type));
  }
  //! A number takes at least a digit and a separator. The last one needs no separator.
  [[nodiscard]] std::uint64_t room_for(const NumberType& /*type*/) const {
    return (text_.bytes_left() + 1) / 2;
  }
  [[nodiscard]] std::uint64_t room_for(std::uint64_t numbers, std::uint64_t /*bytes*/) const {
    return (text_.bytes_left() + 1) / 2 / numbers;
  }
  [[noreturn]] void fail(const std::string& reason) const { text_.fail(reason); }

 private:
  TextCursor text_;
};

class BinaryBody {
 public:
  BinaryBody(const std::filesystem::path& file, std::string_view bytes, std::size_t start, std::endian order)
      : file_(&file), bytes_(bytes), at_(start), order_(order) {}

  double number(const NumberType& type) { return type.load(take(type.bytes), order_); }
  void skip(const NumberType& type, std::uint64_t count) { static_cast<void>(take(count * type.bytes)); }
  [[nodiscard]] std::uint64_t room_for(const NumberType& type) const {
    return (bytes_.size() - at_) / type.bytes;
  }
  [[nodiscard]] std::uint64_t room_for(std::uint64_t /*numbers*/, std::uint64_t bytes) const {
    return (bytes_.size() - at_) / bytes;
  }
  [[noreturn]] void fail(const std::string& reason) const {
    throw InputError(*file_, phrase("byte {}: {}", at_, reason));
  }

 private:
  const char* take(std::size_t count) {
    if (count > bytes_.size() - at_)
      fail(phrase("the file ends here; it is truncated, copy or export it again"));
    const char* const data = bytes_.data() + at_;
    at_ += count;
    return data;
  }

  const std::filesystem::path* file_;
  std::string_view bytes_;
  std::size_t at_;
  std::endian order_;
};

//! Compares the count of an element with the rest of the file before memory is allocated for it.
template <class Body>
void check_count(const Body& body, const Element& element) {
  std::uint64_t least_bytes = 0;
  for (const Property& property : element.properties)
    least_bytes += (property.count_type != nullptr ? property.count_type : property.type)->bytes;
  if (element.properties.empty()) return;
  const std::uint64_t room = body.room_for(element.properties.size(), least_bytes);
  if (element.count > room) {
    body.fail(
        phrase("the header promises {} of \"{}\", what is left of the file has room for {} at most; it is "
               "truncated, copy or export it again",
               element.count, element.name, room));
  }
}

template <class Body>
std::uint64_t take_list_length(Body& body, const Property& property) {
  const std::int64_t length = corner_number(body.number(*property.count_type));
  if (length < 0 || static_cast<std::uint64_t>(length) > body.room_for(*property.type)) {
    body.fail(
        phrase("a list \"{}\" has the length {}, what is left of the file has room for {} at most; the file "
               "is truncated or damaged, export it again",
               property.name, length, body.room_for(*property.type)));
  }
  return static_cast<std::uint64_t>(length);
}

template <class Body>
void skip(Body& body, const Property& property) {
  body.skip(*property.type, property.count_type != nullptr ? take_list_length(body, property) : 1);
}

//! Reads coordinates, colours and labels.
template <class Body>
void take_vertices(Body& body, const Element& element, RawMesh& mesh, std::vector<NumberArray>& arrays) {
  if (element.count > std::numeric_limits<std::int32_t>::max())
    body.fail(phrase("has more vertices than can be used; thin the mesh out first"));
  mesh.vertices.resize(element.count);
  if (has_colours(element)) mesh.colours.resize(element.count, {0, 0, 0, 255});
  for (std::uint64_t i = 0; i < element.count; ++i) {
    auto array = arrays.begin();
    for (const Property& property : element.properties) {
      const auto channel = static_cast<std::size_t>(property.use) - static_cast<std::size_t>(Use::red);
      const auto axis = static_cast<std::size_t>(property.use) - static_cast<std::size_t>(Use::x);
      if (axis < 3) {
        mesh.vertices[i][static_cast<Eigen::Index>(axis)] = body.number(*property.type);
      } else if (channel < 3) {
        const int value = channel_of(body.number(*property.type), *property.type);
        mesh.has_bad_colours |= value < 0;
        mesh.colours[i][channel] = static_cast<std::uint8_t>(std::max(value, 0));
      } else if (property.use == Use::number) {
        array++->numbers.push_back(label_of(body.number(*property.type)));
      } else {
        skip(body, property);
      }
    }
  }
  if (mesh.has_bad_colours) mesh.colours.clear();
}

//! One list may hold several strips, separated by −1.
void add_strips(RawMesh& mesh, std::span<const std::int64_t> list, std::uint64_t vertex_count) {
  while (!list.empty()) {
    const auto length = static_cast<std::size_t>(std::ranges::find(list, -1) - list.begin());
    add_strip(mesh, list.first(length), vertex_count);
    list = list.subspan(std::min(length + 1, list.size()));
  }
}

//! Reads the triangles of polygons or strips, and labels. Triangles with bad corners are left out.
//! \return the polygon of each triangle
template <class Body>
std::vector<std::uint32_t> take_faces(Body& body, const Element& element, std::uint64_t vertex_count,
                                      RawMesh& mesh, std::vector<NumberArray>& arrays) {
  std::vector<std::uint32_t> polygon_of_face;
  const bool strips = element.name == strips_name;
  mesh.faces.reserve(strips ? 0 : element.count);
  std::vector<std::int64_t> corners;
  for (std::uint64_t i = 0; i < element.count; ++i) {
    auto array = arrays.begin();
    for (const Property& property : element.properties) {
      if (property.use == Use::number) array++->numbers.push_back(label_of(body.number(*property.type)));
      if (property.use == Use::none) skip(body, property);
      if (property.use != Use::corners) continue;
      corners.resize(take_list_length(body, property));
      for (std::int64_t& corner : corners) corner = corner_number(body.number(*property.type));
      strips ? add_strips(mesh, corners, vertex_count) : add_polygon(mesh, corners, vertex_count);
    }
    polygon_of_face.resize(mesh.faces.size(), static_cast<std::uint32_t>(i));
  }
  return polygon_of_face;
}

//! VTK 9.1 ends the program if faces come before vertices or indices are out of range, truncates lists of
//! more than 255 corners, and knows neither strips nor unusual spellings. It therefore reads the checked mesh
//! in the form that our own writer gives it.
void read_again_by_vtk(const std::filesystem::path& file, RawMesh& mesh) {
  const auto reader = vtkSmartPointer<vtkPLYReader>::New();
  reader->ReadFromInputStringOn();
  reader->SetInputString(ply_bytes({std::move(mesh.vertices), std::exchange(mesh.faces, {})}));
  take_cells(file, read_by_vtk(file, *reader), mesh);
}

template <class Body>
RawMesh take_body(const std::filesystem::path& file, Body body, Header& header) {
  const Element* const vertices = find_element(header, "vertex");
  const Element* const faces = faces_of(header);
  RawMesh mesh;
  std::vector<NumberArray> arrays = number_arrays(*vertices, false), of_faces = number_arrays(*faces, true);
  std::vector<std::uint32_t> polygon_of_face;
  for (const Element& element : header.elements) {
    check_count(body, element);
    if (&element == vertices) {
      take_vertices(body, element, mesh, arrays);
    } else if (&element == faces) {
      polygon_of_face = take_faces(body, element, vertices->count, mesh, of_faces);
    } else if (!element.properties.empty()) {
      for (std::uint64_t i = 0; i < element.count; ++i) {
        for (const Property& property : element.properties) skip(body, property);
      }
    }
    if (!mesh.vertices.empty() && !mesh.faces.empty()) break;  // later elements are not needed
  }
  read_again_by_vtk(file, mesh);
  std::ranges::move(of_faces, std::back_inserter(arrays));
  take_labels(std::move(arrays), polygon_of_face, mesh);
  return mesh;
}

}  // namespace

RawMesh read_ply(const std::filesystem::path& file, std::string_view bytes) {
  Header header = read_header(file, bytes);
  assign_uses(file, header);
  if (!header.order) return take_body(file, AsciiBody(file, bytes, header.bytes), header);
  return take_body(file, BinaryBody(file, bytes, header.bytes, *header.order), header);
}

}  // namespace intercusp
