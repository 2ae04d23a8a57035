#define TINYGLTF_IMPLEMENTATION
#define TINYGLTF_NO_STB_IMAGE
#define TINYGLTF_NO_STB_IMAGE_WRITE
#define TINYGLTF_NO_EXTERNAL_IMAGE
#include <tiny_gltf.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>

#include "io/files/errors.h"
#include "io/files/safe_text.h"
#include "io/language/language.h"
#include "io/mesh/load_bytes.h"
#include "io/mesh/readers.h"

namespace intercusp {
namespace {

constexpr double mm_per_m = 1000;

//! What a file states that its bytes do not have.
[[noreturn]] void refuse(const std::filesystem::path& file, const std::string& what) {
  throw InputError(file, phrase("is a damaged glTF scene: {}; export it again", what));
}

//! A file may name others, which are not read.
tinygltf::FsCallbacks no_files() {
  return {[](const std::string&, void*) { return false; },
          [](const std::string& path, void*) { return path; },
          [](std::vector<unsigned char>*, std::string* error, const std::string&, void*) {
            *error = "other files are not read";
            return false;
          },
          [](std::string*, const std::string&, const std::vector<unsigned char>&, void*) { return false; },
          nullptr};
}

tinygltf::Model model_of(const std::filesystem::path& file, std::string_view bytes) {
  if (bytes.size() > std::numeric_limits<unsigned>::max()) refuse(file, phrase("it is larger than 4 GB"));
  tinygltf::TinyGLTF loader;
  loader.SetFsCallbacks(no_files());
  loader.SetImageLoader([](tinygltf::Image*, const int, std::string*, std::string*, int, int,
                           const unsigned char*, int, void*) { return true; },
                        nullptr);  // pictures are not used
  tinygltf::Model model;
  std::string error, warning;
  bool read = false;
  try {
    read = loader.LoadBinaryFromMemory(&model, &error, &warning,
                                       reinterpret_cast<const unsigned char*>(bytes.data()),
                                       static_cast<unsigned>(bytes.size()));
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& fault) {
    error = fault.what();
  }
  if (!read) refuse(file, visible_text(error.substr(0, error.find('\n'))));
  return model;
}

//! An array of numbers in the scene's bytes.
class Numbers {
 public:
  Numbers(const std::filesystem::path& file, const tinygltf::Model& model, int index) {
    const auto at = [&](const auto& list, int i) -> const auto& {
      if (i < 0 || static_cast<std::size_t>(i) >= list.size()) refuse(file, phrase("an array is missing"));
      return list[static_cast<std::size_t>(i)];
    };
    const tinygltf::Accessor& accessor = at(model.accessors, index);
    if (accessor.sparse.isSparse || accessor.bufferView < 0)
      throw InputError(file,
                       phrase("packs its meshes in a way that is not read; save it without compression"));
    const tinygltf::BufferView& view = at(model.bufferViews, accessor.bufferView);
    const std::vector<unsigned char>& data = at(model.buffers, view.buffer).data;
    const int stride = accessor.ByteStride(view);
    const int bytes = tinygltf::GetComponentSizeInBytes(static_cast<std::uint32_t>(accessor.componentType));
    per_row_ = tinygltf::GetNumComponentsInType(static_cast<std::uint32_t>(accessor.type));
    if (stride <= 0 || bytes <= 0 || per_row_ <= 0) refuse(file, phrase("an array has no type"));
    count_ = accessor.count;
    stride_ = static_cast<std::size_t>(stride);
    component_ = accessor.componentType;
    component_bytes_ = static_cast<std::size_t>(bytes);
    const std::size_t row = component_bytes_ * static_cast<std::size_t>(per_row_);
    const std::size_t start = view.byteOffset + accessor.byteOffset;
    const bool fits =
        view.byteOffset <= data.size() && accessor.byteOffset <= data.size() && start <= data.size() &&
        (count_ == 0 || (row <= data.size() - start && count_ - 1 <= (data.size() - start - row) / stride_));
    if (!fits) refuse(file, phrase("an array ends beyond the file"));
    data_ = reinterpret_cast<const char*>(data.data()) + start;
  }

  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] int per_row() const { return per_row_; }
  [[nodiscard]] bool is_float() const { return component_ == TINYGLTF_COMPONENT_TYPE_FLOAT; }
  //! Whole numbers as they are.
  [[nodiscard]] double at(std::size_t row, std::size_t column) const {
    const char* const place = data_ + row * stride_ + column * component_bytes_;
    switch (component_) {
      case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE:
        return static_cast<unsigned char>(*place);
      case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT:
        return load<std::uint16_t>(place, std::endian::little);
      case TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT:
        return load<std::uint32_t>(place, std::endian::little);
      case TINYGLTF_COMPONENT_TYPE_FLOAT:
        return static_cast<double>(load<float>(place, std::endian::little));
      default:
        return std::numeric_limits<double>::quiet_NaN();
    }
  }
  //! From 0 to 1, as colours are stored.
  [[nodiscard]] double share_at(std::size_t row, std::size_t column) const {
    return at(row, column) / (is_float()                                            ? 1.0
                              : component_ == TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE ? 255.0
                                                                                    : 65535.0);
  }

 private:
  const char* data_ = nullptr;
  std::size_t count_ = 0, stride_ = 0, component_bytes_ = 0;
  int component_ = 0, per_row_ = 0;
};

//! A byte of a screen colour from linear light, as glTF stores it.
std::uint8_t screen_byte(double light) {
  if (!(light > 0)) return 0;
  const double shown = light <= 0.0031308 ? 12.92 * light : 1.055 * std::pow(light, 1 / 2.4) - 0.055;
  return static_cast<std::uint8_t>(std::lround(255 * std::min(1.0, shown)));
}

Eigen::Affine3d pose_of(const tinygltf::Node& node) {
  Eigen::Affine3d pose = Eigen::Affine3d::Identity();
  if (node.matrix.size() == 16) {
    pose.matrix() = Eigen::Map<const Eigen::Matrix4d>(node.matrix.data());
    return pose;
  }
  if (node.translation.size() == 3) pose.translate(Eigen::Vector3d(node.translation.data()));
  if (node.rotation.size() == 4) pose.rotate(Eigen::Quaterniond(node.rotation.data()).normalized());
  if (node.scale.size() == 3) pose.scale(Eigen::Vector3d(node.scale.data()));
  return pose;
}

void add_colours(const std::filesystem::path& file, const tinygltf::Model& model, int accessor,
                 RawMesh& mesh) {
  const Numbers colours(file, model, accessor);
  const std::size_t end = mesh.vertices.size(), start = end - std::min(end, colours.count());
  if (colours.per_row() < 3) return;
  mesh.colours.resize(end);
  for (std::size_t i = start; i < end; ++i) {
    const auto byte = [&](std::size_t channel) { return screen_byte(colours.share_at(i - start, channel)); };
    mesh.colours[i] = {byte(0), byte(1), byte(2), 255};
  }
}

void add_primitive(const std::filesystem::path& file, const tinygltf::Model& model,
                   const tinygltf::Primitive& primitive, const Eigen::Affine3d& pose, RawMesh& mesh) {
  const auto positions = primitive.attributes.find("POSITION");
  const bool triangles = primitive.mode == TINYGLTF_MODE_TRIANGLES || primitive.mode < 0;
  if (!triangles || positions == primitive.attributes.end()) {
    ++mesh.faces_without_three_corners;
    return;
  }
  const Numbers places(file, model, positions->second);
  if (places.per_row() != 3 || !places.is_float())
    throw InputError(file, phrase("packs its meshes in a way that is not read; save it without compression"));
  const std::size_t start = mesh.vertices.size();
  if (start + places.count() > max_raw_vertices) refuse(file, phrase("it has too many vertices"));
  for (std::size_t i = 0; i < places.count(); ++i)
    mesh.vertices.emplace_back(mm_per_m *
                               (pose * Eigen::Vector3d(places.at(i, 0), places.at(i, 1), places.at(i, 2))));
  if (const auto colours = primitive.attributes.find("COLOR_0"); colours != primitive.attributes.end())
    add_colours(file, model, colours->second, mesh);
  std::optional<Numbers> indices;
  if (primitive.indices >= 0) indices.emplace(file, model, primitive.indices);
  const std::size_t corners = indices ? indices->count() : places.count();
  const bool mirrored = pose.linear().determinant() < 0;
  for (std::size_t i = 0; i + 2 < corners; i += 3) {
    const auto corner = [&](std::size_t k) {
      const double number = indices ? indices->at(i + k, 0) : static_cast<double>(i + k);
      return number < static_cast<double>(places.count())
                 ? static_cast<std::int64_t>(number) + static_cast<std::int64_t>(start)
                 : -1;
    };
    const std::array<std::int64_t, 3> face = {corner(0), corner(mirrored ? 2 : 1), corner(mirrored ? 1 : 2)};
    add_polygon(mesh, face, mesh.vertices.size());
  }
}

//! The meshes of a node and those below it.
void add_node(const std::filesystem::path& file, const tinygltf::Model& model, int index,
              const Eigen::Affine3d& parent, std::size_t depth, std::vector<NamedMesh>& meshes) {
  if (index < 0 || static_cast<std::size_t>(index) >= model.nodes.size() || depth > model.nodes.size())
    refuse(file, phrase("its nodes do not form a tree"));
  constexpr std::size_t most_meshes = 10'000;  // nodes may stand below many others
  const tinygltf::Node& node = model.nodes[static_cast<std::size_t>(index)];
  const Eigen::Affine3d pose = parent * pose_of(node);
  if (node.mesh >= 0 && static_cast<std::size_t>(node.mesh) < model.meshes.size()) {
    const tinygltf::Mesh& shape = model.meshes[static_cast<std::size_t>(node.mesh)];
    NamedMesh& made = meshes.emplace_back(node.name.empty() ? shape.name : node.name);
    for (const tinygltf::Primitive& primitive : shape.primitives)
      add_primitive(file, model, primitive, pose, made.mesh);
    if (!made.mesh.colours.empty()) made.mesh.colours.resize(made.mesh.vertices.size());
  }
  if (meshes.size() > most_meshes) refuse(file, phrase("its nodes do not form a tree"));
  for (const int child : node.children) add_node(file, model, child, pose, depth + 1, meshes);
}

}  // namespace

std::vector<NamedMesh> read_glb(const std::filesystem::path& file, std::string_view bytes) {
  const tinygltf::Model model = model_of(file, bytes);
  std::vector<int> roots;
  const auto scene = static_cast<std::size_t>(std::max(0, model.defaultScene));
  if (scene < model.scenes.size()) {
    roots = model.scenes[scene].nodes;
  } else {
    std::vector<bool> is_child(model.nodes.size(), false);
    for (const tinygltf::Node& node : model.nodes) {
      for (const int child : node.children) {
        if (child >= 0 && static_cast<std::size_t>(child) < is_child.size())
          is_child[static_cast<std::size_t>(child)] = true;
      }
    }
    for (std::size_t i = 0; i < is_child.size(); ++i) {
      if (!is_child[i]) roots.push_back(static_cast<int>(i));
    }
  }
  std::vector<NamedMesh> meshes;
  for (const int root : roots) add_node(file, model, root, Eigen::Affine3d::Identity(), 0, meshes);
  return meshes;
}

}  // namespace intercusp
