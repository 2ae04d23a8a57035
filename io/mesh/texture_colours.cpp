#include "io/mesh/texture_colours.h"

#include <png.h>
#include <vtkImageData.h>
#include <vtkJPEGReader.h>
#include <vtkSmartPointer.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "io/files/errors.h"
#include "io/files/paths.h"
#include "io/files/read_file.h"
#include "io/files/text_cursor.h"
#include "io/mesh/vtk_reading.h"

namespace intercusp {
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

//! Why a file is of no use.
enum class Refusal { missing, outside, not_valid };

Finding finding_of(const fs::path& mesh, const std::string& texture, Refusal why) {
  const char* const code = why == Refusal::missing   ? "texture_missing"
                           : why == Refusal::outside ? "texture_outside_folder"
                                                     : "texture_not_valid";
  return {code, Severity::info, {{"file", mesh.filename().string()}, {"texture", texture}}};
}

struct Found {
  fs::path path;
  std::optional<Refusal> refusal;
};

//! A file that another one names, from its folder. Names from Windows have backslashes.
Found find_named(const fs::path& mesh, std::string name) {
  std::ranges::replace(name, '\\', '/');
  const fs::path folder = mesh.parent_path(), path = folder / name;
  std::error_code error;
  if (!lies_below(path, folder)) return {path, Refusal::outside};
  if (!fs::is_regular_file(path, error)) return {path, Refusal::missing};
  return {path, std::nullopt};
}

//! The name behind `map_Kd`: with options before it, the last word.
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

//! By libpng's own reader in memory: VTK 9.1's ends the program where a picture is cut off.
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

//! Grey pictures have one channel.
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

//! The pictures of the mesh's materials, in their order; several materials may share one.
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
    if (!found.refusal && fs::file_size(found.path, error) > most_material_bytes)
      found.refusal = Refusal::not_valid;
    if (found.refusal) {
      read.findings.push_back(finding_of(file, library, *found.refusal));
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
      if (!found.refusal) {
        if (auto picture = read_texture(found.path))
          texture->second = std::make_shared<const Texture>(std::move(*picture));
      }
      if (!texture->second)
        read.findings.push_back(finding_of(file, name->second, found.refusal.value_or(Refusal::not_valid)));
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
  } catch (const InputError&) {  // a file that cannot be opened
    return {finding_of(file, named.libraries.front(), Refusal::not_valid)};
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
