#include "io/mesh/readers.h"

#include <fmt/format.h>
#include <vtkPLYReader.h>
#include <vtkPolyData.h>
#include <vtkSmartPointer.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

#include "io/files/errors.h"
#include "io/files/text_cursor.h"
#include "io/language/language.h"
#include "io/mesh/label_arrays.h"
#include "io/mesh/load_bytes.h"
#include "io/mesh/vtk_reading.h"

namespace intercusp {
namespace {

enum class Type { int8, uint8, int16, uint16, int32, uint32, float32, float64 };
enum class Coding { ascii, little, big };

constexpr std::string_view strips_name = "tristrips";

//! The purpose of a property. Axes and channels are consecutive.
enum class Use { none, x, y, z, red, green, blue, number, corners };

struct Property {
  Type type = Type::float32;
  std::optional<Type> count_type;  //!< of a list
  std::string name;
  Use use = Use::none;
};

struct Element {
  std::string name;
  std::uint64_t count = 0;
  std::vector<Property> properties;
};

struct Header {
  Coding coding = Coding::ascii;
  std::vector<Element> elements;
  std::size_t bytes = 0;  //!< the data begin here
};

std::size_t size_of(Type type) {
  switch (type) {
    case Type::int8:
    case Type::uint8:
      return 1;
    case Type::int16:
    case Type::uint16:
      return 2;
    case Type::int32:
    case Type::uint32:
    case Type::float32:
      return 4;
    case Type::float64:
      return 8;
  }
  return 8;
}

//! Headers are written with the first name of a type.
constexpr std::pair<std::string_view, Type> type_names[] = {
    {"char", Type::int8},      {"int8", Type::int8},       {"uchar", Type::uint8},
    {"uint8", Type::uint8},    {"short", Type::int16},     {"int16", Type::int16},
    {"ushort", Type::uint16},  {"uint16", Type::uint16},   {"int", Type::int32},
    {"int32", Type::int32},    {"uint", Type::uint32},     {"uint32", Type::uint32},
    {"float", Type::float32},  {"float32", Type::float32}, {"double", Type::float64},
    {"float64", Type::float64}};

std::string_view name_of(Type type) {
  return std::ranges::find(type_names, type, &std::pair<std::string_view, Type>::second)->first;
}

Type take_type(TextCursor& text) {
  const std::string_view word = text.word();
  for (const auto& [name, type] : type_names) {
    if (word == name) return type;
  }
  text.fail(phrase("names a type of number that PLY does not have; export the file again"));
}

Property take_property(TextCursor& text) {
  Property property;
  TextCursor ahead = text;
  if (ahead.word() == "list") {
    text = ahead;
    property.count_type = take_type(text);
    if (*property.count_type == Type::float32 || *property.count_type == Type::float64) {
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
  const char* const end = count.data() + count.size();
  const auto [stop, error] = std::from_chars(count.data(), end, element.count);
  if (element.name.empty() || count.empty() || error != std::errc{} || stop != end) {
    text.fail(phrase("an element needs a name and a count; export the file again"));
  }
  return element;
}

Coding take_coding(TextCursor& text) {
  const std::string_view word = text.word();
  if (word == "ascii") return Coding::ascii;
  if (word == "binary_little_endian") return Coding::little;
  if (word == "binary_big_endian") return Coding::big;
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
      header.coding = take_coding(text);
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

//! Polygons, or triangle strips where there are none.
Element* faces_of(Header& header) {
  Element* const polygons = find_element(header, "face");
  return polygons != nullptr ? polygons : find_element(header, strips_name);
}

bool give_use(Element& element, std::string_view name, Use use, bool is_list) {
  for (Property& property : element.properties) {
    if (property.name == name && property.count_type.has_value() == is_list && property.use == Use::none) {
      property.use = use;
      return true;
    }
  }
  return false;
}

//! All three channels under one of the usual names, or none.
void assign_colours(Element& vertices) {
  constexpr std::array<std::array<std::string_view, 3>, 3> usual = {
      {{"red", "green", "blue"}, {"diffuse_red", "diffuse_green", "diffuse_blue"}, {"r", "g", "b"}}};
  for (const auto& names : usual) {
    const auto is_there = [&](std::string_view name) {
      return std::ranges::any_of(vertices.properties, [&](const Property& property) {
        return property.name == name && !property.count_type && property.use == Use::none;
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

//! Whole numbers have the range of their type, up to 16 bits; others are 0 to 1. Negative: not a colour.
int channel_of(double value, Type type) {
  const bool wide = type == Type::uint16 || type == Type::int16;
  const double most = type == Type::float32 || type == Type::float64 ? 1 : wide ? 65535 : 255;
  return value >= 0 && value <= most ? static_cast<int>(std::lround(255 * value / most)) : -1;
}

bool is_whole(Type type) { return type != Type::float32 && type != Type::float64; }

//! Properties that may be tooth numbers.
void assign_numbers(Element& element) {
  for (Property& property : element.properties) {
    const bool may_be = is_whole(property.type) || is_label_name(property.name);
    if (property.use == Use::none && !property.count_type && may_be) property.use = Use::number;
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

//! Reads numbers in sequence from the body of the file, in any of its encodings.
class AsciiBody {
 public:
  AsciiBody(const std::filesystem::path& file, std::string_view bytes, std::size_t start)
      : text_(file, bytes) {
    text_.go_to(start);
  }

  double number(Type /*type*/) {
    static_cast<void>(text_.find_content());  // at the end of the file number() reports what is missing
    return text_.number("a number");
  }
  std::int64_t integer(Type type) {
    const double value = number(type);
    return std::abs(value) < 1e15 ? static_cast<std::int64_t>(value) : -1;
  }
  void skip(Type type, std::uint64_t count) {
    while (count-- > 0) static_cast<void>(number(type));
  }
  //! A number takes a digit and a separator at least; the last one needs no separator.
  [[nodiscard]] std::uint64_t room_for(Type /*type*/) const { return (text_.bytes_left() + 1) / 2; }
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

  double number(Type type) {
    const char* const data = take(size_of(type));
    switch (type) {
      case Type::float32:
        return load<float>(data, order_);
      case Type::float64:
        return load<double>(data, order_);
      default:
        return static_cast<double>(whole(data, type));
    }
  }
  std::int64_t integer(Type type) {
    if (type == Type::float32 || type == Type::float64) {
      const double value = number(type);
      return std::abs(value) < 1e15 ? static_cast<std::int64_t>(value) : -1;
    }
    return whole(take(size_of(type)), type);
  }
  void skip(Type type, std::uint64_t count) { static_cast<void>(take(count * size_of(type))); }
  [[nodiscard]] std::uint64_t room_for(Type type) const { return (bytes_.size() - at_) / size_of(type); }
  [[nodiscard]] std::uint64_t room_for(std::uint64_t /*numbers*/, std::uint64_t bytes) const {
    return (bytes_.size() - at_) / bytes;
  }
  [[noreturn]] void fail(const std::string& reason) const {
    throw InputError(*file_, phrase("byte {}: {}", at_, reason));
  }
  [[nodiscard]] std::string_view bytes_since(const BinaryBody& before) const {
    return bytes_.substr(before.at_, at_ - before.at_);
  }

 private:
  const char* take(std::size_t count) {
    if (count > bytes_.size() - at_)
      fail(phrase("the file ends here; it is truncated, copy or export it again"));
    const char* const data = bytes_.data() + at_;
    at_ += count;
    return data;
  }
  [[nodiscard]] std::int64_t whole(const char* data, Type type) const {
    switch (type) {
      case Type::int8:
        return load<std::int8_t>(data, order_);
      case Type::uint8:
        return load<std::uint8_t>(data, order_);
      case Type::int16:
        return load<std::int16_t>(data, order_);
      case Type::uint16:
        return load<std::uint16_t>(data, order_);
      case Type::int32:
        return load<std::int32_t>(data, order_);
      default:
        return load<std::uint32_t>(data, order_);
    }
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
    least_bytes += size_of(property.count_type.value_or(property.type));
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
  const std::int64_t length = body.integer(*property.count_type);
  if (length < 0 || static_cast<std::uint64_t>(length) > body.room_for(property.type)) {
    body.fail(
        phrase("a list \"{}\" has the length {}, what is left of the file has room for {} at most; the file "
               "is truncated or damaged, export it again",
               property.name, length, body.room_for(property.type)));
  }
  return static_cast<std::uint64_t>(length);
}

template <class Body>
void skip(Body& body, const Property& property) {
  body.skip(property.type, property.count_type ? take_list_length(body, property) : 1);
}

//! The parts of a PLY file that VTK 9.1 can read: vertices, then polygons of up to 255 existing corners. VTK ends the
//! program on faces before vertices and on indices out of range, truncates longer lists, and knows neither strips nor
//! odd spellings.
struct PlyForVtk {
  std::endian order = std::endian::little;
  std::uint64_t vertex_count = 0, face_count = 0;
  std::string vertex_properties = "property float x\nproperty float y\nproperty float z\n";
  std::string face_properties = "property list uchar int vertex_indices\n";
  std::string own_vertices, own_faces;         //!< rewritten for VTK
  std::string_view file_vertices, file_faces;  //!< as in the file; empty if rewritten

  [[nodiscard]] std::string whole() const {
    std::string bytes =
        fmt::format("ply\nformat binary_{}_endian 1.0\nelement vertex {}\n{}element face {}\n{}end_header\n",
                    order == std::endian::little ? "little" : "big", vertex_count, vertex_properties,
                    face_count, face_properties);
    bytes.reserve(bytes.size() + own_vertices.size() + file_vertices.size() + own_faces.size() +
                  file_faces.size());
    for (const std::string_view part :
         {std::string_view(own_vertices), file_vertices, std::string_view(own_faces), file_faces})
      bytes += part;
    return bytes;
  }
};

template <class T>
void append(std::string& bytes, T value, std::endian order) {
  std::array<char, sizeof(T)> raw = std::bit_cast<std::array<char, sizeof(T)>>(value);
  if (order != std::endian::native) std::ranges::reverse(raw);
  bytes.append(raw.data(), raw.size());
}

//! The header's lines for VTK, without properties that it would read as texture places or colours.
std::string properties_for_vtk(const Element& element) {
  std::string lines;
  for (const Property& property : element.properties) {
    constexpr std::pair<Use, const char*> names[] = {
        {Use::x, "x"}, {Use::y, "y"}, {Use::z, "z"}, {Use::corners, "vertex_indices"}};
    const auto* const known = std::ranges::find(names, property.use, &std::pair<Use, const char*>::first);
    const std::string list =
        property.count_type ? fmt::format("list {} ", name_of(*property.count_type)) : "";
    lines += fmt::format("property {}{} {}\n", list, name_of(property.type),
                         known == std::end(names) ? "other" : known->second);
  }
  return lines;
}

//! Colours and labels.  \param points of ASCII, for VTK; nullptr where VTK reads those of the file
template <class Body>
void take_vertices(Body& body, const Element& element, RawMesh& mesh, std::vector<NumberArray>& arrays,
                   std::string* points) {
  if (element.count > std::numeric_limits<std::int32_t>::max())
    body.fail(phrase("has more vertices than can be used; thin the mesh out first"));
  const bool coloured = has_colours(element);
  if (coloured) mesh.colours.resize(element.count, {0, 0, 0, 255});
  std::array<float, 3> point{};
  for (std::uint64_t i = 0; i < element.count; ++i) {
    auto array = arrays.begin();
    for (const Property& property : element.properties) {
      const auto channel = static_cast<std::size_t>(property.use) - static_cast<std::size_t>(Use::red);
      const auto axis = static_cast<std::size_t>(property.use) - static_cast<std::size_t>(Use::x);
      if (axis < 3 && points != nullptr) {
        point[axis] = static_cast<float>(body.number(property.type));
      } else if (channel < 3) {
        const int value = channel_of(body.number(property.type), property.type);
        mesh.has_bad_colours |= value < 0;
        mesh.colours[i][channel] = static_cast<std::uint8_t>(std::max(value, 0));
      } else if (property.use == Use::number) {
        array++->numbers.push_back(label_of(body.number(property.type)));
      } else {
        skip(body, property);
      }
    }
    if (points != nullptr) points->append(reinterpret_cast<const char*>(point.data()), sizeof point);
  }
  if (mesh.has_bad_colours) mesh.colours.clear();
}

//! Calls `take` with the corners of each face or strip.
template <class Body, class Take>
void for_each_list_of_corners(Body& body, const Element& element, std::vector<NumberArray>& arrays,
                              const Take& take) {
  std::vector<std::int64_t> corners;
  for (std::uint64_t i = 0; i < element.count; ++i) {
    auto array = arrays.begin();
    for (const Property& property : element.properties) {
      if (property.use == Use::number) array++->numbers.push_back(label_of(body.number(property.type)));
      if (property.use == Use::none) skip(body, property);
      if (property.use != Use::corners) continue;
      corners.resize(take_list_length(body, property));
      for (std::int64_t& corner : corners) corner = body.integer(property.type);
      take(std::span<const std::int64_t>(corners));
    }
  }
}

//! One list may hold several strips, with -1 between them.
void add_strips(RawMesh& mesh, std::span<const std::int64_t> list, std::uint64_t vertex_count) {
  while (!list.empty()) {
    const auto length = static_cast<std::size_t>(std::ranges::find(list, -1) - list.begin());
    add_strip(mesh, list.first(length), vertex_count);
    list = list.subspan(std::min(length + 1, list.size()));
  }
}

//! Whether VTK can read the file's own faces. Moves past them and reads their labels.
bool take_faces_for_vtk(BinaryBody& body, const Element& element, std::vector<NumberArray>& arrays,
                        PlyForVtk& ply) {
  if (element.name == strips_name || element.count > std::numeric_limits<std::int32_t>::max()) return false;
  constexpr std::size_t most_corners = 255;
  const BinaryBody before = body;
  bool can = true;
  for_each_list_of_corners(body, element, arrays, [&](std::span<const std::int64_t> corners) {
    can = can && corners.size() <= most_corners && std::ranges::all_of(corners, [&](std::int64_t corner) {
            return corner >= 0 && static_cast<std::uint64_t>(corner) < ply.vertex_count;
          });
  });
  ply.file_faces = body.bytes_since(before);
  ply.face_count = element.count;
  ply.face_properties = properties_for_vtk(element);
  return can;
}

//! Triangles of the polygons or strips, without those that have bad corners.  \return the polygon of each
template <class Body>
std::vector<std::uint32_t> rewrite_faces(Body& body, const Element& element, std::vector<NumberArray>& arrays,
                                         RawMesh& mesh, PlyForVtk& ply) {
  std::vector<std::uint32_t> polygon_of_face;
  const bool strips = element.name == strips_name;
  mesh.faces.reserve(strips ? 0 : element.count);
  std::uint32_t polygon = 0;
  for_each_list_of_corners(body, element, arrays, [&](std::span<const std::int64_t> corners) {
    strips ? add_strips(mesh, corners, ply.vertex_count) : add_polygon(mesh, corners, ply.vertex_count);
    polygon_of_face.resize(mesh.faces.size(), polygon++);
  });
  ply.file_faces = {};
  ply.face_properties = PlyForVtk{}.face_properties;
  ply.face_count = mesh.faces.size();
  for (const Face& face : mesh.faces) {
    ply.own_faces += '\3';
    for (const std::uint32_t corner : face) append(ply.own_faces, corner, ply.order);
  }
  mesh.faces = {};
  return polygon_of_face;
}

template <class Body>
RawMesh take_body(const std::filesystem::path& file, Body body, Header& header) {
  constexpr bool is_binary = std::is_same_v<Body, BinaryBody>;
  const Element* const vertices = find_element(header, "vertex");
  const Element* const faces = faces_of(header);
  RawMesh mesh;
  PlyForVtk ply{.order = header.coding == Coding::big ? std::endian::big : std::endian::little,
                .vertex_count = vertices->count};
  std::vector<NumberArray> of_vertices = number_arrays(*vertices, false), of_faces;
  std::optional<std::vector<std::uint32_t>> polygon_of_face;
  bool has_vertices = false, has_faces = false;
  for (const Element& element : header.elements) {
    check_count(body, element);
    const Body before = body;
    if (&element == vertices) {
      take_vertices(body, element, mesh, of_vertices, is_binary ? nullptr : &ply.own_vertices);
      if constexpr (is_binary) {
        ply.file_vertices = body.bytes_since(before);
        ply.vertex_properties = properties_for_vtk(element);
      }
      has_vertices = element.count > 0;
    } else if (&element == faces) {
      of_faces = number_arrays(element, true);
      bool as_in_file = false;
      if constexpr (is_binary) as_in_file = take_faces_for_vtk(body, element, of_faces, ply);
      if (!as_in_file) {
        body = before;
        of_faces = number_arrays(element, true);
        polygon_of_face = rewrite_faces(body, element, of_faces, mesh, ply);
      }
      has_faces = ply.face_count > 0;
    } else if (!element.properties.empty()) {
      for (std::uint64_t i = 0; i < element.count; ++i) {
        for (const Property& property : element.properties) skip(body, property);
      }
    }
    if (has_vertices && has_faces) break;  // elements after these are of no use to us
  }
  const auto reader = vtkSmartPointer<vtkPLYReader>::New();
  reader->ReadFromInputStringOn();
  reader->SetInputString(ply.whole());
  const std::vector<std::uint32_t> cell_of_face = take_cells(file, read_by_vtk(file, *reader), mesh);
  std::ranges::move(of_faces, std::back_inserter(of_vertices));
  take_labels(std::move(of_vertices), polygon_of_face.value_or(cell_of_face), mesh);
  return mesh;
}

}  // namespace

RawMesh read_ply(const std::filesystem::path& file, std::string_view bytes) {
  Header header = read_header(file, bytes);
  assign_uses(file, header);
  switch (header.coding) {
    case Coding::ascii:
      return take_body(file, AsciiBody(file, bytes, header.bytes), header);
    case Coding::little:
      return take_body(file, BinaryBody(file, bytes, header.bytes, std::endian::little), header);
    case Coding::big:
      break;
  }
  return take_body(file, BinaryBody(file, bytes, header.bytes, std::endian::big), header);
}

}  // namespace intercusp
