#include "io/mesh/readers.h"

#include <png.h>
#include <vtkImageData.h>
#include <vtkJPEGReader.h>
#include <vtkSmartPointer.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <limits>
#include <map>
#include <optional>
#include <system_error>
#include <utility>

#include "io/files/errors.h"
#include "io/files/paths.h"
#include "io/files/read_file.h"

namespace intercusp {
namespace {

struct LineCounts {
  std::size_t vertices = 0;
  std::size_t faces = 0;
};

//! Counts the lines first, because a face may name vertices that come after it.
LineCounts count_lines(const std::filesystem::path& file, std::string_view text) {
  LineCounts counts;
  TextCursor cursor(file, text, '#');
  while (cursor.find_content()) {
    const std::string_view word = cursor.word();
    counts.vertices += word == "v" ? 1 : 0;
    counts.faces += word == "f" ? 1 : 0;
    cursor.next_line();
  }
  return counts;
}

//! Index from 0; −1 if the entry is missing.
//! \param so_far number of entries so far, from which negative numbers count back
std::int64_t place_in_list(std::int64_t number, std::size_t so_far) {
  if (number < 0)
    return std::max<std::int64_t>(number, -std::int64_t{1} << 40) + static_cast<std::int64_t>(so_far);
  return number - 1;
}

//! Vertex number, from 0, of a corner such as 7, 7/1, 7//3, 7/1/3 or −1; −1 if the vertex is missing.
std::int64_t vertex_of_corner(const TextCursor& cursor, std::string_view corner,
                              std::size_t vertices_so_far) {
  std::int64_t number = 0;
  const char* const end = corner.data() + corner.size();
  const auto [stop, error] = std::from_chars(corner.data(), end, number);
  const bool whole = stop == end || *stop == '/';
  if (error == std::errc::result_out_of_range) return -1;
  if (error != std::errc{} || !whole) {
    cursor.fail("a corner of this face is not of the form 1, 1/2, 1//3 or 1/2/3; export the file again");
  }
  return place_in_list(number, vertices_so_far);
}

//! The rest of the line without surrounding blanks. Names of files may contain blanks.
std::string rest_of_line(TextCursor& cursor) {
  std::string words;
  while (!cursor.at_line_end()) {
    if (!words.empty()) words += ' ';
    words += cursor.word();
  }
  return words;
}

//! The pictures that the faces name, and the texture coordinates of the faces' corners.
class TexturesOfFaces {
 public:
  //! Takes a line of `vt`. Anything but a number becomes NaN, because a bad texture must not stop the scan
  //! from being read.
  void take_place(TextCursor& cursor) {
    const auto number = [&] {
      float value = std::numeric_limits<float>::quiet_NaN();
      const std::string_view word = cursor.word();
      std::from_chars(word.data(), word.data() + word.size(), value);
      return value;
    };
    const float u = number();
    listed_.push_back({u, number(), -1});
  }
  void take_library(TextCursor& cursor) {
    if (textures_.libraries.size() < most_named) textures_.libraries.push_back(rest_of_line(cursor));
  }
  void use_material(TextCursor& cursor) {
    const std::string name = rest_of_line(cursor);
    std::vector<std::string>& names = textures_.materials;
    const auto known = std::ranges::find(names, name);
    material_ = known == names.end() && names.size() == most_named
                    ? -1
                    : static_cast<std::int32_t>(known - names.begin());
    if (known == names.end() && names.size() < most_named) names.push_back(name);
  }
  //! Takes the texture coordinates of a corner. The first ones of each vertex count.
  //! \param vertex checked to be a vertex of the file
  void take_corner(std::string_view corner, std::int64_t vertex, std::size_t vertex_count) {
    const std::size_t slash = corner.find('/');
    if (slash == std::string_view::npos || material_ < 0) return;
    std::int64_t number = 0;
    const auto [stop, error] =
        std::from_chars(corner.data() + slash + 1, corner.data() + corner.size(), number);
    const std::int64_t place = error == std::errc{} ? place_in_list(number, listed_.size()) : -1;
    if (place < 0 || place >= static_cast<std::int64_t>(listed_.size())) return;
    textures_.places.resize(vertex_count);
    NamedTextures::Place& of_vertex = textures_.places[static_cast<std::size_t>(vertex)];
    if (of_vertex.material >= 0) return;
    of_vertex = listed_[static_cast<std::size_t>(place)];
    of_vertex.material = material_;
  }
  [[nodiscard]] NamedTextures taken() { return std::move(textures_); }

 private:
  static constexpr std::size_t most_named = 256;

  NamedTextures textures_;
  std::vector<NamedTextures::Place> listed_;
  std::int32_t material_ = -1;
};

//! Colours after the coordinates of a vertex: "v x y z r g b", with or without an alpha. A weight alone is
//! not a colour.
class ColoursOfVertices {
 public:
  void take_rest_of_line(TextCursor& cursor) {
    std::array<double, 4> numbers{};
    std::size_t count = 0;
    while (!cursor.at_line_end()) {
      const std::string_view word = cursor.word();
      double number = -1;
      if (!is_number(word, number)) number = -1;
      if (count < numbers.size()) numbers[count] = number;
      ++count;
    }
    if (count < 3) return;
    channels_.insert(channels_.end(), numbers.begin(), numbers.begin() + 3);
    bad_ |= count > numbers.size();
    for (std::size_t i = 0; i < 3; ++i) {
      bad_ |= !(numbers[i] >= 0 && numbers[i] <= 255);
      most_ = std::max(most_, numbers[i]);
    }
  }

  //! Channels range from 0 to 1, or from 0 to 255 if any is above 1.
  void give_to(RawMesh& mesh) const {
    if (channels_.empty()) return;
    mesh.has_bad_colours = bad_ || channels_.size() != 3 * mesh.vertices.size();
    if (mesh.has_bad_colours) return;
    const double scale = most_ > 1 ? 1 : 255;
    const auto byte = [&](std::size_t i) {
      return static_cast<std::uint8_t>(std::lround(scale * channels_[i]));
    };
    mesh.colours.reserve(mesh.vertices.size());
    for (std::size_t i = 0; i < channels_.size(); i += 3)
      mesh.colours.push_back({byte(i), byte(i + 1), byte(i + 2), 255});
  }

 private:
  std::vector<double> channels_;
  double most_ = 0;
  bool bad_ = false;
};

bool is_keyword(std::string_view word) {
  return std::all_of(word.begin(), word.end(),
                     [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; });
}

}  // namespace

RawMesh read_obj(const std::filesystem::path& file, std::string_view text) {
  const LineCounts counts = count_lines(file, text);
  TextCursor cursor(file, text, '#');
  if (counts.vertices > max_raw_vertices)
    cursor.fail("has more vertices than can be used; thin it out first");
  RawMesh mesh;
  mesh.vertices.reserve(counts.vertices);
  mesh.faces.reserve(counts.faces);
  std::vector<std::int64_t> corners;
  ColoursOfVertices colours;
  TexturesOfFaces textures;
  while (cursor.find_content()) {
    const std::string_view word = cursor.word();
    if (word == "v") {
      mesh.vertices.push_back(take_point(cursor));
      if (!cursor.at_line_end()) colours.take_rest_of_line(cursor);
    } else if (word == "f") {
      corners.clear();
      while (!cursor.at_line_end()) {
        const std::string_view corner = cursor.word();
        corners.push_back(vertex_of_corner(cursor, corner, mesh.vertices.size()));
        if (corners.back() >= 0 && corners.back() < static_cast<std::int64_t>(counts.vertices))
          textures.take_corner(corner, corners.back(), counts.vertices);
      }
      add_polygon(mesh, corners, counts.vertices);
    } else if (word == "vt") {
      textures.take_place(cursor);
    } else if (word == "mtllib") {
      textures.take_library(cursor);
    } else if (word == "usemtl") {
      textures.use_material(cursor);
    } else if (!is_keyword(word)) {
      cursor.fail("this is not a line of an OBJ file; the file is damaged, export it again");
    }
    cursor.next_line();
  }
  colours.give_to(mesh);
  mesh.textures = textures.taken();
  return mesh;
}

namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t most_material_bytes = 1 << 20;
constexpr std::int64_t most_texture_pixels = 64'000'000;

struct Texture {
  int width = 0, height = 0;
  std::vector<VertexColour> pixels;  //!< from the bottom left

  [[nodiscard]] VertexColour at(float u, float v) const {
    const auto place = [](float share, int size) {
      return std::clamp(static_cast<int>((share - std::floor(share)) * static_cast<float>(size)), 0,
                        size - 1);
    };
    return pixels[static_cast<std::size_t>(place(v, height)) * width + place(u, width)];
  }
};

// Codes of findings: why a file cannot be used.
constexpr const char* missing = "texture_missing";
constexpr const char* outside = "texture_outside_folder";
constexpr const char* not_valid = "texture_not_valid";

Finding finding_of(const fs::path& mesh, const std::string& texture, const char* code) {
  return {code, Severity::info, {{"file", mesh.filename().string()}, {"texture", texture}}};
}

struct Found {
  fs::path path;
  const char* refusal = nullptr;  //!< null if the file can be read
};

//! Finds a file that another one names, relative to that file's folder. Names from Windows have backslashes.
Found find_named(const fs::path& mesh, std::string name) {
  std::ranges::replace(name, '\\', '/');
  const fs::path folder = mesh.parent_path(), path = folder / name;
  std::error_code error;
  if (!lies_below(path, folder)) return {path, outside};
  if (!fs::is_regular_file(path, error)) return {path, missing};
  return {path};
}

//! The name after `map_Kd`. If options precede it, the last word.
std::string texture_name(TextCursor& cursor) {
  std::string whole, last;
  bool has_options = false;
  while (!cursor.at_line_end()) {
    last = cursor.word();
    has_options |= whole.empty() && last.starts_with('-');
    whole += (whole.empty() ? "" : " ") + last;
  }
  return has_options ? last : whole;
}

//! Names of pictures by names of materials.
std::map<std::string, std::string> textures_in(const fs::path& library) {
  const FileBytes bytes = read_file(library);
  TextCursor cursor(library, bytes.view(), '#');
  std::map<std::string, std::string> textures;
  std::string material;
  while (cursor.find_content()) {
    const std::string word = lower_case(cursor.word());
    if (word == "newmtl") {
      material = texture_name(cursor);
    } else if (word == "map_kd") {
      textures.emplace(material, texture_name(cursor));
    }
    cursor.next_line();
  }
  return textures;
}

bool is_too_large(std::int64_t width, std::int64_t height) {
  return width < 1 || height < 1 || width > most_texture_pixels / height;
}

//! Reads with libpng's own reader in memory, because VTK 9.1's reader ends the program if a picture is
//! truncated.
std::optional<Texture> read_png(std::string_view bytes) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  if (png_image_begin_read_from_memory(&image, bytes.data(), bytes.size()) == 0) return std::nullopt;
  if (is_too_large(image.width, image.height)) {
    png_image_free(&image);
    return std::nullopt;
  }
  image.format = PNG_FORMAT_RGBA;
  Texture texture{static_cast<int>(image.width), static_cast<int>(image.height), {}};
  texture.pixels.resize(static_cast<std::size_t>(image.width) * image.height);
  const auto from_bottom = -static_cast<png_int_32>(PNG_IMAGE_ROW_STRIDE(image));
  if (png_image_finish_read(&image, nullptr, texture.pixels.data(), from_bottom, nullptr) == 0)
    return std::nullopt;
  for (VertexColour& pixel : texture.pixels) pixel[3] = 255;
  return texture;
}

//! Takes the pixels of a picture. Grey pictures have one channel.
Texture taken_from(vtkImageData& image) {
  Texture texture{image.GetDimensions()[0], image.GetDimensions()[1], {}};
  const int channels = image.GetNumberOfScalarComponents();
  const auto* sample = static_cast<const std::uint8_t*>(image.GetScalarPointer());
  const std::size_t count = static_cast<std::size_t>(texture.width) * texture.height;
  texture.pixels.reserve(count);
  for (std::size_t i = 0; i < count; ++i, sample += channels)
    texture.pixels.push_back({sample[0], sample[channels > 2 ? 1 : 0], sample[channels > 2 ? 2 : 0], 255});
  return texture;
}

std::optional<Texture> read_jpeg(const fs::path& file) {
  const VtkMessages messages;
  const auto reader = vtkSmartPointer<vtkJPEGReader>::New();
  const std::string name = file.string();
  if (reader->CanReadFile(name.c_str()) == 0) return std::nullopt;
  reader->SetFileName(name.c_str());
  reader->UpdateInformation();
  const int* const extent = reader->GetDataExtent();
  const int width = extent[1] - extent[0] + 1, height = extent[3] - extent[2] + 1;
  if (is_too_large(width, height)) return std::nullopt;
  reader->Update();
  vtkImageData* const image = reader->GetOutput();
  const bool whole = messages.first().empty() && image->GetDimensions()[0] == width &&
                     image->GetDimensions()[1] == height && image->GetScalarType() == VTK_UNSIGNED_CHAR;
  return whole ? std::optional(taken_from(*image)) : std::nullopt;
}

std::optional<Texture> read_texture(const fs::path& file) {
  constexpr std::string_view png = "\x89PNG", jpeg = "\xFF\xD8\xFF";
  const FileBytes bytes = read_file(file);
  if (bytes.view().starts_with(png)) return read_png(bytes.view());
  if (bytes.view().starts_with(jpeg)) return read_jpeg(file);
  return std::nullopt;
}

//! The pictures of the mesh's materials, in their order. Several materials may share one picture.
struct Textures {
  std::vector<std::shared_ptr<const Texture>> of_material;
  std::vector<Finding> findings;
};

Textures read_textures(const fs::path& file, const NamedTextures& named) {
  Textures read;
  std::map<std::string, std::string> names;
  for (const std::string& library : named.libraries) {
    Found found = find_named(file, library);
    std::error_code error;
    if (found.refusal == nullptr && fs::file_size(found.path, error) > most_material_bytes)
      found.refusal = not_valid;
    if (found.refusal != nullptr) {
      read.findings.push_back(finding_of(file, library, found.refusal));
    } else {
      names.merge(textures_in(found.path));
    }
  }
  std::map<std::string, std::shared_ptr<const Texture>> textures;
  for (const std::string& material : named.materials) {
    const auto name = names.find(material);
    if (name == names.end()) {
      read.of_material.emplace_back();
      continue;
    }
    const auto [texture, is_new] = textures.try_emplace(name->second);
    if (is_new) {
      const Found found = find_named(file, name->second);
      if (found.refusal == nullptr) {
        if (auto picture = read_texture(found.path))
          texture->second = std::make_shared<const Texture>(std::move(*picture));
      }
      if (!texture->second)
        read.findings.push_back(
            finding_of(file, name->second, found.refusal != nullptr ? found.refusal : not_valid));
    }
    read.of_material.push_back(texture->second);
  }
  return read;
}

}  // namespace

std::vector<Finding> take_texture_colours(const fs::path& file, RawMesh& mesh) {
  const NamedTextures& named = mesh.textures;
  if (named.places.empty() || named.libraries.empty() || !mesh.colours.empty()) return {};
  Textures textures;
  try {
    textures = read_textures(file, named);
    // The file cannot be opened.
  } catch (const InputError&) {
    return {finding_of(file, named.libraries.front(), not_valid)};
  }
  const auto colour_at = [&](const NamedTextures::Place& place) -> VertexColour {
    if (place.material < 0 || !std::isfinite(place.u) || !std::isfinite(place.v)) return {};
    const std::shared_ptr<const Texture>& texture =
        textures.of_material[static_cast<std::size_t>(place.material)];
    return texture ? texture->at(place.u, place.v) : VertexColour{};
  };
  std::vector<VertexColour> colours;
  colours.reserve(named.places.size());
  for (const NamedTextures::Place& place : named.places) colours.push_back(colour_at(place));
  const bool any = std::ranges::any_of(colours, [](const VertexColour& colour) { return colour[3] > 0; });
  if (any) mesh.colours = std::move(colours);
  return textures.findings;
}

std::vector<fs::path> pictures_named_in(const fs::path& library) {
  std::error_code error;
  if (fs::file_size(library, error) > most_material_bytes || error) return {};
  std::vector<fs::path> pictures;
  try {
    for (const auto& [material, picture] : textures_in(library))
      pictures.push_back(find_named(library, picture).path);
  } catch (const InputError&) {
    return {};
  }
  return pictures;
}

}  // namespace intercusp
