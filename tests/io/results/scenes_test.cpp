// What the program writes for other programs, it reads: GLB, 3MF and the meshes in DICOM files.
#include <Model/COM/NMR_DLLInterfaces.h>
#include <gtest/gtest.h>
#include <vtkDataObjectTreeIterator.h>
#include <vtkGLTFReader.h>
#include <vtkMultiBlockDataSet.h>
#include <vtkNew.h>
#include <vtkPolyData.h>

#include <algorithm>
#include <map>
#include <random>

#include "io/case/both_jaws.h"
#include "io/case/jaws_in_file.h"
#include "io/case/source_files.h"
#include "io/dicom/dicom_files.h"
#include "io/files/errors.h"
#include "io/mesh/lib3mf_objects.h"
#include "io/mesh/readers.h"
#include "io/report/painted_mesh.h"
#include "io/results/inspection/report.h"
#include "occlusion/geometry/shapes.h"
#include "tests/io/mesh/mesh_files.h"
#include "tests/io/report/support.h"
#include "tests/support/temporary_folder.h"

namespace intercusp {
namespace {

using testing::TemporaryFolder;

const TriangleMesh block = shapes::box({0, 0, 0}, {30, 40, 50});

PaintedMesh painted(const std::string& name, const Eigen::Vector3d& shift) {
  PaintedMesh made{.name = name, .mesh = block};
  for (Eigen::Vector3d& vertex : made.mesh.vertices) vertex += shift;
  for (std::size_t i = 0; i < made.mesh.vertices.size(); ++i)
    made.colours.push_back({static_cast<std::uint8_t>(20 * i), 200, static_cast<std::uint8_t>(255 - 20 * i)});
  return made;
}

const std::vector<PaintedMesh>& two_jaws() {
  static const std::vector<PaintedMesh> made = {painted("upper", {1, 2, 3}), painted("lower", {-5, 0, 0.25})};
  return made;
}

void expect_jaw(const MeshFile& file, Jaw jaw, double most_mm) {
  const PaintedMesh& wanted = two_jaws()[jaw == Jaw::upper ? 0 : 1];
  EXPECT_EQ(file.file.part, jaw);
  EXPECT_EQ(file.mesh.faces, wanted.mesh.faces);
  ASSERT_EQ(file.mesh.vertices.size(), wanted.mesh.vertices.size());
  ASSERT_EQ(file.mesh.colours.size(), wanted.mesh.vertices.size());
  for (std::size_t i = 0; i < wanted.mesh.vertices.size(); ++i) {
    EXPECT_LT((file.mesh.vertices[i] - wanted.mesh.vertices[i]).norm(), most_mm);
    EXPECT_NEAR(file.mesh.colours[i][0], wanted.colours[i].red, 1);
    EXPECT_NEAR(file.mesh.colours[i][2], wanted.colours[i].blue, 1);
  }
}

TEST(Scenes, both_jaws_come_back_with_their_places_and_colours) {
  const TemporaryFolder folder;
  const auto glb = folder.write("jaws.glb", glb_bytes(two_jaws(), std::nullopt));
  const auto three_mf = folder.write("jaws.3mf", three_mf_bytes(two_jaws()));
  for (const Jaw jaw : {Jaw::upper, Jaw::lower}) {
    expect_jaw(read_mesh_of_jaw(glb, jaw), jaw, 1e-5);
    expect_jaw(read_mesh_of_jaw(three_mf, jaw), jaw, 1e-5);
  }
}

TEST(Scenes, vtk_has_the_same_places_in_a_turned_glb) {
  AnatomicalAxes axes;
  axes.left = {0.6, 0.8, 0};
  axes.anterior = {-0.8, 0.6, 0};
  axes.superior = {0, 0, -1};
  const TemporaryFolder folder;
  const auto path = folder.write("jaws.glb", glb_bytes(two_jaws(), axes));
  const MeshFile read = read_mesh(path);
  const vtkNew<vtkGLTFReader> reader;
  reader->SetFileName(path.c_str());
  reader->Update();
  std::size_t next = 0;
  const auto place = vtk::TakeSmartPointer(reader->GetOutput()->NewTreeIterator());
  for (place->InitTraversal(); !place->IsDoneWithTraversal(); place->GoToNextItem()) {
    auto* const jaw = vtkPolyData::SafeDownCast(place->GetCurrentDataObject());
    for (vtkIdType i = 0; jaw != nullptr && i < jaw->GetNumberOfPoints(); ++i) {
      ASSERT_LT(next, read.mesh.vertices.size());
      EXPECT_LT((1000 * Eigen::Vector3d(jaw->GetPoint(i)) - read.mesh.vertices[next++]).norm(), 1e-4);
    }
  }
  EXPECT_EQ(next, read.mesh.vertices.size());
}

TEST(Scenes, one_scan_is_asked_of_two_jaws) {
  const TemporaryFolder folder;
  const auto jaws = folder.write("jaws.glb", glb_bytes(two_jaws(), std::nullopt));
  try {
    (void)read_mesh_of_jaw(jaws, std::nullopt);
    FAIL() << "a jaw was chosen";
  } catch (const InputError& error) {
    ASSERT_TRUE(error.finding());
    EXPECT_EQ(error.finding()->code, "two_jaws_in_file");
  }
  // Teeth apart are one scan.
  const std::vector<PaintedMesh> teeth = {painted("11", {0, 0, 0}), painted("12", {40, 0, 0})};
  const MeshFile arch = read_mesh_of_jaw(folder.write("teeth.3mf", three_mf_bytes(teeth)), std::nullopt);
  EXPECT_EQ(arch.mesh.faces.size(), 2 * block.faces.size());
  EXPECT_EQ(arch.mesh.file_starts.size(), 1U);
}

TEST(Scenes, a_file_with_both_jaws_is_a_case) {
  const TemporaryFolder folder;
  const auto jaws = folder.write("jaws.3mf", three_mf_bytes(two_jaws()));
  const auto one = folder.write("one.glb", glb_bytes(std::span(two_jaws()).first(1), std::nullopt));
  ASSERT_TRUE(jaws_of_case(jaws));
  EXPECT_FALSE(jaws_of_case(one));
  EXPECT_EQ(jaws_of_case(jaws)->upper, jaws.string());
  EXPECT_EQ(jaws_of_case(jaws)->lower, jaws.string());
  MeshReport upper{.files = {{.sha256 = "a", .part = Jaw::upper}}},
      lower{.files = {{.sha256 = "a", .part = Jaw::lower}}};
  EXPECT_NO_THROW(refuse_same_files("a", upper, "a", lower));
  EXPECT_THROW(refuse_same_files("a", upper, "a", upper), InputError);
}

//! A model in inches: the block composed into another object and moved twice, beside an object without faces.
std::string composed_3mf() {
  const auto model =
      made_by_3mf<NMR::PLib3MFModel>([](auto** made) { return NMR::lib3mf_createmodel(made); });
  check_3mf(NMR::lib3mf_model_setunit(model.get(), NMR::MODELUNIT_INCH));
  const auto object = made_by_3mf<NMR::PLib3MFModelMeshObject>(
      [&](auto** made) { return NMR::lib3mf_model_addmeshobject(model.get(), made); });
  std::vector<NMR::MODELMESHVERTEX> vertices = {{{0, 0, 0}}, {{1, 0, 0}}, {{0, 2, 0}}, {{0, 0, 3}}};
  std::vector<NMR::MODELMESHTRIANGLE> faces = {{{0, 2, 1}}, {{0, 1, 3}}, {{1, 2, 3}}, {{2, 0, 3}}};
  check_3mf(NMR::lib3mf_meshobject_setgeometry(object.get(), vertices.data(), 4, faces.data(), 4));
  const auto whole = made_by_3mf<NMR::PLib3MFModelComponentsObject>(
      [&](auto** made) { return NMR::lib3mf_model_addcomponentsobject(model.get(), made); });
  NMR::MODELTRANSFORM turn{{{0, -1, 0, 10}, {1, 0, 0, 0}, {0, 0, 1, 0}}},
      shift{{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 5}}};
  const auto component = made_by_3mf<NMR::PLib3MFModelComponent>([&](auto** made) {
    return NMR::lib3mf_componentsobject_addcomponent(whole.get(), object.get(), &turn, made);
  });
  const auto item = made_by_3mf<NMR::PLib3MFModelBuildItem>(
      [&](auto** made) { return NMR::lib3mf_model_addbuilditem(model.get(), whole.get(), &shift, made); });
  const auto empty = made_by_3mf<NMR::PLib3MFModelMeshObject>(
      [&](auto** made) { return NMR::lib3mf_model_addmeshobject(model.get(), made); });
  const auto empty_item = made_by_3mf<NMR::PLib3MFModelBuildItem>(
      [&](auto** made) { return NMR::lib3mf_model_addbuilditem(model.get(), empty.get(), &shift, made); });
  const auto writer = made_by_3mf<NMR::PLib3MFModelWriter>(
      [&](auto** made) { return NMR::lib3mf_model_querywriter(model.get(), "3mf", made); });
  ULONG64 size = 0;
  check_3mf(NMR::lib3mf_writer_getstreamsize(writer.get(), &size));
  std::string bytes(size, '\0');
  check_3mf(NMR::lib3mf_writer_writetobuffer(writer.get(), reinterpret_cast<BYTE*>(bytes.data()), size));
  return bytes;
}

TEST(Scenes, a_3mf_of_composed_objects_is_in_place_and_in_mm) {
  const RawMesh mesh = parse_mesh("a.3mf", composed_3mf()).mesh;
  ASSERT_EQ(mesh.vertices.size(), 4U);
  // A quarter turn about z and 10 inches along x, then 5 along z.
  EXPECT_LT((mesh.vertices[0] - 25.4 * Eigen::Vector3d(10, 0, 5)).norm(), 1e-4);
  EXPECT_LT((mesh.vertices[1] - 25.4 * Eigen::Vector3d(10, 1, 5)).norm(), 1e-4);
  EXPECT_LT((mesh.vertices[2] - 25.4 * Eigen::Vector3d(8, 0, 5)).norm(), 1e-4);
  EXPECT_LT((mesh.vertices[3] - 25.4 * Eigen::Vector3d(10, 0, 8)).norm(), 1e-4);
}

//! The DICOM files of an inspection, by their names.
std::map<std::string, std::string> dicom_of(const Inspection& inspection) {
  std::map<std::string, std::string> bytes;
  const Bite& bite = inspection.bite_case->bite;
  for (const LaterProduct& product : dicom_files(bite, std::nullopt, {}, {}, {})) {
    if (product.name.find("er.dcm") != std::string::npos) bytes[product.name] = product.make({}, {});
  }
  return bytes;
}

TEST(Scenes, jaws_of_a_dicom_study_are_read) {
  const Inspection inspection = testing::inspect_along(testing::labelled_plates(), {0, 0, 1});
  const auto files = dicom_of(inspection);
  for (const Jaw jaw : {Jaw::upper, Jaw::lower}) {
    const MeshFile read =
        parse_mesh("jaw.dcm", files.at(jaw == Jaw::upper ? "dicom/upper.dcm" : "dicom/lower.dcm"));
    EXPECT_EQ(read.file.format, "DICOM");
    const PosedJaw posed = posed_jaw(inspection.bite_case->bite, jaw);
    ASSERT_EQ(read.mesh.faces.size(), posed.solid->anatomy_faces);
    for (std::size_t i = 0; i < read.mesh.faces.size(); ++i) {
      for (std::size_t k = 0; k < 3; ++k)
        EXPECT_LT(
            (read.mesh.vertices[read.mesh.faces[i][k]] - posed.points[posed.solid->mesh.faces[i][k]]).norm(),
            1e-5);
    }
  }
}

TEST(Scenes, other_files_that_a_glb_names_are_not_read) {
  const TemporaryFolder folder;
  folder.write("secret.bin", std::string(96, 'x'));
  const std::string json =
      "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":96,\"uri\":\"secret.bin\"}]}  ";
  std::string glb = "glTF";
  made_files::put(glb, std::uint32_t{2});
  made_files::put(glb, static_cast<std::uint32_t>(20 + json.size()));
  made_files::put(glb, static_cast<std::uint32_t>(json.size()));
  glb += "JSON" + json;
  const auto path = folder.write("a.glb", glb);
  EXPECT_NE(testing::message_of<InputError>([&] { (void)read_mesh(path); }).find("damaged glTF"),
            std::string::npos);
}

//! Bytes changed, lost or added anywhere: a mesh or a clear refusal.
TEST(Scenes, damaged_files_are_refused_or_read) {
  const Inspection inspection = testing::inspect_along(testing::labelled_plates(), {0, 0, 1});
  std::mt19937 random(5);
  std::size_t refused = 0, read = 0;
  for (const auto& [name, bytes] :
       {std::pair<std::string, std::string>{"a.glb", glb_bytes(two_jaws(), std::nullopt)},
        {"a.3mf", three_mf_bytes(two_jaws())},
        {"a.dcm", dicom_of(inspection).at("dicom/upper.dcm")}}) {
    for (int i = 0; i < 400; ++i) {
      std::string damaged = bytes;
      // Half of the damage near the start, where counts and lengths stand.
      const std::size_t end = i % 2 == 0 ? damaged.size() : std::min<std::size_t>(damaged.size(), 2000);
      for (int k = 0; k <= i % 4; ++k) damaged[random() % end] = static_cast<char>(random());
      if (i % 5 == 0) damaged.resize(random() % damaged.size());
      try {
        const RawMesh mesh = parse_mesh(name, damaged).mesh;
        for (const Face& face : mesh.faces) {
          for (const std::uint32_t corner : face) ASSERT_LT(corner, mesh.vertices.size());
        }
        ++read;
      } catch (const InputError& error) {
        EXPECT_TRUE(std::string(error.what()).starts_with(name)) << error.what();
        ++refused;
      }
    }
  }
  EXPECT_GT(refused, 100U);
  EXPECT_GT(read, 100U);
}

}  // namespace
}  // namespace intercusp
