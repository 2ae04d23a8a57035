#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "io/files/errors.h"
#include "io/files/write_atomically.h"
#include "io/results/inspection/report.h"
#include "io/results/validation/report.h"
#include "occlusion/validation/validate.h"
#include "tests/io/report/itk_reader.h"
#include "tests/io/report/support.h"

namespace intercusp {
namespace {

void write(const Inspection& inspection, const std::filesystem::path& folder,
           const std::shared_ptr<const Validation>& validation = nullptr) {
  write_together(folder,
                 files_of(report_of(testing::shared(inspection), testing::some_inputs(), validation)));
}

TEST(WriteInspection, leaves_all_files_and_nothing_else) {
  const Inspection inspection = testing::with_lps_axes(testing::inspected_plates());
  const TemporaryFolder folder;
  write(inspection, folder.path() / "out");
  const std::vector<std::string> names = {
      "report.json",         "report.html",        "contacts.csv",       "map.nrrd",    "map.png",
      "map_colourblind.png", "upper_occlusal.png", "lower_occlusal.png", "frontal.png", "upper.vtp",
      "lower.vtp",           "upper_contacts.png", "lower_contacts.png"};
  std::size_t found = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path() / "out")) {
    EXPECT_NE(std::find(names.begin(), names.end(), entry.path().filename()), names.end()) << entry.path();
    EXPECT_GT(entry.file_size(), 100U) << entry.path();
    ++found;
  }
  EXPECT_EQ(found, names.size());
  EXPECT_TRUE(nlohmann::json::accept(testing::bytes_of(folder.path() / "out" / "report.json")));
  EXPECT_GT(testing::read_png(folder.path() / "out" / "frontal.png").width, 800);
}

TEST(WriteInspection, a_report_keeps_its_inspection_until_its_files_are_made) {
  auto inspection = testing::shared(testing::inspected_plates());
  const std::weak_ptr<const Inspection> watched = inspection;
  const std::vector<OutputFile> files = files_of(report_of(inspection, testing::some_inputs()));
  std::optional<Report> report = report_of(std::move(inspection), testing::some_inputs());
  EXPECT_FALSE(watched.expired());
  const std::vector<OutputFile> later = files_of(*report);
  ASSERT_EQ(later.size(), files.size());
  for (std::size_t i = 0; i < files.size(); ++i) EXPECT_EQ(later[i].bytes, files[i].bytes) << files[i].name;
  report.reset();
  EXPECT_TRUE(watched.expired());
}

TEST(WriteInspection, curves_and_a_validation_come_with_what_was_asked_for) {
  Bite bite = testing::two_plates();
  bite.upper_from_lower = Eigen::Isometry3d(Eigen::Translation3d(0, 0.25, 0.3));
  InspectionOptions options = testing::options_along({0, 0, 1});
  options.exact = true;
  const Inspection inspection = inspect(prepare_case(bite), options);
  const Validation validation = validate(inspection.maps, inspection.bite_case->bite, {.rays_per_pixel = 2});
  const TemporaryFolder folder;
  write(inspection, folder.path(), testing::shared(validation));
  for (const char* name : {"contact_curves.vtp", "validate.json", "error.png", "error.nrrd"})
    EXPECT_TRUE(std::filesystem::exists(folder.path() / name)) << name;
  const auto report = nlohmann::json::parse(testing::bytes_of(folder.path() / "report.json"));
  EXPECT_EQ(report.at("validation").at("rays_per_pixel"), 2);
  EXPECT_EQ(report.at("validation").at("point_max_mm"), validation.point.max_mm);
  EXPECT_EQ(report.at("validation").at("state_disagreements"), validation.state_disagreements);
  const std::string html = testing::bytes_of(folder.path() / "report.html");
  EXPECT_NE(html.find("Validation against rays"), std::string::npos);
  EXPECT_NE(html.find("Error against the mean of a pixel&#39;s rays, whole arch"), std::string::npos);
  EXPECT_NE(html.find("cross along 1 curve, 35.90 mm in all"), std::string::npos);
}

TEST(WriteInspection, writes_the_same_bytes_twice) {
  const Inspection& inspection = testing::inspected_plates();
  const TemporaryFolder folder;
  for (const char* out : {"one", "two"}) write(inspection, folder.path() / out);
  for (const auto& entry : std::filesystem::directory_iterator(folder.path() / "one")) {
    EXPECT_EQ(testing::bytes_of(entry.path()),
              testing::bytes_of(folder.path() / "two" / entry.path().filename()))
        << entry.path().filename();
  }
}

TEST(WriteInspection, tells_where_on_the_teeth_contacts_lie_and_how_the_arches_stand) {
  Inspection inspection = testing::inspected_labelled_plates();
  for (ContactPatch& patch : inspection.contacts.patches)
    patch.lower_place =
        ToothPlace{36, Mesiodistal::mesial, Buccolingual::buccal, ToothFeature::marginal_ridge};
  inspection.relations.overjet = {2.5, {2, 3}, {11, 41}};
  inspection.relations.right_molar = {-3, 2.5, {-4, -2.75}, SagittalClass::class_3, true, {16, 46}};
  const TemporaryFolder folder;
  write(inspection, folder.path());
  const auto report = nlohmann::json::parse(testing::bytes_of(folder.path() / "report.json"));
  const auto& contact = report.at("contacts").front();
  EXPECT_EQ(contact.at("lower_place"), (nlohmann::json{{"tooth", 36},
                                                       {"mesiodistal", "mesial"},
                                                       {"buccolingual", "buccal"},
                                                       {"feature", "marginal_ridge"}}));
  EXPECT_TRUE(contact.at("upper_place").is_null());
  const auto& relations = report.at("bite_relations");
  EXPECT_EQ(relations.at("overjet"), (nlohmann::json{{"mm", 2.5},
                                                     {"interval_mm", {2.0, 3.0}},
                                                     {"teeth", {11, 41}},
                                                     {"teeth_estimated", false},
                                                     {"teeth_sure", true}}));
  EXPECT_EQ(relations.at("right_molar").at("class"), "III");
  EXPECT_EQ(relations.at("right_molar").at("sure"), true);
  EXPECT_EQ(relations.at("right_molar").at("interval_mm"), (nlohmann::json{-4.0, -2.75}));
  EXPECT_TRUE(relations.at("left_molar").is_null());
  const std::string csv = testing::bytes_of(folder.path() / "contacts.csv");
  EXPECT_NE(csv.find(",mesial,buccal,marginal_ridge,,,,"), std::string::npos);
  EXPECT_NE(testing::bytes_of(folder.path() / "report.html").find("mesiobuccal marginal ridge"),
            std::string::npos);
}

TEST(WriteInspection, jaws_far_apart_are_a_result) {
  const Bite bite = testing::bite_of(testing::slab(1, 2), testing::slab(-1, 0),
                                     Eigen::Isometry3d(Eigen::Translation3d(50, 0, 0)));
  const TemporaryFolder folder;
  write(testing::inspect_along(bite, {0, 0, 1}), folder.path());
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "map.nrrd"));
  const auto report = nlohmann::json::parse(testing::bytes_of(folder.path() / "report.json"));
  EXPECT_TRUE(report.at("min_clearance_mm").is_null());
  EXPECT_EQ(report.at("remarks").size(), report.at("findings").size());
  EXPECT_EQ(report.at("findings").back().at("code"), "jaws_do_not_overlap");
  EXPECT_EQ(report.at("findings").back().at("severity"), "warning");
}

TEST(WriteInspection, a_folder_that_is_a_file_is_an_output_error) {
  const TemporaryFolder folder;
  write_atomically(folder.path() / "taken", "1");
  EXPECT_THROW(write(testing::inspected_plates(), folder.path() / "taken"), OutputError);
}

TEST(WriteInspection, every_file_is_among_those_asked_about_before_they_are_overwritten) {
  Bite bite = testing::two_plates();
  bite.upper_from_lower = Eigen::Isometry3d(Eigen::Translation3d(0, 0.25, 0.3));
  InspectionOptions options = testing::options_along({0, 0, 1});
  options.exact = true;
  const Inspection inspection = testing::with_lps_axes(inspect(prepare_case(bite), options));
  std::vector<std::string> possible = inspection_file_names(),
                           written =
                               file_names(report_of(testing::shared(inspection), testing::some_inputs()));
  std::ranges::sort(possible);
  std::ranges::sort(written);
  EXPECT_EQ(possible, written);
}

}  // namespace
}  // namespace intercusp
