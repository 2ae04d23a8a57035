#include "io/mesh/read_mesh.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <future>
#include <new>
#include <optional>
#include <utility>

#include "io/files/errors.h"
#include "io/files/read_file.h"
#include "io/files/safe_text.h"
#include "io/files/sha256.h"
#include "io/files/text_cursor.h"
#include "io/language/language.h"
#include "io/mesh/load_bytes.h"
#include "io/mesh/readers.h"
#include "occlusion/base/enum_table.h"
#include "occlusion/base/free_memory.h"

namespace intercusp {
namespace {

// ---- The format of a mesh file, derived from its content. Names can be wrong, and a picture named .stl must
// not reach a parser.

enum class MeshFormat { stl_ascii, stl_binary, obj, ply, off, vtp, vtk, glb, three_mf, dicom };
constexpr auto names_of(MeshFormat) {
  return enum_table<MeshFormat>({{MeshFormat::stl_ascii, "STL ASCII"},
                                 {MeshFormat::stl_binary, "STL binary"},
                                 {MeshFormat::obj, "OBJ"},
                                 {MeshFormat::ply, "PLY"},
                                 {MeshFormat::off, "OFF"},
                                 {MeshFormat::vtp, "VTP"},
                                 {MeshFormat::vtk, "VTK legacy"},
                                 {MeshFormat::glb, "GLB"},
                                 {MeshFormat::three_mf, "3MF"},
                                 {MeshFormat::dicom, "DICOM"}});
}

using namespace std::string_view_literals;

constexpr std::size_t most_shown = 64;  //!< greatest number of bytes of a name in a message

//! The start of the file without byte-order mark and white space.
std::string_view first_content(std::string_view bytes) {
  bytes = without_byte_order_mark(bytes);
  while (!bytes.empty() && is_space(bytes.front())) bytes.remove_prefix(1);
  return bytes;
}

bool is_text(std::string_view bytes) {
  return std::all_of(bytes.begin(), bytes.end(),
                     [](char c) { return is_space(c) || static_cast<unsigned char>(c) >= 32; });
}

//! The names of the files in the list of an iTero export, separated by commas.
std::string files_named_in(std::string_view list) {
  constexpr std::string_view attribute = "FileName=\"";
  std::string names;
  for (std::size_t at = list.find(attribute); at != std::string_view::npos; at = list.find(attribute, at)) {
    at += attribute.size();
    if (!names.empty()) names += ", ";
    names += visible_text(list.substr(at, std::min(most_shown, list.find('"', at) - at)));
  }
  return names;
}

//! The kind of a text that begins with an angle bracket.
std::string kind_of_markup(std::string_view content) {
  constexpr std::size_t head_bytes = 4096;
  const std::string head = lower_case(content.substr(0, std::min(head_bytes, content.size())));
  constexpr std::pair<std::string_view, Text> roots[] = {
      {"<!doctype html", Text("a web page, often one with an error; download the scan itself again")},
      {"<html", Text("a web page, often one with an error; download the scan itself again")},
      {"<hps", Text("a scan in 3Shape's own format HPS; export it from 3Shape as STL or PLY")},
      {"<dentalproject", Text("the description of a case for a CAD program; give the scans themselves")},
      {"<constructioninfo", Text("the description of a case for a CAD program; give the scans themselves")},
      {"<x3d", Text("a model in another format of 3D programs; save it as STL, PLY or OBJ")},
      {"<collada", Text("a model in another format of 3D programs; save it as STL, PLY or OBJ")},
      {"<amf", Text("a model in another format of 3D programs; save it as STL, PLY or OBJ")},
      {"<model", Text("a 3MF model; save it as STL, PLY or OBJ")}};
  if (head.find("<itero") != std::string::npos) {
    return phrase("iTero's list of the scans of an export; give its folder, or the scans that it names: {}",
                  files_named_in(content));
  }
  for (const auto& [root, name] : roots) {
    if (head.find(root) != std::string::npos) return std::string(name);
  }
  return phrase("XML data");
}

//! Whether a text lists points: lines of three or more numbers, as in .xyz, .pts, .ptx and .asc files. Counts
//! and a line of words may precede them.
bool lists_points(std::string_view content) {
  constexpr std::size_t head_bytes = 4096, enough = 3;
  const bool is_whole = content.size() <= head_bytes;
  const std::string head =
      with_blanks(content.substr(0, is_whole ? head_bytes : content.rfind('\n', head_bytes)));
  const std::filesystem::path unnamed;
  TextCursor text(unnamed, head, '#');
  std::size_t lines = 0, points = 0;
  for (; text.find_content(); text.next_line(), ++lines) {
    std::size_t numbers = 0;
    while (!text.at_line_end()) {
      double number = 0;
      const bool is_one = is_number(text.word(), number);
      if (!is_one && lines > 0) return false;
      numbers += is_one ? 1 : 0;
    }
    points += numbers >= 3 ? 1 : 0;
  }
  return points >= enough && 2 * points > lines;
}

//! The kind of a file that is not a mesh, in words for the user.
std::optional<std::string> other_kind_of_file(std::string_view bytes) {
  constexpr auto gltf = Text("a glTF scene in several files; save it as GLB, STL, PLY or OBJ");
  constexpr auto other_model = Text("a model in another format of 3D programs; save it as STL, PLY or OBJ");
  constexpr auto points =
      Text("a point cloud: points without a surface; export the scan as a mesh, as STL or PLY");
  constexpr auto cad = Text("a solid of a CAD program; export its surface as STL");
  constexpr std::pair<std::string_view, Text> marks[] = {
      {"version https://git-lfs"sv,
       Text("a pointer of Git LFS that stands for the scan; fetch the scan itself with git lfs pull")},
      {"\x89PNG"sv, Text("a PNG picture")},
      {"\xFF\xD8\xFF"sv, Text("a JPEG picture")},
      {"GIF8"sv, Text("a GIF picture")},
      {"%PDF"sv, Text("a PDF document")},
      {"PK\x03\x04"sv, Text("a ZIP archive; unpack it")},
      {"\x1F\x8B"sv, Text("packed by gzip; unpack it")},
      {"7z\xBC\xAF"sv, Text("a 7-Zip archive; unpack it")},
      {"Rar!"sv, Text("a RAR archive; unpack it")},
      {"Kaydara FBX"sv, Text("an FBX scene; save it as STL, PLY or OBJ")},
      {"OCTM"sv, other_model},
      {"BLENDER"sv, other_model},
      {"#VRML"sv, other_model},
      {"3D Geometry File Format"sv, cad},
      {"ISO-10303-21"sv, cad},
      {"# .PCD"sv, points},
      {"LASF"sv, points},
      {"ASTM-E57"sv, points},
      {"DRACO"sv, Text("a mesh packed by Draco; unpack it to PLY, with draco_decoder or Blender")},
      {"\x7F"
       "ELF"sv,
       Text("a program")},
      {"MZ\x90"sv, Text("a program")},
      {"\xFF\xFE"sv, Text("text in UTF-16; save it as ASCII or UTF-8")},
      {"\xFE\xFF"sv, Text("text in UTF-16; save it as ASCII or UTF-8")},
      {"OFF BINARY"sv, Text("a binary OFF; save it as text, or as PLY")},
      {"{"sv, Text("JSON data")},
      {"["sv, Text("JSON data")}};
  const std::string_view content = first_content(bytes);
  if (content.starts_with('<')) return kind_of_markup(content);
  const auto holds = [&](std::string_view text) { return bytes.find(text) != std::string_view::npos; };
  if (content.starts_with('{') && holds("\"asset\"") && holds("\"meshes\"")) return std::string(gltf);
  for (const auto& [mark, name] : marks) {
    if (bytes.starts_with(mark)) return std::string(name);
  }
  if (lists_points(content)) return std::string(points);
  return std::nullopt;
}

//! The first word outside comments.
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

//! Whether the first line with content other than a comment begins like a line of OBJ.
bool is_obj(const std::filesystem::path& file, std::string_view bytes) {
  constexpr std::array keywords = {"v"sv, "vt"sv, "vn"sv,     "vp"sv,     "f"sv,  "l"sv,   "p"sv,     "o"sv,
                                   "g"sv, "s"sv,  "mtllib"sv, "usemtl"sv, "mg"sv, "deg"sv, "cstype"sv};
  return std::find(keywords.begin(), keywords.end(), first_word(file, bytes)) != keywords.end();
}

bool size_fits_binary_stl(std::string_view bytes) {
  return bytes.size() >= 84 &&
         binary_stl_bytes(load<std::uint32_t>(bytes.data() + 80, std::endian::little)) == bytes.size();
}

//! Whether the file is VTP; other XML is not.
//! \throw InputError for other files of VTK
bool is_vtp(const std::filesystem::path& file, std::string_view content) {
  const std::string_view head = content.substr(0, std::min<std::size_t>(4096, content.size()));
  const std::size_t root = head.find("<VTKFile");
  if (root == std::string_view::npos) return false;
  const std::string_view tag = head.substr(root, head.find('>', root) - root);
  if (tag.find("PolyData") != std::string_view::npos) return true;
  constexpr std::string_view attribute = "type=\"";
  const std::size_t start = tag.find(attribute);
  const std::string_view type =
      start == std::string_view::npos ? std::string_view() : tag.substr(start + attribute.size());
  throw InputError(file,
                   phrase("is a VTK file of type {}, not PolyData; extract the surface and save it as .vtp",
                          visible_text(type.substr(0, std::min(most_shown, type.find('"'))))));
}

//! A text with line feeds in place of carriage returns, if its lines end with a carriage return alone, as old
//! Macintosh programs write them. For a binary PLY only the header is replaced. Empty for other texts.
std::optional<std::string> with_line_feeds(std::string_view bytes) {
  const std::size_t first = bytes.find_first_of("\r\n");
  if (first == std::string_view::npos || bytes[first] == '\n' || bytes.substr(first, 2) == "\r\n") return {};
  const bool ply = starts_with_word(bytes, "ply");
  if (size_fits_binary_stl(bytes) || !(ply || is_text(bytes.substr(0, 512)))) return {};
  std::string text(bytes);
  // The part after the header of a binary PLY is not text.
  constexpr std::string_view header_end = "\rend_header\r";
  const std::size_t end = text.find(header_end);
  const bool binary = ply && text.substr(0, end).find("format binary") != std::string::npos;
  const auto text_end = binary && end != std::string::npos
                            ? text.begin() + static_cast<std::ptrdiff_t>(end + header_end.size())
                            : text.end();
  std::replace(text.begin(), text_end, '\r', '\n');
  return text;
}

//! Recognises the format by the content. The extension counts only if the content is not enough. A binary STL
//! has no mark, so a file whose size does not fit its count of faces is taken for a damaged STL if its name
//! ends in .stl.
//! \throw InputError if the file has none of the formats, with what it seems to be
MeshFormat recognise_format(const std::filesystem::path& file, std::string_view bytes) {
  const std::string_view content = first_content(bytes);
  // The size comes first, because a header of 80 free bytes may begin with anything, including "solid".
  if (size_fits_binary_stl(bytes)) return MeshFormat::stl_binary;
  if (starts_with_word(bytes, "ply")) return MeshFormat::ply;
  if (bytes.starts_with("# vtk DataFile Version")) return MeshFormat::vtk;
  if (bytes.starts_with("glTF")) return MeshFormat::glb;
  if (bytes.starts_with("PK\x03\x04") && bytes.find(".model") != std::string_view::npos)
    return MeshFormat::three_mf;
  if (bytes.size() > 132 && bytes.substr(128, 4) == "DICM") return MeshFormat::dicom;
  if (content.starts_with('<') && is_vtp(file, content)) return MeshFormat::vtp;
  const bool text = is_text(content.substr(0, std::min<std::size_t>(512, content.size())));
  if (text && is_off(file, content)) return MeshFormat::off;
  if (text && starts_with_word(content, "solid")) return MeshFormat::stl_ascii;
  if (const auto kind = other_kind_of_file(bytes)) {
    throw InputError(
        file,
        phrase("is not a scan: it is {}; STL, OBJ, PLY, OFF, VTP, VTK, GLB, 3MF and DICOM can be opened",
               *kind));
  }
  if (text && is_obj(file, content)) return MeshFormat::obj;
  if (!text && lower_case(file.extension().string()) == ".stl") return MeshFormat::stl_binary;
  throw InputError(file,
                   phrase("is not a scan; STL, OBJ, PLY, OFF, VTP, VTK, GLB, 3MF and DICOM can be opened"));
}

// ---- Reading

//! Puts the chosen meshes of a scene together.
RawMesh joined(const std::filesystem::path& file, std::vector<NamedMesh> meshes, const MeshChoice& choice) {
  std::erase_if(meshes, [](const NamedMesh& one) { return one.mesh.vertices.empty(); });
  std::vector<std::string> names;
  for (const NamedMesh& one : meshes) names.push_back(one.name);
  const std::vector<bool> taken = choice ? choice(names) : std::vector<bool>(meshes.size(), true);
  RawMesh whole;
  for (std::size_t i = 0; i < meshes.size(); ++i) {
    if (taken[i]) append(whole, std::move(meshes[i].mesh), file.string());
  }
  return whole;
}

RawMesh parse(const std::filesystem::path& file, std::string_view bytes, MeshFormat format,
              const MeshChoice& choice) {
  switch (format) {
    case MeshFormat::stl_ascii:
      return read_ascii_stl(file, without_byte_order_mark(bytes));
    case MeshFormat::stl_binary:
      need_memory(3 * bytes.size());  // the 50 bytes of a face become 68 in VTK and 84 in the mesh
      return read_binary_stl(file, bytes);
    case MeshFormat::obj:
      return read_obj(file, without_byte_order_mark(bytes));
    case MeshFormat::ply:
      need_memory(6 * bytes.size());  // three copies for VTK, which holds as much itself, and the mesh
      return read_ply(file, bytes);
    case MeshFormat::off:
      return read_off(file, without_byte_order_mark(bytes));
    case MeshFormat::vtp:
      return read_vtp(file, bytes);
    case MeshFormat::vtk:
      return read_vtk(file, bytes);
    case MeshFormat::glb:
      need_memory(5 * bytes.size());  // a copy for tinygltf, and doubles for floats
      return joined(file, read_glb(file, bytes), choice);
    case MeshFormat::three_mf:
      need_memory(20 * bytes.size());  // packed XML
      return joined(file, read_three_mf(file, bytes), choice);
    case MeshFormat::dicom: {
      const std::string inner = mesh_in_dicom(file, bytes);
      const MeshFormat inner_format = recognise_format(file, inner);
      if (inner_format != MeshFormat::dicom) return parse(file, inner, inner_format, choice);
      throw InputError(file, phrase("is a DICOM file without a mesh; give one that holds an STL or OBJ"));
    }
  }
  return {};
}

void check_faces_left(const std::filesystem::path& file, const RawMesh& mesh) {
  if (!mesh.faces.empty()) return;
  if (mesh.faces_with_bad_indices > 0) {
    throw InputError(file,
                     phrase("no face is left: {} faces name vertices that are not among the {} of the file; "
                            "it is damaged, export it again",
                            mesh.faces_with_bad_indices, mesh.vertices.size()));
  }
  throw InputError(file, phrase("has no faces ({} vertices); export the surface, not points or lines",
                                mesh.vertices.size()));
}

std::vector<Finding> remarks_on(const std::filesystem::path& file, std::string_view bytes, MeshFormat format,
                                const RawMesh& mesh) {
  std::vector<Finding> remarks;
  const std::string name = file.filename().string();
  const std::string extension = lower_case(file.extension().string());
  const std::string usual =
      format == MeshFormat::dicom ? ".dcm" : fmt::format(".{}", lower_case(name_of(format)).substr(0, 3));
  if (has_mesh_extension(file) && extension != usual) {
    remarks.push_back(
        {"format_by_content", Severity::info, {{"file", name}, {"format", std::string(name_of(format))}}});
  }
  if (format == MeshFormat::stl_binary && is_binary_stl_counted_by_size(bytes)) {
    remarks.push_back({"faces_counted_by_size",
                       Severity::info,
                       {{"file", name}, {"faces", static_cast<double>(mesh.faces.size())}}});
  }
  if (format == MeshFormat::stl_binary && bytes.size() > binary_stl_bytes(mesh.faces.size())) {
    const std::size_t unused = bytes.size() - binary_stl_bytes(mesh.faces.size());
    remarks.push_back(
        {"bytes_not_used", Severity::info, {{"file", name}, {"bytes", static_cast<double>(unused)}}});
  }
  if (mesh.has_bad_colours) remarks.push_back({"colours_not_valid", Severity::info, {{"file", name}}});
  if (mesh.faces_without_three_corners > 0) {
    remarks.push_back({"faces_without_three_corners",
                       Severity::info,
                       {{"file", name}, {"faces", static_cast<double>(mesh.faces_without_three_corners)}}});
  }
  return remarks;
}

}  // namespace

void append(RawMesh& whole, RawMesh&& part, const std::string& source) {
  whole.faces_with_bad_indices += part.faces_with_bad_indices;
  whole.faces_without_three_corners += part.faces_without_three_corners;
  whole.has_bad_colours |= part.has_bad_colours;
  if (!whole.colours.empty() || !part.colours.empty()) {
    whole.colours.resize(whole.vertices.size());
    part.colours.resize(part.vertices.size());  // for a file without colours next to one with colours
    whole.colours.insert(whole.colours.end(), part.colours.begin(), part.colours.end());
  }
  if (whole.vertices.empty()) {
    whole.vertices = std::move(part.vertices);
    whole.faces = std::move(part.faces);
    return;
  }
  if (whole.vertices.size() + part.vertices.size() > max_raw_vertices) {
    throw InputError(
        source, phrase("the files together have more vertices than can be used; thin the meshes out first"));
  }
  const auto shift = static_cast<std::uint32_t>(whole.vertices.size());
  whole.file_starts.push_back(shift);
  whole.vertices.insert(whole.vertices.end(), part.vertices.begin(), part.vertices.end());
  whole.faces.reserve(whole.faces.size() + part.faces.size());
  for (const Face& face : part.faces)
    whole.faces.push_back({face[0] + shift, face[1] + shift, face[2] + shift});
}

bool has_mesh_extension(const std::filesystem::path& file) {
  constexpr std::array extensions = {".stl"sv, ".obj"sv, ".ply"sv, ".off"sv,
                                     ".vtp"sv, ".vtk"sv, ".glb"sv, ".3mf"sv};
  const std::string extension = lower_case(file.extension().string());
  return std::find(extensions.begin(), extensions.end(), extension) != extensions.end();
}

MeshFile read_mesh(const std::filesystem::path& file, const MeshChoice& choice) {
  MeshFile read = parse_mesh(file, read_file(file).view(), choice);
  for (Finding& finding : take_texture_colours(file, read.mesh)) read.remarks.push_back(std::move(finding));
  read.mesh.textures = {};
  return read;
}

MeshFile parse_mesh(const std::filesystem::path& file, std::string_view bytes, const MeshChoice& choice) {
  std::future<std::string> digest = std::async(std::launch::async, sha256_hex, bytes);
  const std::optional<std::string> text = with_line_feeds(bytes);
  if (text) bytes = *text;
  const MeshFormat format = with_code("unknown_format", [&] { return recognise_format(file, bytes); });
  MeshFile result;
  try {
    result.mesh = with_code("damaged_mesh", [&] { return parse(file, bytes, format, choice); });
  } catch (const std::bad_alloc&) {
    throw InputError(file,
                     phrase("its {} of data need several times as much memory, more than this machine "
                            "gives; thin the mesh out first",
                            memory_text(bytes.size())),
                     Finding{"out_of_memory", Severity::error});
  }
  with_code("no_faces", [&] { check_faces_left(file, result.mesh); });
  result.file = {.path = file.string(), .format = std::string(name_of(format)), .sha256 = digest.get()};
  result.remarks = remarks_on(file, bytes, format, result.mesh);
  return result;
}

}  // namespace intercusp
