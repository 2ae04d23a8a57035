#include "io/case/landmark_file.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "io/files/errors.h"
#include "tests/support/temporary_folder.h"

namespace intercusp::testing {
namespace {

std::vector<ToothLandmark> read_text(const std::string& text) {
  const TemporaryFolder folder;
  return read_landmarks(folder.write("landmarks.json", text));
}

const std::vector<ToothLandmark> some = {{LandmarkName::cusp_mb, 16, {1.25, -2.5, 1.0 / 3}, 0.21},
                                         {LandmarkName::gum_lingual, 85, {0, 40, -3}, 0.7}};

void expect_same(const std::vector<ToothLandmark>& a, const std::vector<ToothLandmark>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(a[i].name, b[i].name);
    EXPECT_EQ(a[i].fdi, b[i].fdi);
    EXPECT_EQ(a[i].position_mm, b[i].position_mm);
    EXPECT_EQ(a[i].radius_mm, b[i].radius_mm);
  }
}

TEST(LandmarkFile, is_read_as_it_was_written) { expect_same(read_text(landmarks_text(some)), some); }

TEST(LandmarkFile, states_the_frame_and_is_read_in_the_other_one) {
  nlohmann::json file = nlohmann::json::parse(landmarks_text(some));
  nlohmann::json& markup = file["markups"][0];
  EXPECT_EQ(markup["coordinateSystem"], "LPS");
  EXPECT_EQ(markup["controlPoints"][0]["position"][0], 1.25);
  markup["coordinateSystem"] = "RAS";  // as 3D Slicer may write them: x and y turned round
  for (auto& point : markup["controlPoints"])
    for (const int axis : {0, 1}) point["position"][axis] = -point["position"][axis].get<double>();
  expect_same(read_text(file.dump()), some);
}

TEST(LandmarkFile, without_a_radius_states_that_of_a_person) {
  const auto read = read_text(
      R"({"markups": [{"controlPoints": [{"label": "11 incisal_middle", "position": [1, 2, 3]}]}]})");
  ASSERT_EQ(read.size(), 1U);
  EXPECT_EQ(read[0].radius_mm, given_radius_mm);
}

TEST(LandmarkFile, of_teeth3ds_names_classes_but_no_teeth) {
  const auto read = read_text(
      R"({"version": "1.1", "key": "A_lower", "objects": [{"key": "u1", "class": "Mesial", "coord": [1, 2, 3]},
          {"key": "u2", "class": "Cusp", "coord": [4, 5, 6], "instance_id": 3}, {"class": "OuterPoint", "coord": [7, 8, 9]}]})");
  ASSERT_EQ(read.size(), 3U);
  EXPECT_EQ(read[0].name, LandmarkName::contact_mesial);
  EXPECT_EQ(read[1].name, LandmarkName::cusp);
  EXPECT_EQ(read[2].name, LandmarkName::gum_facial);
  EXPECT_EQ(read[2].position_mm, Eigen::Vector3d(7, 8, 9));
  EXPECT_EQ(read[0].fdi, 0);
}

TEST(LandmarkFile, with_a_fault_is_refused) {
  for (
      const char* text :
      {R"({"labels": []})", R"([])", R"({"objects": [{"class": "Tip", "coord": [1, 2, 3]}]})",
       R"({"objects": [{"class": "Cusp", "coord": [1, 2]}]})",
       R"({"objects": [{"class": "Cusp", "coord": [1, 2, 1e300]}]})", R"({"objects": [4]})",
       R"({"markups": [{}]})", R"({"markups": 3})",
       R"({"markups": [{"controlPoints": [{"label": "19 cusp", "position": [1, 2, 3]}]}]})",
       R"({"markups": [{"controlPoints": [{"label": "16", "position": [1, 2, 3]}]}]})",
       R"({"markups": [{"controlPoints": [{"label": "16 tip", "position": [1, 2, 3]}]}]})",
       R"({"markups": [{"coordinateSystem": "IJK", "controlPoints": [{"label": "16 cusp_mb", "position": [1, 2, 3]}]}]})"})
    EXPECT_THROW((void)read_text(text), InputError) << text;
}

}  // namespace
}  // namespace intercusp::testing
