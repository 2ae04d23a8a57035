#include "io/mesh/read_format.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

#include "io/files/errors.h"
#include "io/files/text_cursor.h"
#include "io/language/language.h"
#include "io/mesh/load_bytes.h"
#include "io/mesh/read_stl.h"

namespace intercusp {
namespace {

using namespace std::string_view_literals;

//! The start of the file without a byte-order mark and without white space.
std::string_view first_content(std::string_view bytes) {
  bytes = without_byte_order_mark(bytes);
  while (!bytes.empty() && is_space(bytes.front())) bytes.remove_prefix(1);
  return bytes;
}

bool is_text(std::string_view bytes) {
  return std::all_of(bytes.begin(), bytes.end(),
                     [](char c) { return is_space(c) || static_cast<unsigned char>(c) >= 32; });
}

//! What a file is that is no mesh, in words for its user.
std::optional<Text> other_kind_of_file(std::string_view bytes) {
  constexpr std::pair<std::string_view, Text> marks[] = {
      {"\x89PNG"sv, Text("a PNG picture")},
      {"\xFF\xD8\xFF"sv, Text("a JPEG picture")},
      {"GIF8"sv, Text("a GIF picture")},
      {"%PDF"sv, Text("a PDF document")},
      {"PK\x03\x04"sv, Text("a ZIP archive (or a format packed as one, such as 3MF); unpack it")},
      {"\x1F\x8B"sv, Text("packed by gzip; unpack it")},
      {"7z\xBC\xAF"sv, Text("a 7-Zip archive; unpack it")},
      {"Rar!"sv, Text("a RAR archive; unpack it")},
      {"glTF"sv, Text("a glTF scene")},
      {"Kaydara FBX"sv, Text("an FBX scene")},
      {"\x7F"
       "ELF"sv,
       Text("a program")},
      {"MZ\x90"sv, Text("a program")},
      {"\xFF\xFE"sv, Text("text in UTF-16; save it as ASCII or UTF-8")},
      {"\xFE\xFF"sv, Text("text in UTF-16; save it as ASCII or UTF-8")},
      {"OFF BINARY"sv, Text("a binary OFF; save it as text, or as PLY")},
      {"{"sv, Text("JSON data")},
      {"["sv, Text("JSON data")}};
  for (const auto& [mark, name] : marks) {
    if (bytes.starts_with(mark)) return name;
  }
  if (bytes.size() > 132 && bytes.substr(128, 4) == "DICM") return Text("a DICOM file");
  return std::nullopt;
}

//! The first word that is no comment.
std::string_view first_word(const std::filesystem::path& file, std::string_view bytes) {
  TextCursor cursor(file, bytes, '#');
  return cursor.find_content() ? cursor.word() : std::string_view{};
}

bool is_off(const std::filesystem::path& file, std::string_view content) {
  std::string_view word = first_word(file, content);
  while (!word.empty() && "STCN4n"sv.find(word.front()) != std::string_view::npos) word.remove_prefix(1);
  return word.starts_with("OFF");
}

bool starts_with_word(std::string_view content, std::string_view word) {
  return content.size() > word.size() && equal_ignoring_case(content.substr(0, word.size()), word) &&
         is_space(content[word.size()]);
}

//! The first line with anything on it but a comment begins like a line of OBJ.
bool is_obj(const std::filesystem::path& file, std::string_view bytes) {
  constexpr std::array keywords = {"v"sv, "vt"sv, "vn"sv,     "vp"sv,     "f"sv,  "l"sv,   "p"sv,     "o"sv,
                                   "g"sv, "s"sv,  "mtllib"sv, "usemtl"sv, "mg"sv, "deg"sv, "cstype"sv};
  return std::find(keywords.begin(), keywords.end(), first_word(file, bytes)) != keywords.end();
}

bool size_fits_binary_stl(std::string_view bytes) {
  return bytes.size() >= 84 &&
         binary_stl_bytes(load<std::uint32_t>(bytes.data() + 80, std::endian::little)) == bytes.size();
}

//! VTP or VTU; nothing for other XML.
std::optional<MeshFormat> format_of_xml(const std::filesystem::path& file, std::string_view content) {
  const std::string_view head = content.substr(0, std::min<std::size_t>(4096, content.size()));
  const std::size_t root = head.find("<VTKFile");
  if (root == std::string_view::npos) return std::nullopt;
  const std::string_view tag = head.substr(root, head.find('>', root) - root);
  if (tag.find("PolyData") != std::string_view::npos) return MeshFormat::vtp;
  if (tag.find("UnstructuredGrid") != std::string_view::npos) return MeshFormat::vtu;
  throw InputError(
      file, phrase("is a VTK file, but not of type PolyData; extract the surface and save it as .vtp"));
}

}  // namespace

std::string_view name_of(MeshFormat format) {
  switch (format) {
    case MeshFormat::stl_ascii:
      return "STL ASCII";
    case MeshFormat::stl_binary:
      return "STL binary";
    case MeshFormat::obj:
      return "OBJ";
    case MeshFormat::ply:
      return "PLY";
    case MeshFormat::off:
      return "OFF";
    case MeshFormat::vtp:
      return "VTP";
    case MeshFormat::vtu:
      return "VTU";
    case MeshFormat::vtk:
      return "VTK legacy";
  }
  return "";
}

std::string_view without_byte_order_mark(std::string_view bytes) {
  return bytes.starts_with("\xEF\xBB\xBF") ? bytes.substr(3) : bytes;
}

std::optional<std::string> with_line_feeds(std::string_view bytes) {
  const std::size_t first = bytes.find_first_of("\r\n");
  if (first == std::string_view::npos || bytes[first] == '\n' || bytes.substr(first, 2) == "\r\n") return {};
  const bool ply = starts_with_word(bytes, "ply");
  if (size_fits_binary_stl(bytes) || !(ply || is_text(bytes.substr(0, 512)))) return {};
  std::string text(bytes);
  // What follows the header of a binary PLY is no text.
  constexpr std::string_view header_end = "\rend_header\r";
  const std::size_t end = text.find(header_end);
  const bool binary = ply && text.substr(0, end).find("format binary") != std::string::npos;
  const auto text_end = binary && end != std::string::npos
                            ? text.begin() + static_cast<std::ptrdiff_t>(end + header_end.size())
                            : text.end();
  std::replace(text.begin(), text_end, '\r', '\n');
  return text;
}

MeshFormat recognise_format(const std::filesystem::path& file, std::string_view bytes) {
  const std::string_view content = first_content(bytes);
  // First of all by size: a header of 80 free bytes may begin with anything, "solid" included.
  if (size_fits_binary_stl(bytes)) return MeshFormat::stl_binary;
  if (starts_with_word(bytes, "ply")) return MeshFormat::ply;
  if (bytes.starts_with("# vtk DataFile Version")) return MeshFormat::vtk;
  if (content.starts_with('<')) {
    if (const auto format = format_of_xml(file, content)) return *format;
  }
  const bool text = is_text(content.substr(0, std::min<std::size_t>(512, content.size())));
  if (text && is_off(file, content)) return MeshFormat::off;
  if (text && starts_with_word(content, "solid")) return MeshFormat::stl_ascii;
  if (const auto kind = other_kind_of_file(bytes)) {
    throw InputError(
        file, phrase("is no mesh: it is {}; STL, OBJ, PLY, OFF, VTP and VTK are read", std::string(*kind)));
  }
  if (text && is_obj(file, content)) return MeshFormat::obj;
  if (!text && lower_case(file.extension().string()) == ".stl") return MeshFormat::stl_binary;
  throw InputError(file, phrase("is not a mesh by its content; STL, OBJ, PLY, OFF, VTP and VTK are read"));
}

bool has_mesh_extension(const std::filesystem::path& file) {
  constexpr std::array extensions = {".stl"sv, ".obj"sv, ".ply"sv, ".off"sv, ".vtp"sv, ".vtu"sv, ".vtk"sv};
  const std::string extension = lower_case(file.extension().string());
  return std::find(extensions.begin(), extensions.end(), extension) != extensions.end();
}

}  // namespace intercusp
