#include "io/mesh/read_ply.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>
#include <utility>

#include "io/files/errors.h"
#include "io/files/text_cursor.h"
#include "io/language/language.h"
#include "io/mesh/label_arrays.h"
#include "io/mesh/load_bytes.h"

namespace intercusp {
namespace {

enum class Type { int8, uint8, int16, uint16, int32, uint32, float32, float64 };
enum class Coding { ascii, little, big };

constexpr std::string_view strips_name = "tristrips";

//! What a property is for.
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

Type take_type(TextCursor& text) {
  constexpr std::pair<std::string_view, Type> names[] = {
      {"char", Type::int8},      {"int8", Type::int8},       {"uchar", Type::uint8},
      {"uint8", Type::uint8},    {"short", Type::int16},     {"int16", Type::int16},
      {"ushort", Type::uint16},  {"uint16", Type::uint16},   {"int", Type::int32},
      {"int32", Type::int32},    {"uint", Type::uint32},     {"uint32", Type::uint32},
      {"float", Type::float32},  {"float32", Type::float32}, {"double", Type::float64},
      {"float64", Type::float64}};
  const std::string_view word = text.word();
  for (const auto& [name, type] : names) {
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

//! What may be tooth numbers.
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
    throw InputError(file, phrase("the header names no vertices; this PLY is no mesh"));
  if (faces == nullptr)
    throw InputError(file, phrase("has vertices but no faces: a point cloud; make a mesh of it first"));
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

//! Numbers one after the other from the body of the file, in whatever coding it has.
class AsciiBody {
 public:
  AsciiBody(const std::filesystem::path& file, std::string_view bytes, std::size_t start)
      : text_(file, bytes) {
    text_.go_to(start);
  }

  double number(Type /*type*/) {
    static_cast<void>(text_.find_content());  // at the end of the file number() says what is missing
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

//! Holds the count of an element against what is left of the file, before memory is taken for it.
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

template <class Body>
void take_vertices(Body& body, const Element& element, RawMesh& mesh, std::vector<NumberArray>& arrays) {
  if (element.count > max_raw_vertices)
    body.fail(phrase("has more vertices than can be used; thin the mesh out first"));
  mesh.vertices.reserve(element.count);
  const bool coloured = has_colours(element);
  if (coloured) mesh.colours.reserve(element.count);
  Eigen::Vector3d point = Eigen::Vector3d::Zero();
  VertexColour colour = {0, 0, 0, 255};
  const auto take_channel = [&](const Property& property, std::size_t channel) {
    const int value = channel_of(body.number(property.type), property.type);
    mesh.has_bad_colours |= value < 0;
    colour[channel] = static_cast<std::uint8_t>(std::max(value, 0));
  };
  for (std::uint64_t i = 0; i < element.count; ++i) {
    auto array = arrays.begin();
    for (const Property& property : element.properties) {
      switch (property.use) {
        case Use::x:
          point.x() = body.number(property.type);
          break;
        case Use::y:
          point.y() = body.number(property.type);
          break;
        case Use::z:
          point.z() = body.number(property.type);
          break;
        case Use::red:
          take_channel(property, 0);
          break;
        case Use::green:
          take_channel(property, 1);
          break;
        case Use::blue:
          take_channel(property, 2);
          break;
        case Use::number:
          array++->numbers.push_back(label_of(body.number(property.type)));
          break;
        default:
          skip(body, property);
      }
    }
    mesh.vertices.push_back(point);
    if (coloured) mesh.colours.push_back(colour);
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

//! Several strips may stand in one list, with -1 between them.
void add_strips(RawMesh& mesh, std::span<const std::int64_t> list, std::uint64_t vertex_count) {
  while (!list.empty()) {
    const auto length = static_cast<std::size_t>(std::ranges::find(list, -1) - list.begin());
    add_strip(mesh, list.first(length), vertex_count);
    list = list.subspan(std::min(length + 1, list.size()));
  }
}

template <class Body>
RawMesh take_body(Body body, Header& header) {
  RawMesh mesh;
  std::vector<std::uint32_t> polygon_of_face;
  const Element* const vertices = find_element(header, "vertex");
  const Element* const faces = faces_of(header);
  std::vector<NumberArray> of_vertices = number_arrays(*vertices, false),
                           of_faces = number_arrays(*faces, true);
  for (const Element& element : header.elements) {
    check_count(body, element);
    if (&element == vertices) {
      take_vertices(body, element, mesh, of_vertices);
    } else if (&element == faces) {
      const bool strips = element.name == strips_name;
      mesh.faces.reserve(strips ? 0 : element.count);
      std::uint32_t polygon = 0;
      for_each_list_of_corners(body, element, of_faces, [&](std::span<const std::int64_t> corners) {
        strips ? add_strips(mesh, corners, vertices->count) : add_polygon(mesh, corners, vertices->count);
        polygon_of_face.resize(mesh.faces.size(), polygon++);
      });
    } else if (!element.properties.empty()) {
      for (std::uint64_t i = 0; i < element.count; ++i) {
        for (const Property& property : element.properties) skip(body, property);
      }
    }
    if (!mesh.vertices.empty() && !mesh.faces.empty()) break;  // elements after these are of no use to us
  }
  std::ranges::move(of_faces, std::back_inserter(of_vertices));
  take_labels(std::move(of_vertices), polygon_of_face, mesh);
  return mesh;
}

}  // namespace

RawMesh read_ply(const std::filesystem::path& file, std::string_view bytes) {
  Header header = read_header(file, bytes);
  assign_uses(file, header);
  switch (header.coding) {
    case Coding::ascii:
      return take_body(AsciiBody(file, bytes, header.bytes), header);
    case Coding::little:
      return take_body(BinaryBody(file, bytes, header.bytes, std::endian::little), header);
    case Coding::big:
      break;
  }
  return take_body(BinaryBody(file, bytes, header.bytes, std::endian::big), header);
}

}  // namespace intercusp
