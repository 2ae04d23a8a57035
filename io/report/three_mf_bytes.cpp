#include "io/files/sha256.h"
#include "io/mesh/lib3mf_objects.h"
#include "io/mesh/write_ply.h"
#include "io/report/painted_mesh.h"

namespace intercusp {
namespace {

//! A UUID derived from the content. lib3mf would use a random one, and files would never be equal. Version 8
//! of RFC 9562.
std::string uuid_of(const std::string& content) {
  std::string hex = sha256_hex(content).substr(0, 32);
  hex[12] = '8';
  hex[16] = 'a';
  for (const std::size_t dash : {8, 13, 18, 23}) hex.insert(dash, "-");
  return hex;
}

NMR::MODELMESHCOLOR_SRGB colour_of(const Rgb& colour) { return {colour.red, colour.green, colour.blue, 255}; }

void set_geometry(NMR::PLib3MFModelMeshObject* object, const TriangleMesh& mesh) {
  std::vector<NMR::MODELMESHVERTEX> vertices;
  for (const Eigen::Vector3d& point : mesh.vertices) {
    const Eigen::Vector3f place = point.cast<float>();
    vertices.push_back({{place.x(), place.y(), place.z()}});
  }
  std::vector<NMR::MODELMESHTRIANGLE> triangles;
  for (const Face& face : mesh.faces) triangles.push_back({{face[0], face[1], face[2]}});
  check_3mf(NMR::lib3mf_meshobject_setgeometry(object, vertices.data(), static_cast<DWORD>(vertices.size()),
                                               triangles.data(), static_cast<DWORD>(triangles.size())),
            object);
}

void paint(NMR::PLib3MFModelMeshObject* object, const PaintedMesh& mesh) {
  std::vector<NMR::MODELMESH_TRIANGLECOLOR_SRGB> colours;
  for (const Face& face : mesh.mesh.faces)
    colours.push_back({{colour_of(mesh.colours[face[0]]), colour_of(mesh.colours[face[1]]),
                        colour_of(mesh.colours[face[2]])}});
  const auto faces = made_by_3mf<NMR::PLib3MFPropertyHandler>(
      [&](auto** result) { return NMR::lib3mf_meshobject_createpropertyhandler(object, result); });
  check_3mf(NMR::lib3mf_propertyhandler_setgradientcolorarray(faces.get(), colours.data()), faces.get());
  const auto rest = made_by_3mf<NMR::PLib3MFDefaultPropertyHandler>(
      [&](auto** result) { return NMR::lib3mf_object_createdefaultpropertyhandler(object, result); });
  check_3mf(NMR::lib3mf_defaultpropertyhandler_setcolorrgb(rest.get(), 255, 255, 255), rest.get());
}

void add_mesh(NMR::PLib3MFModel* model, const PaintedMesh& mesh) {
  const auto object = made_by_3mf<NMR::PLib3MFModelMeshObject>(
      [&](auto** result) { return NMR::lib3mf_model_addmeshobject(model, result); });
  const std::string content = mesh.name + ply_bytes(mesh.mesh, {}, mesh.colours);
  check_3mf(NMR::lib3mf_object_setnameutf8(object.get(), mesh.name.c_str()), object.get());
  check_3mf(NMR::lib3mf_object_setuuidutf8(object.get(), uuid_of(content).c_str()), object.get());
  set_geometry(object.get(), mesh.mesh);
  paint(object.get(), mesh);
  const auto item = made_by_3mf<NMR::PLib3MFModelBuildItem>(
      [&](auto** result) { return NMR::lib3mf_model_addbuilditem(model, object.get(), nullptr, result); });
  check_3mf(NMR::lib3mf_builditem_setuuidutf8(item.get(), uuid_of("item " + content).c_str()), item.get());
}

}  // namespace

std::string three_mf_bytes(std::span<const PaintedMesh> meshes) {
  const auto model =
      made_by_3mf<NMR::PLib3MFModel>([](auto** result) { return NMR::lib3mf_createmodel(result); });
  check_3mf(NMR::lib3mf_model_setunit(model.get(), NMR::MODELUNIT_MILLIMETER), model.get());
  std::string names;
  for (const PaintedMesh& mesh : meshes) {
    add_mesh(model.get(), mesh);
    names += mesh.name;
  }
  check_3mf(NMR::lib3mf_model_setbuilduuidutf8(model.get(), uuid_of(names).c_str()), model.get());
  const auto writer = made_by_3mf<NMR::PLib3MFModelWriter>(
      [&](auto** result) { return NMR::lib3mf_model_querywriter(model.get(), "3mf", result); });
  ULONG64 size = 0;
  check_3mf(NMR::lib3mf_writer_getstreamsize(writer.get(), &size), writer.get());
  std::string bytes(size, '\0');
  check_3mf(NMR::lib3mf_writer_writetobuffer(writer.get(), reinterpret_cast<BYTE*>(bytes.data()), size),
            writer.get());
  return bytes;
}

}  // namespace intercusp
