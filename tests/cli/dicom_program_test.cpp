// inspect --dicom: the four files, read by other programs.

#include <gtest/gtest.h>

#include <unistd.h>

#include <array>
#include <cstring>
#include <regex>
#include <set>
#include <thread>

#include "tests/support/generated_case.h"
#include "tests/support/tools.h"

namespace intercusp {
namespace {

using testing::has_tool;
using testing::output_of;

constexpr std::array names = {"report.dcm", "upper.dcm", "lower.dcm", "measurements.dcm"};

class DicomProgram : public testing::GeneratedCase<DicomProgram> {
 protected:
  void SetUp() override {
    if (!has_tool("dcmdump")) GTEST_SKIP() << "needs dcmtk";
  }

  testing::Run inspect(const std::string& options = "", const std::string& out = "out") {
    return run_program("inspect " + quoted(*made_ / "upper.ply") + " " + quoted(*made_ / "lower.ply") +
                       " --engine zlist --pixel 0.3 --bite-poses 0 --quiet --dicom --out " +
                       quoted(folder_ / out) + " " + options);
  }
  [[nodiscard]] std::filesystem::path file(const std::string& name, const std::string& out = "out") const {
    return folder_ / out / "dicom" / name;
  }
  //! The value of an attribute, as text.
  [[nodiscard]] std::string value(const std::string& name, const std::string& attribute,
                                  const std::string& out = "out") const {
    const std::string line = output_of("dcmdump -q +L +P " + attribute + " " + quoted(file(name, out)));
    std::smatch found;
    return std::regex_search(line, found, std::regex("\\[([^\\]]*)\\]")) ? found[1].str() : "";
  }
};

std::string six_digits(double number) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%.6g", number);
  return text.data();
}

//! The rest of a file from the beginning of its document.
std::string document_in(const std::string& bytes, const std::string& begins_with) {
  const std::size_t at = bytes.find(begins_with);
  return at == std::string::npos ? "" : bytes.substr(at);
}

TEST_F(DicomProgram, one_study_without_patient_and_with_uids_from_the_inputs) {
  ASSERT_EQ(inspect().status, 0);
  ASSERT_EQ(inspect("", "again").status, 0);
  std::set<std::string> studies, instances, series;
  for (const char* const name : names) {
    EXPECT_TRUE(bytes_of(file(name)) == bytes_of(file(name, "again"))) << name;
    EXPECT_EQ(value(name, "PatientName"), "");
    EXPECT_EQ(value(name, "PatientID"), "");
    EXPECT_EQ(value(name, "SpecificCharacterSet"), "ISO_IR 192");
    studies.insert(value(name, "StudyInstanceUID"));
    series.insert(value(name, "SeriesInstanceUID"));
    instances.insert(value(name, "SOPInstanceUID"));
    for (const char* const uid : {"StudyInstanceUID", "SeriesInstanceUID", "SOPInstanceUID"})
      EXPECT_TRUE(std::regex_match(value(name, uid), std::regex("2\\.25\\.[1-9][0-9]{0,38}")))
          << value(name, uid);
  }
  EXPECT_EQ(studies.size(), 1);
  EXPECT_EQ(series.size(), 3);
  EXPECT_EQ(instances.size(), 4);
  EXPECT_EQ(value("upper.dcm", "FrameOfReferenceUID"), value("lower.dcm", "FrameOfReferenceUID"));
  EXPECT_NE(value("upper.dcm", "FrameOfReferenceUID"), "");
  EXPECT_EQ(value("report.dcm", "StudyDate"), "");
}

TEST_F(DicomProgram, figures_of_the_structured_report_are_those_of_the_report) {
  ASSERT_EQ(inspect().status, 0);
  const std::string printed = output_of("dsrdump -q +Pc " + quoted(file("measurements.dcm")));
  EXPECT_EQ(output_of("dsrdump -q " + quoted(file("measurements.dcm")) + " >/dev/null"), "");
  const json all = json_of(folder_ / "out" / "report.json");
  int teeth = 0;
  for (const json& tooth : all["teeth"]) {
    if (tooth["measure"] != "surface_distance" || tooth["threshold_mm"] != 0.1 || tooth["tooth"].is_null())
      continue;
    const std::string number = std::to_string(tooth["tooth"].get<int>());
    const std::size_t begin = printed.find("\"Tooth " + number + "\"");
    ASSERT_NE(begin, std::string::npos) << tooth << printed;
    const std::string group = printed.substr(begin, printed.find("Measurement Group", begin) - begin);
    EXPECT_NE(group.find("\"" + number + "\""), std::string::npos) << group;
    EXPECT_NE(group.find("\"" + six_digits(tooth["surface_mm2"]) + "\" (mm2,UCUM"), std::string::npos)
        << group;
    EXPECT_NE(group.find("\"" + six_digits(std::abs(tooth["least_mm"].get<double>())) + "\" (mm,UCUM"),
              std::string::npos)
        << group;
    EXPECT_EQ(group.find("Depth") != std::string::npos, tooth["least_mm"] < 0) << group;
    ++teeth;
  }
  EXPECT_GT(teeth, 10);
  EXPECT_NE(printed.find("36492000,SCT"), std::string::npos) << printed;  // tooth 15
}

TEST_F(DicomProgram, documents_come_back_as_they_were) {
  testing::write_text(folder_ / "pose.json",
                      R"({"upper_from_lower": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, -0.4, 0, 0, 0, 1]})");
  ASSERT_EQ(inspect("--pdf --pose " + quoted(folder_ / "pose.json")).status, 0);
  const std::string pdf = bytes_of(folder_ / "out" / "report.pdf");
  EXPECT_EQ(document_in(bytes_of(file("report.dcm")), "%PDF").substr(0, pdf.size()), pdf);
  if (has_tool("dcm2pdf")) {
    output_of("dcm2pdf " + quoted(file("report.dcm")) + " " + quoted(folder_ / "back.pdf"));
    EXPECT_EQ(bytes_of(folder_ / "back.pdf").substr(0, pdf.size()), pdf);
  }
  const json all = json_of(folder_ / "out" / "report.json");
  for (const std::string jaw : {"upper", "lower"}) {
    const std::string stl = document_in(bytes_of(file(jaw + ".dcm")), "Intercusp, " + jaw + ", mm");
    std::uint32_t count = 0;
    std::memcpy(&count, stl.data() + 80, 4);
    EXPECT_EQ(count, all[jaw]["anatomy_triangles"].get<std::uint32_t>());
    EXPECT_NE(output_of("dcmdump -q +P EncapsulatedDocumentLength " + quoted(file(jaw + ".dcm")))
                  .find("UL " + std::to_string(84 + 50 * std::size_t{count})),
              std::string::npos);
    testing::write_text(folder_ / (jaw + ".stl"), stl.substr(0, 84 + 50 * std::size_t{count}));
  }
  ASSERT_EQ(
      run_program("inspect " + quoted(folder_ / "upper.stl") + " " + quoted(folder_ / "lower.stl") +
                  " --engine zlist --pixel 0.3 --bite-poses 0 --quiet --out " + quoted(folder_ / "back"))
          .status,
      0);
  const json back = json_of(folder_ / "back" / "report.json");
  EXPECT_EQ(back["upper"]["triangles"], all["upper"]["anatomy_triangles"]);
  EXPECT_NEAR(back["min_surface_distance_mm"], all["min_surface_distance_mm"], 1e-4);
}

TEST_F(DicomProgram, patient_and_study_are_given_or_taken_from_another_file) {
  ASSERT_EQ(
      inspect("--patient-id P-17 --patient-name 'Müßig^Žofia=' --study-uid 1.2.840.99.7 --date 2026-02-28")
          .status,
      0);
  ASSERT_EQ(inspect("--like " + quoted(file("report.dcm")), "like").status, 0);
  ASSERT_EQ(inspect("--patient-id Other --like " + quoted(file("report.dcm")), "mixed").status, 0);
  for (const char* const name : names) {
    for (const std::string out : {"out", "like"}) {
      EXPECT_EQ(value(name, "PatientID", out), "P-17");
      EXPECT_EQ(value(name, "PatientName", out).substr(0, 14), "Müßig^Žofia");
      EXPECT_EQ(value(name, "StudyInstanceUID", out), "1.2.840.99.7");
      EXPECT_EQ(value(name, "StudyDate", out), "20260228");
    }
    EXPECT_EQ(value(name, "PatientID", "mixed"), "Other");
  }
}

//! An element of a DICOM file, explicit little endian. \pre fewer than 256 bytes
std::string element(char group, char number, const std::string& kind, const std::string& value) {
  return std::string{group, '\0', number, '\0'} + kind + static_cast<char>(value.size()) + '\0' + value;
}

TEST_F(DicomProgram, what_another_file_has_wrong_is_left_out_or_refused) {
  const std::string letters = element(8, 5, "CS", "ISO_IR 100"), uid = element(0x20, 0x0d, "UI", "1.2.34");
  const auto like = [&](const std::string& bytes, const std::string& out) {
    testing::write_text(folder_ / "other.dcm", bytes);
    return inspect("--like " + quoted(folder_ / "other.dcm"), out).status;
  };
  ASSERT_EQ(like(letters +
                     element(8, 0x20, "DA",
                             "in \xFC"
                             "20") +
                     element(0x10, 0x10, "PN", "M\xFCller") + element(0x10, 0x40, "CS", "??") + uid,
                 "odd"),
            3);
  ASSERT_EQ(like(letters + element(8, 0x20, "DA", "in 2024 ") + element(0x10, 0x10, "PN", "M\xFCller") +
                     element(0x10, 0x40, "CS", "??") + uid,
                 "odd"),
            0);
  EXPECT_EQ(value("report.dcm", "PatientName", "odd"), "Müller");
  EXPECT_EQ(value("report.dcm", "StudyDate", "odd"), "");
  EXPECT_EQ(value("report.dcm", "PatientSex", "odd"), "");
}

TEST_F(DicomProgram, wrong_options_and_files_are_refused) {
  for (const std::string wrong : {"--study-uid 1.02.3", "--study-uid abc", "--patient-id 'a\\b'",
                                  "--date 2026-13-01", "--patient-name a=b=c=d", "--patient-name a=b=c=d=e",
                                  "--patient-name a^b^c^d^e^f", "--patient-name a=a^b^c^d^e^f^g"})
    EXPECT_EQ(inspect(wrong).status, 2) << wrong;
  EXPECT_EQ(inspect("--patient-name 'Yamada^Tarou=Ya^Ta=a^b^c^d^e'").status, 0);
  EXPECT_EQ(inspect("--patient-name 'a=" + std::string(64, 'x') + "=b'").status, 0)
      << "64 letters in each group";
  EXPECT_EQ(inspect("--patient-name 'a=" + std::string(65, 'x') + "=b'").status, 2);
  EXPECT_EQ(inspect("--like " + quoted(*made_ / "upper.ply")).status, 3);
  EXPECT_EQ(inspect("--like /nowhere.dcm").status, 3);
  testing::write_text(folder_ / "dicom", "a file");
  const auto run = run_program(
      "inspect " + quoted(*made_ / "upper.ply") + " " + quoted(*made_ / "lower.ply") +
      " --engine zlist --pixel 0.3 --bite-poses 0 --quiet --dicom --out " + quoted(folder_.path()));
  EXPECT_EQ(run.status, 5) << run.err;
  EXPECT_FALSE(std::filesystem::exists(folder_ / "report.json"));
}

TEST_F(DicomProgram, an_archive_accepts_them) {
  if (!has_tool("storescp") || !has_tool("storescu")) GTEST_SKIP() << "needs storescp and storescu";
  ASSERT_EQ(inspect().status, 0);
  std::filesystem::create_directory(folder_ / "archive");
  const std::string port = std::to_string(20000 + ::getpid() % 20000);
  const std::string process =
      output_of("storescp -od " + quoted(folder_ / "archive") + " " + port + " >/dev/null 2>&1 & echo $!");
  std::string said = "not sent";
  for (int attempt = 0; attempt < 20 && !said.empty(); ++attempt) {
    std::this_thread::sleep_for(std::chrono::milliseconds(250));
    said = output_of("storescu -R localhost " + port + " " + quoted(file("report.dcm")) + " " +
                     quoted(file("upper.dcm")) + " " + quoted(file("lower.dcm")) + " " +
                     quoted(file("measurements.dcm")));
  }
  output_of("kill " + process);
  EXPECT_EQ(said, "");
  std::size_t kept = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder_ / "archive"))
    kept += entry.is_regular_file();
  EXPECT_EQ(kept, 4);
}

}  // namespace
}  // namespace intercusp
