#include "io/mesh/readers.h"

#include <gtest/gtest.h>
#include <vtkCellArray.h>
#include <vtkFieldData.h>
#include <vtkFloatArray.h>
#include <vtkIntArray.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkSmartPointer.h>
#include <vtkStringArray.h>
#include <vtkXMLPolyDataWriter.h>

#include <random>
#include <string>

#include "io/files/errors.h"
#include "occlusion/geometry/shapes.h"
#include "tests/io/mesh/mesh_files.h"
#include "tests/support/temporary_folder.h"

namespace intercusp {
namespace {

const std::filesystem::path name = "a.vtp";
const TriangleMesh labelled_body = shapes::box({1, -2, 3}, {17.5, 30.25, 44});

vtkSmartPointer<vtkPolyData> poly_data() {
  const auto data = vtkSmartPointer<vtkPolyData>::New();
  const auto points = vtkSmartPointer<vtkPoints>::New();
  for (const Eigen::Vector3d& p : labelled_body.vertices) points->InsertNextPoint(p.data());
  data->SetPoints(points);
  const auto polys = vtkSmartPointer<vtkCellArray>::New();
  for (const Face& face : labelled_body.faces) {
    const vtkIdType corners[] = {face[0], face[1], face[2]};
    polys->InsertNextCell(3, corners);
  }
  data->SetPolys(polys);
  const auto labels = vtkSmartPointer<vtkIntArray>::New();
  labels->SetName("Tooth");
  for (int i = 0; i < 8; ++i) labels->InsertNextValue(11 + i);
  data->GetPointData()->AddArray(labels);
  const auto other = vtkSmartPointer<vtkFloatArray>::New();
  other->SetName("Normals");
  other->SetNumberOfComponents(3);
  other->SetNumberOfTuples(8);
  other->Fill(0.5);
  data->GetPointData()->AddArray(other);
  return data;
}

//! In VTK's form. \param packer 0 none, 1 zlib, 2 LZ4, 3 LZMA.
std::string written_by_vtk(vtkPolyData* data, int mode, int packer, bool big_endian = false,
                           bool wide_heads = false) {
  const auto writer = vtkSmartPointer<vtkXMLPolyDataWriter>::New();
  writer->SetInputData(data);
  writer->WriteToOutputStringOn();
  writer->SetDataMode(mode);
  if (big_endian) writer->SetByteOrderToBigEndian();
  if (wide_heads) writer->SetHeaderTypeToUInt64();
  const vtkXMLWriter::CompressorType types[] = {vtkXMLWriter::NONE, vtkXMLWriter::ZLIB, vtkXMLWriter::LZ4,
                                                vtkXMLWriter::LZMA};
  writer->SetCompressorType(types[packer]);
  writer->Write();
  return writer->GetOutputString();
}

constexpr int all_modes[] = {vtkXMLWriter::Ascii, vtkXMLWriter::Binary, vtkXMLWriter::Appended};

TEST(ReadVtp, whatever_vtk_writes_comes_back) {
  for (const int mode : all_modes) {
    for (const int packer : {0, 1, 2, 3}) {
      for (const bool big_endian : {false, true}) {
        for (const bool wide_heads : {false, true}) {
          const RawMesh mesh =
              read_vtp(name, written_by_vtk(poly_data(), mode, packer, big_endian, wide_heads));
          EXPECT_EQ(mesh.vertices, labelled_body.vertices) << mode << " " << packer;
          EXPECT_EQ(mesh.faces, labelled_body.faces);
          EXPECT_EQ(mesh.labels, (std::vector<int>{11, 12, 13, 14, 15, 16, 17, 18}));
        }
      }
    }
  }
}

TEST(ReadVtp, strips_become_triangles_of_one_orientation_and_lines_are_passed_over) {
  const auto data = vtkSmartPointer<vtkPolyData>::New();
  const auto points = vtkSmartPointer<vtkPoints>::New();
  for (int i = 0; i < 5; ++i) points->InsertNextPoint(i / 2, i % 2, 0);
  data->SetPoints(points);
  const vtkIdType corners[] = {0, 1, 2, 3, 4};
  const auto strips = vtkSmartPointer<vtkCellArray>::New();
  strips->InsertNextCell(5, corners);
  data->SetStrips(strips);
  const auto lines = vtkSmartPointer<vtkCellArray>::New();
  lines->InsertNextCell(2, corners);
  data->SetLines(lines);
  const RawMesh mesh = read_vtp(name, written_by_vtk(data, vtkXMLWriter::Appended, 1));
  EXPECT_EQ(mesh.faces, (std::vector<Face>{{0, 1, 2}, {2, 1, 3}, {2, 3, 4}}));
}

TEST(ReadVtp, texts_among_the_field_data_do_no_harm) {
  const auto data = poly_data();
  const auto texts = vtkSmartPointer<vtkStringArray>::New();
  texts->SetName("Patient");
  texts->InsertNextValue("nobody");
  data->GetFieldData()->AddArray(texts);
  for (const int mode : all_modes)
    EXPECT_EQ(read_vtp(name, written_by_vtk(data, mode, 1)).faces, labelled_body.faces);
}

TEST(ReadVtp, damage_is_said_with_its_line_before_vtk_sees_the_file) {
  const std::string good = made_files::vtp(labelled_body, made_files::VtpData::ascii);
  const auto damaged = [&](const std::string& what, const std::string& by) {
    std::string bytes = good;
    bytes.replace(bytes.find(what), what.size(), by);
    return message_of<InputError>([&] { static_cast<void>(read_vtp(name, bytes)); });
  };
  EXPECT_NE(damaged("NumberOfPoints=\"8\"", "NumberOfPoints=\"9\"")
                .find("line 6: the array \"\" has 24 numbers, 27 are needed"),
            std::string::npos);
  EXPECT_NE(damaged("NumberOfPolys=\"12\"", "NumberOfPolys=\"4000000000000\"")
                .find("line 4: NumberOfPolys is 4000000000000"),
            std::string::npos);
  EXPECT_NE(damaged(" 36</DataArray>", " 4000000000</DataArray>")
                .find("the last offset is 4000000000, the connectivity has 36 numbers"),
            std::string::npos);
  EXPECT_NE(damaged("17.5", "seventeen").find("an array has an entry that is not a number"),
            std::string::npos);
  EXPECT_NE(damaged("\n</Polys>", "").find("</Piece> closes what is not open"), std::string::npos);
  EXPECT_NE(damaged("</VTKFile>", "").find("the file ends before </VTKFile>"), std::string::npos);
  EXPECT_NE(damaged("LittleEndian", "MiddleEndian").find("byte_order"), std::string::npos);
}

//! VTK compares each with all before it: 200 000 attributes take it a minute.
TEST(ReadVtp, more_attributes_or_arrays_than_any_program_writes_are_refused) {
  const std::string good = made_files::vtp(labelled_body, made_files::VtpData::ascii);
  const auto with = [&](const std::string& before, const std::string& more) {
    std::string bytes = good;
    bytes.insert(bytes.find(before), more);
    return message_of<InputError>([&] { static_cast<void>(read_vtp(name, bytes)); });
  };
  std::string attributes = "<FieldData";
  for (int i = 0; i < 65; ++i) attributes += " a" + std::to_string(i) + "=\"x\"";
  EXPECT_NE(with("<Points>", attributes + "/>").find("more than 64 attributes"), std::string::npos);
  std::string arrays = "<PointData>";
  for (int i = 0; i < 1000; ++i)
    arrays += "<DataArray type=\"Int8\" Name=\"a" + std::to_string(i) +
              "\" format=\"ascii\">1 1 1 1 1 1 1 1</DataArray>";
  EXPECT_NE(with("<Points>", arrays + "</PointData>").find("more than 1000 arrays"), std::string::npos);
}

//! VTK would read the rest of the array out of bounds.
TEST(ReadVtp, base64_with_another_character_in_it_is_refused) {
  for (const int packer : {0, 1}) {
    for (const int mode : {vtkXMLWriter::Binary, vtkXMLWriter::Appended}) {
      std::string bytes = written_by_vtk(poly_data(), mode, packer);
      const std::size_t points = mode == vtkXMLWriter::Binary
                                     ? bytes.find('>', bytes.find("<DataArray", bytes.find("<Points>")))
                                     : bytes.find('_', bytes.find("<AppendedData"));
      const std::size_t data = bytes.find_first_not_of(" \n", points + 1) + 24;
      bytes[data + 9] = '!';
      const std::string message = message_of<InputError>([&] { static_cast<void>(read_vtp(name, bytes)); });
      EXPECT_NE(message.find("has characters that are not base64"), std::string::npos) << message;
    }
  }
}

//! VTK allocates memory for the corners by the last offset, so a wrong one must not reach VTK.
TEST(ReadVtp, a_last_offset_beyond_the_connectivity_is_refused_in_every_coding) {
  TriangleMesh cut = labelled_body;
  cut.faces.resize(3);
  using made_files::VtpData;
  for (const VtpData how :
       {VtpData::ascii, VtpData::inline_base64, VtpData::appended_base64, VtpData::appended_raw}) {
    std::string bytes = made_files::vtp(cut, how);
    EXPECT_EQ(read_vtp(name, bytes).faces, cut.faces);
    std::string good;
    std::string bad;
    for (const std::int64_t offset : {3, 6, 9}) made_files::put(good, offset);
    bad = good;
    bad[22] = '\x40';  // 2^54 more
    std::string from = good;
    std::string to = bad;
    if (how == VtpData::ascii) {
      from = "3 6 9<";
      to = "3 6 18014398509481993<";
    } else if (how != VtpData::appended_raw) {
      from = made_files::base64(std::string("\x18\0\0\0", 4) + good);
      to = made_files::base64(std::string("\x18\0\0\0", 4) + bad);
    }
    ASSERT_NE(bytes.find(from), std::string::npos);
    bytes.replace(bytes.find(from), from.size(), to);
    const std::string message = message_of<InputError>([&] { static_cast<void>(read_vtp(name, bytes)); });
    EXPECT_NE(message.find("the connectivity has 9 numbers"), std::string::npos) << message;
  }
}

//! Errors that only VTK can find, such as damage within packed data, become an exception; stderr stays empty.
TEST(ReadVtp, complaints_of_vtk_become_an_exception_and_nothing_is_printed) {
  std::string bytes = written_by_vtk(poly_data(), vtkXMLWriter::Binary, 1);
  const std::size_t points = bytes.find(">", bytes.find("<DataArray", bytes.find("<Points>"))) + 1;
  const std::size_t data = bytes.find_first_not_of(" \n", points) + 24;  // behind the head of one block
  for (std::size_t i = 8; i < 16; ++i) bytes[data + i] = 'A';
  ::testing::internal::CaptureStderr();
  ::testing::internal::CaptureStdout();
  const std::string message = message_of<InputError>([&] { static_cast<void>(read_vtp(name, bytes)); });
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
  EXPECT_EQ(::testing::internal::GetCapturedStdout(), "");
  EXPECT_NE(message.find("VTK cannot read it"), std::string::npos) << message;
}

TEST(ReadVtp, truncated_and_flipped_files_of_vtks_own_making_are_read_or_refused) {
  std::mt19937 random(20261120);
  std::size_t refused = 0;
  for (const int mode : all_modes) {
    for (const int packer : {0, 1, 2, 3}) {
      const std::string good = written_by_vtk(poly_data(), mode, packer);
      for (int round = 0; round < 120; ++round) {
        std::string bytes = good;
        if (round % 3 == 0) {
          bytes.resize(random() % good.size());
        } else {
          for (int k = 0; k < 1 + round % 4; ++k)
            bytes[random() % bytes.size()] = static_cast<char>(random() % 256);
        }
        try {
          const RawMesh mesh = read_vtp(name, bytes);
          for (const Face& face : mesh.faces) {
            for (const std::uint32_t corner : face) ASSERT_LT(corner, mesh.vertices.size());
          }
        } catch (const InputError&) {
          ++refused;
        }
      }
    }
  }
  EXPECT_GT(refused, 480U);  // a third is truncated, and cannot be read
}

}  // namespace
}  // namespace intercusp
