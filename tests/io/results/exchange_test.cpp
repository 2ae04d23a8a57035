#include "io/results/inspection/report.h"

#include <Model/COM/NMR_DLLInterfaces.h>
#include <gtest/gtest.h>
#include <vtkDataObjectTreeIterator.h>
#include <vtkGLTFReader.h>
#include <vtkMultiBlockDataSet.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPolyData.h>

#include <cstring>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "io/mesh/read_mesh.h"
#include "io/picture/paint.h"
#include "io/picture/posed_jaw.h"
#include "tests/io/report/support.h"
#include "tests/support/temporary_folder.h"

namespace intercusp {
namespace {

using testing::labelled_plates;

//! Plates 0.1 mm apart over 8 mm by 10 mm, which is contact from 0.1 mm on.
Inspection inspected_plates() {
  return testing::with_lps_axes(testing::inspect_along(labelled_plates(), {0, 0, 1}));
}

std::map<std::string, std::string> files_of(const Inspection& inspection) {
  std::map<std::string, std::string> bytes;
  for (const Product& product : exchange_files(testing::shared(inspection)))
    bytes[product.name] = product.make();
  return bytes;
}

std::vector<std::vector<std::string>> rows_of(const std::string& csv) {
  std::vector<std::vector<std::string>> rows;
  std::istringstream lines(csv);
  for (std::string line; std::getline(lines, line);) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    std::vector<std::string> cells;
    std::istringstream stream(line);
    for (std::string cell; std::getline(stream, cell, ',');) cells.push_back(cell);
    rows.push_back(cells);
  }
  return rows;
}

TEST(ExchangeFiles, are_the_same_bytes_for_the_same_inspection) {
  const Inspection inspection = inspected_plates();
  EXPECT_EQ(files_of(inspection), files_of(inspection));
  EXPECT_EQ(exchange_files(testing::shared(inspection)).size(), 6U);
}

TEST(ExchangeFiles, painted_ply_has_each_scanned_vertex_with_a_colour) {
  const Inspection inspection = inspected_plates();
  const Solid& lower = *inspection.bite_case->bite.lower;
  const MeshFile read = parse_mesh("lower_painted.ply", files_of(inspection).at("lower_painted.ply"));
  EXPECT_EQ(read.mesh.faces.size(), lower.anatomy_faces);
  ASSERT_EQ(read.mesh.colours.size(), read.mesh.vertices.size());
  const PaintScale scale;
  std::size_t contacts = 0;
  for (std::size_t i = 0; i < read.mesh.vertices.size(); ++i) {
    const Eigen::Vector3d& place = read.mesh.vertices[i];
    const bool under_the_upper = place.z() == 1 && place.x() > 2;
    if (!under_the_upper) continue;
    const Rgb contact = colour_in_legend(scale, static_cast<double>(0.1F));
    EXPECT_NEAR(read.mesh.colours[i][0], contact.red, 1);
    EXPECT_NEAR(read.mesh.colours[i][1], contact.green, 1);
    EXPECT_NEAR(read.mesh.colours[i][2], contact.blue, 1);
    ++contacts;
  }
  EXPECT_GT(contacts, 300U);
}

TEST(ExchangeFiles, gltf_has_both_jaws_in_metres_turned_upright) {
  const std::string bytes = files_of(inspected_plates()).at("jaws.glb");
  std::uint32_t head[5];
  std::memcpy(head, bytes.data(), sizeof head);
  EXPECT_EQ(bytes.substr(0, 4), "glTF");
  EXPECT_EQ(head[1], 2U);
  EXPECT_EQ(head[2], bytes.size());
  const auto json = nlohmann::json::parse(bytes.substr(20, head[3]));
  EXPECT_EQ(json["asset"]["extras"]["units"], "metres");
  const auto& root = json["nodes"][0];
  EXPECT_EQ(json["nodes"][root["children"][0].get<int>()]["name"], "upper");
  EXPECT_EQ(json["nodes"][root["children"][1].get<int>()]["name"], "lower");
  // In LPS superior is z, which the root turns to y: a quarter turn about x.
  EXPECT_NEAR(root["rotation"][0], -std::sqrt(0.5), 1e-12);
  EXPECT_NEAR(root["rotation"][3], std::sqrt(0.5), 1e-12);
  const auto& positions =
      json["accessors"][json["meshes"][0]["primitives"][0]["attributes"]["POSITION"].get<int>()];
  EXPECT_NEAR(positions["min"][0], 0.002, 1e-9);
  EXPECT_NEAR(positions["max"][2], 0.003, 1e-9);
  const std::size_t binary = 20 + head[3] + 8;
  const auto& view = json["bufferViews"][positions["bufferView"].get<int>()];
  float first[3];
  std::memcpy(first, bytes.data() + binary + view.value("byteOffset", 0), sizeof first);
  EXPECT_GE(first[0], 0.002F);
  EXPECT_LE(first[0], 0.012F);
}

TEST(ExchangeFiles, vtk_reads_both_jaws_and_their_colours_from_gltf) {
  const Inspection inspection = inspected_plates();
  const testing::TemporaryFolder folder;
  std::ofstream(folder / "jaws.glb", std::ios::binary) << files_of(inspection).at("jaws.glb");
  const vtkNew<vtkGLTFReader> reader;
  reader->SetFileName((folder / "jaws.glb").string().c_str());
  reader->Update();
  std::vector<vtkPolyData*> jaws;
  const vtkSmartPointer<vtkDataObjectTreeIterator> place =
      vtk::TakeSmartPointer(reader->GetOutput()->NewTreeIterator());
  for (place->InitTraversal(); !place->IsDoneWithTraversal(); place->GoToNextItem())
    if (auto* const jaw = vtkPolyData::SafeDownCast(place->GetCurrentDataObject())) jaws.push_back(jaw);
  ASSERT_EQ(jaws.size(), 2U);
  const Bite& bite = inspection.bite_case->bite;
  EXPECT_EQ(jaws[0]->GetNumberOfPolys(), static_cast<vtkIdType>(bite.upper->anatomy_faces));
  EXPECT_EQ(jaws[1]->GetNumberOfPolys(), static_cast<vtkIdType>(bite.lower->anatomy_faces));
  for (vtkPolyData* const jaw : jaws) EXPECT_TRUE(jaw->GetPointData()->HasArray("COLOR_0"));
  // VTK applies the nodes: superior is y, in metres. The plates meet at z = 1 mm and 1.1 mm.
  EXPECT_NEAR(jaws[1]->GetBounds()[3], 0.001, 1e-9);
  EXPECT_NEAR(jaws[0]->GetBounds()[2], 0.0011, 1e-9);
}

TEST(ExchangeFiles, three_mf_comes_back_as_two_closed_solids_in_mm) {
  const Inspection inspection = inspected_plates();
  std::string bytes = files_of(inspection).at("jaws.3mf");
  NMR::PLib3MFModel* model = nullptr;
  ASSERT_EQ(NMR::lib3mf_createmodel(&model), LIB3MF_OK);
  NMR::PLib3MFModelReader* reader = nullptr;
  ASSERT_EQ(NMR::lib3mf_model_queryreader(model, "3mf", &reader), LIB3MF_OK);
  ASSERT_EQ(NMR::lib3mf_reader_readfrombuffer(reader, reinterpret_cast<BYTE*>(bytes.data()), bytes.size()),
            LIB3MF_OK);
  NMR::PLib3MFModelResourceIterator* objects = nullptr;
  ASSERT_EQ(NMR::lib3mf_model_getmeshobjects(model, &objects), LIB3MF_OK);
  for (const Solid* const solid :
       {inspection.bite_case->bite.upper.get(), inspection.bite_case->bite.lower.get()}) {
    BOOL there = 0;
    ASSERT_EQ(NMR::lib3mf_resourceiterator_movenext(objects, &there), LIB3MF_OK);
    ASSERT_TRUE(there);
    NMR::PLib3MFModelResource* object = nullptr;
    ASSERT_EQ(NMR::lib3mf_resourceiterator_getcurrent(objects, &object), LIB3MF_OK);
    DWORD vertices = 0, triangles = 0;
    EXPECT_EQ(NMR::lib3mf_meshobject_getvertexcount(object, &vertices), LIB3MF_OK);
    EXPECT_EQ(NMR::lib3mf_meshobject_gettrianglecount(object, &triangles), LIB3MF_OK);
    EXPECT_EQ(vertices, solid->mesh.vertices.size());
    EXPECT_EQ(triangles, solid->mesh.faces.size());
    NMR::lib3mf_release(object);
  }
  for (NMR::PLib3MFBase* const owned :
       {static_cast<NMR::PLib3MFBase*>(objects), static_cast<NMR::PLib3MFBase*>(reader),
        static_cast<NMR::PLib3MFBase*>(model)})
    NMR::lib3mf_release(owned);
}

TEST(ExchangeFiles, distances_of_all_vertices_are_those_of_the_inspection) {
  const Inspection inspection = inspected_plates();
  const auto rows = rows_of(files_of(inspection).at("vertex_distances.csv"));
  EXPECT_EQ(rows[0], (std::vector<std::string>{"jaw", "x_mm", "y_mm", "z_mm", "surface_distance_mm", "tooth",
                                               "at_rim"}));
  std::size_t row = 1;
  for (const Jaw which : {Jaw::upper, Jaw::lower}) {
    const bool upper = which == Jaw::upper;
    const SurfaceDistances& both = inspection.surface->distances;
    const VertexDistances& distances = upper ? both.upper : both.lower;
    const PosedJaw jaw = posed_jaw(inspection.bite_case->bite, which);
    for (std::size_t i = 0; i < jaw.points.size(); ++i) {
      if (std::isnan(distances.mm[i])) continue;
      ASSERT_LT(row, rows.size());
      ASSERT_EQ(rows[row].size(), 7U);
      EXPECT_EQ(rows[row][0], upper ? "upper" : "lower");
      EXPECT_EQ(std::stof(rows[row][3]), static_cast<float>(jaw.points[i].z()));
      EXPECT_EQ(std::stof(rows[row][4]), distances.mm[i]);
      EXPECT_EQ(rows[row][5], upper ? "26" : "36");
      ++row;
    }
  }
  EXPECT_EQ(row, rows.size());
}

TEST(ExchangeFiles, bands_share_out_the_area_of_the_widest_threshold) {
  const Inspection inspection = inspected_plates();
  const auto rows = rows_of(files_of(inspection).at("distance_bands.csv"));
  std::map<std::string, double> sum, within_100_um;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    sum[rows[i][0]] += std::stod(rows[i][3]);
    if (std::stod(rows[i][2]) <= 0.1) within_100_um[rows[i][0]] += std::stod(rows[i][3]);
  }
  const std::vector<AreaTotal>& lower = inspection.surface->contacts.lower.areas;
  EXPECT_NEAR(sum.at("lower"), lower.back().surface_mm2, 1e-9);
  EXPECT_NEAR(within_100_um.at("lower"), lower[1].surface_mm2, 1e-9);
  EXPECT_GT(sum.at("upper"), 80);
}

}  // namespace
}  // namespace intercusp
