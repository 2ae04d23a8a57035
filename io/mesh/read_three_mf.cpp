#include <Eigen/Geometry>

#include "io/files/errors.h"
#include "io/files/safe_text.h"
#include "io/language/language.h"
#include "io/mesh/lib3mf_objects.h"
#include "io/mesh/readers.h"

namespace intercusp {
namespace {

double mm_per(DWORD unit) {
  switch (unit) {
    case NMR::MODELUNIT_MICROMETER:
      return 0.001;
    case NMR::MODELUNIT_CENTIMETER:
      return 10;
    case NMR::MODELUNIT_INCH:
      return 25.4;
    case NMR::MODELUNIT_FOOT:
      return 304.8;
    case NMR::MODELUNIT_METER:
      return 1000;
    default:
      return 1;
  }
}

Eigen::Affine3d pose_of(const NMR::MODELTRANSFORM& transform) {
  Eigen::Affine3d pose = Eigen::Affine3d::Identity();
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 4; ++column)
      pose.matrix()(row, column) = static_cast<double>(transform.m_fFields[row][column]);
  }
  return pose;
}

std::string name_of(NMR::PLib3MFModelObjectResource* object) {
  ULONG letters = 0;
  check_3mf(NMR::lib3mf_object_getnameutf8(object, nullptr, 0, &letters), object);
  if (letters == 0) return {};
  std::string name(letters + 1, '\0');
  check_3mf(NMR::lib3mf_object_getnameutf8(object, name.data(), static_cast<ULONG>(name.size()), &letters),
            object);
  return name.c_str();
}

//! Colours of the corners of faces; vertices take that of their last face.
void add_colours(NMR::PLib3MFModelMeshObject* object, std::size_t faces, RawMesh& mesh) {
  const auto handler = made_by_3mf<NMR::PLib3MFPropertyHandler>(
      [&](auto** result) { return NMR::lib3mf_meshobject_createpropertyhandler(object, result); });
  std::vector<NMR::MODELMESH_TRIANGLECOLOR_SRGB> colours(faces);
  check_3mf(NMR::lib3mf_propertyhandler_getcolorarray(handler.get(), colours.data()), handler.get());
  std::vector<VertexColour> of_vertex(mesh.vertices.size(), VertexColour{});
  bool any = false;
  for (std::size_t i = 0; i < faces; ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      const NMR::MODELMESHCOLOR_SRGB& colour = colours[i].m_Colors[k];
      if (colour.m_Alpha == 0) continue;
      of_vertex[mesh.faces[i][k]] = {colour.m_Red, colour.m_Green, colour.m_Blue, 255};
      any = true;
    }
  }
  if (any) mesh.colours = std::move(of_vertex);
}

//! Empty if the object has no faces.
RawMesh mesh_of(NMR::PLib3MFModelMeshObject* object, const Eigen::Affine3d& pose) {
  DWORD vertex_count = 0, face_count = 0;
  check_3mf(NMR::lib3mf_meshobject_getvertexcount(object, &vertex_count), object);
  check_3mf(NMR::lib3mf_meshobject_gettrianglecount(object, &face_count), object);
  if (vertex_count == 0 || face_count == 0) return {};
  std::vector<NMR::MODELMESHVERTEX> vertices(vertex_count);
  std::vector<NMR::MODELMESHTRIANGLE> faces(face_count);
  check_3mf(NMR::lib3mf_meshobject_getvertices(object, vertices.data(), vertex_count, nullptr), object);
  check_3mf(NMR::lib3mf_meshobject_gettriangleindices(object, faces.data(), face_count, nullptr), object);
  RawMesh mesh;
  for (const NMR::MODELMESHVERTEX& vertex : vertices)
    mesh.vertices.push_back(pose * Eigen::Vector3f(vertex.m_fPosition).cast<double>());
  const bool mirrored = pose.linear().determinant() < 0;
  for (const NMR::MODELMESHTRIANGLE& face : faces) {
    const std::array<std::int64_t, 3> corners = {face.m_nIndices[0], face.m_nIndices[1], face.m_nIndices[2]};
    add_polygon(mesh, corners, vertices.size());
  }
  if (mesh.faces.size() == faces.size()) add_colours(object, faces.size(), mesh);
  if (mirrored) {
    for (Face& face : mesh.faces) std::swap(face[1], face[2]);
  }
  return mesh;
}

//! An object, and those that it is composed of.
void add_object(const std::filesystem::path& file, NMR::PLib3MFModelObjectResource* object,
                const Eigen::Affine3d& pose, int depth, std::vector<NamedMesh>& meshes) {
  constexpr int deepest = 16;
  constexpr std::size_t most_meshes = 10'000;
  if (depth > deepest || meshes.size() > most_meshes)
    throw InputError(file, phrase("is a 3MF model of too many parts; save it as STL, PLY or OBJ"));
  BOOL is_mesh = 0, is_composed = 0;
  check_3mf(NMR::lib3mf_object_ismeshobject(object, &is_mesh), object);
  check_3mf(NMR::lib3mf_object_iscomponentsobject(object, &is_composed), object);
  if (is_mesh != 0) meshes.push_back({name_of(object), mesh_of(object, pose)});
  if (is_composed == 0) return;
  DWORD count = 0;
  check_3mf(NMR::lib3mf_componentsobject_getcomponentcount(object, &count), object);
  for (DWORD i = 0; i < count; ++i) {
    const auto component = made_by_3mf<NMR::PLib3MFModelComponent>(
        [&](auto** result) { return NMR::lib3mf_componentsobject_getcomponent(object, i, result); });
    const auto part = made_by_3mf<NMR::PLib3MFModelObjectResource>(
        [&](auto** result) { return NMR::lib3mf_component_getobjectresource(component.get(), result); });
    NMR::MODELTRANSFORM transform{};
    check_3mf(NMR::lib3mf_component_gettransform(component.get(), &transform), component.get());
    add_object(file, part.get(), pose * pose_of(transform), depth + 1, meshes);
  }
}

std::vector<NamedMesh> objects_of(const std::filesystem::path& file, std::string_view bytes) {
  const auto model =
      made_by_3mf<NMR::PLib3MFModel>([](auto** result) { return NMR::lib3mf_createmodel(result); });
  const auto reader = made_by_3mf<NMR::PLib3MFModelReader>(
      [&](auto** result) { return NMR::lib3mf_model_queryreader(model.get(), "3mf", result); });
  auto* const buffer = reinterpret_cast<BYTE*>(const_cast<char*>(bytes.data()));  // it is only read
  check_3mf(NMR::lib3mf_reader_readfrombuffer(reader.get(), buffer, bytes.size()), reader.get());
  DWORD unit = 0;
  check_3mf(NMR::lib3mf_model_getunit(model.get(), &unit), model.get());
  const auto items = made_by_3mf<NMR::PLib3MFModelBuildItemIterator>(
      [&](auto** result) { return NMR::lib3mf_model_getbuilditems(model.get(), result); });
  std::vector<NamedMesh> meshes;
  for (BOOL more = 0;;) {
    check_3mf(NMR::lib3mf_builditemiterator_movenext(items.get(), &more), items.get());
    if (more == 0) return meshes;
    const auto item = made_by_3mf<NMR::PLib3MFModelBuildItem>(
        [&](auto** result) { return NMR::lib3mf_builditemiterator_getcurrent(items.get(), result); });
    const auto object = made_by_3mf<NMR::PLib3MFModelObjectResource>(
        [&](auto** result) { return NMR::lib3mf_builditem_getobjectresource(item.get(), result); });
    NMR::MODELTRANSFORM transform{};
    check_3mf(NMR::lib3mf_builditem_getobjecttransform(item.get(), &transform), item.get());
    add_object(file, object.get(), Eigen::Scaling(mm_per(unit)) * pose_of(transform), 0, meshes);
  }
}

}  // namespace

std::vector<NamedMesh> read_three_mf(const std::filesystem::path& file, std::string_view bytes) {
  try {
    return objects_of(file, bytes);
  } catch (const Lib3mfError& error) {
    throw InputError(file, phrase("is a damaged 3MF model: {}; export it again", visible_text(error.what())));
  }
}

}  // namespace intercusp
