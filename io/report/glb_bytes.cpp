#define TINYGLTF_NO_STB_IMAGE
#define TINYGLTF_NO_STB_IMAGE_WRITE
#define TINYGLTF_NO_EXTERNAL_IMAGE
#include <tiny_gltf.h>

#include <Eigen/Geometry>
#include <cmath>
#include <cstring>
#include <sstream>
#include <stdexcept>

#include "io/report/painted_mesh.h"

namespace intercusp {
namespace {

constexpr double m_per_mm = 0.001;

//! Appends numbers to the only buffer of the file.
//! \return the index of their view
template <class Number>
int add_view(tinygltf::Model& model, const std::vector<Number>& numbers, int target) {
  std::vector<unsigned char>& data = model.buffers[0].data;
  tinygltf::BufferView view;
  view.buffer = 0;
  view.byteOffset = data.size();
  view.byteLength = numbers.size() * sizeof(Number);
  view.target = target;
  data.resize(data.size() + view.byteLength);
  std::memcpy(data.data() + view.byteOffset, numbers.data(), view.byteLength);
  model.bufferViews.push_back(view);
  return static_cast<int>(model.bufferViews.size()) - 1;
}

int add_accessor(tinygltf::Model& model, int view, int component, int type, std::size_t count) {
  tinygltf::Accessor accessor;
  accessor.bufferView = view;
  accessor.componentType = component;
  accessor.type = type;
  accessor.count = count;
  model.accessors.push_back(accessor);
  return static_cast<int>(model.accessors.size()) - 1;
}

int add_positions(tinygltf::Model& model, const PaintedMesh& mesh) {
  Eigen::AlignedBox3f box;
  std::vector<Eigen::Vector3f> metres;
  metres.reserve(mesh.mesh.vertices.size());
  for (const Eigen::Vector3d& point : mesh.mesh.vertices) {
    metres.emplace_back((point * m_per_mm).cast<float>());
    box.extend(metres.back());
  }
  const int positions = add_accessor(model, add_view(model, metres, TINYGLTF_TARGET_ARRAY_BUFFER),
                                     TINYGLTF_COMPONENT_TYPE_FLOAT, TINYGLTF_TYPE_VEC3, metres.size());
  if (!metres.empty()) {
    model.accessors.back().minValues = {box.min().x(), box.min().y(), box.min().z()};
    model.accessors.back().maxValues = {box.max().x(), box.max().y(), box.max().z()};
  }
  return positions;
}

//! Linear light, which glTF demands, from a byte of a screen colour.
float linear(std::uint8_t byte) {
  const double shown = byte / 255.0;
  return static_cast<float>(shown <= 0.04045 ? shown / 12.92 : std::pow((shown + 0.055) / 1.055, 2.4));
}

int add_colours(tinygltf::Model& model, const PaintedMesh& mesh) {
  std::vector<Eigen::Vector3f> colours;
  colours.reserve(mesh.colours.size());
  for (const Rgb& colour : mesh.colours)
    colours.emplace_back(linear(colour.red), linear(colour.green), linear(colour.blue));
  return add_accessor(model, add_view(model, colours, TINYGLTF_TARGET_ARRAY_BUFFER),
                      TINYGLTF_COMPONENT_TYPE_FLOAT, TINYGLTF_TYPE_VEC3, colours.size());
}

int add_faces(tinygltf::Model& model, const PaintedMesh& mesh) {
  return add_accessor(model, add_view(model, mesh.mesh.faces, TINYGLTF_TARGET_ELEMENT_ARRAY_BUFFER),
                      TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT, TINYGLTF_TYPE_SCALAR, 3 * mesh.mesh.faces.size());
}

void add_mesh(tinygltf::Model& model, const PaintedMesh& mesh) {
  tinygltf::Primitive primitive;
  primitive.mode = TINYGLTF_MODE_TRIANGLES;
  primitive.attributes["POSITION"] = add_positions(model, mesh);
  primitive.attributes["COLOR_0"] = add_colours(model, mesh);
  primitive.indices = add_faces(model, mesh);
  primitive.material = 0;
  tinygltf::Mesh shape;
  shape.name = mesh.name;
  shape.primitives.push_back(primitive);
  model.meshes.push_back(shape);
  tinygltf::Node node;
  node.name = mesh.name;
  node.mesh = static_cast<int>(model.meshes.size()) - 1;
  model.nodes.push_back(node);
  model.nodes[0].children.push_back(static_cast<int>(model.nodes.size()) - 1);
}

//! The rotation to the axes of glTF, with y up and z towards the viewer.
std::vector<double> turn_of(const AnatomicalAxes& axes) {
  Eigen::Matrix3d turn;
  turn << axes.left.transpose(), axes.superior.transpose(), axes.anterior.transpose();
  const Eigen::Quaterniond q(turn);
  return {q.x(), q.y(), q.z(), q.w()};
}

//! A material that is neither metallic nor reflecting, like a tooth.
tinygltf::Material stone() {
  tinygltf::Material material;
  material.name = "tooth";
  material.pbrMetallicRoughness.metallicFactor = 0;
  material.pbrMetallicRoughness.roughnessFactor = 0.6;
  return material;
}

}  // namespace

std::string glb_bytes(std::span<const PaintedMesh> meshes, const std::optional<AnatomicalAxes>& axes) {
  tinygltf::Model model;
  model.asset.version = "2.0";
  model.asset.generator = "Intercusp";
  model.asset.extras = tinygltf::Value(tinygltf::Value::Object{
      {"units", tinygltf::Value(std::string("metres"))},
      {"frame",
       tinygltf::Value(std::string("meshes: that of the upper jaw's file; the lower jaw is posed"))}});
  model.buffers.emplace_back();
  model.materials.push_back(stone());
  model.nodes.emplace_back().name = "jaws";
  if (axes) model.nodes[0].rotation = turn_of(*axes);
  for (const PaintedMesh& mesh : meshes) add_mesh(model, mesh);
  model.scenes.emplace_back().nodes = {0};
  model.defaultScene = 0;
  std::ostringstream stream;
  if (!tinygltf::TinyGLTF().WriteGltfSceneToStream(&model, stream, false, true))
    throw std::runtime_error("the painted jaws cannot be written as glTF");
  return std::move(stream).str();
}

}  // namespace intercusp
