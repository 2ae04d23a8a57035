#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>

#include "io/files/value.h"
#include "io/files/write_atomically.h"
#include "io/picture/map_picture.h"
#include "io/results/inspection/report.h"
#include "io/results/validation/report.h"
#include "io/wording/definitions.h"
#include "tests/io/report/itk_reader.h"
#include "tests/io/report/support.h"

namespace intercusp {
namespace {

using Json = nlohmann::json;

//! A ball over a plate: the clearance grows towards the ball's outline, so errors do.
Inspection ball_over_plate() {
  return testing::inspect_along(
      testing::bite_of(shapes::sphere({0, 0, 5.1}, 5, 60), shapes::box({-6, -6, -2}, {6, 4, 0})), {0, 0, 1});
}

Validation validate_map(const Inspection& inspection, const ClearanceMap& map) {
  const CountedMap counted{map, {}};
  return validate(std::span(&counted, 1), inspection.bite_case->bite);
}

Json json_of(const Validation& validation, const Inspection& inspection) {
  return Json::parse(json_lines(
      report_of(testing::shared(validation), inspection, testing::some_inputs(), testing::some_provenance())
          .json));
}

TEST(ValidationJson, has_every_key_of_the_contract_with_the_figures) {
  const Inspection inspection = ball_over_plate();
  const Validation validation = validate_map(inspection, inspection.map);
  const Json json = json_of(validation, inspection);
  EXPECT_EQ(json.at("schema"), "intercusp-validate/1");
  EXPECT_EQ(json.at("rms_mm"), validation.mean.rms_mm);
  EXPECT_EQ(json.at("max_mm"), validation.mean.max_mm);
  EXPECT_EQ(json.at("p99_mm"), validation.mean.p99_mm);
  EXPECT_EQ(json.at("rays_per_pixel"), 16);
  EXPECT_EQ(json.at("point_rms_mm"), validation.point.rms_mm);
  EXPECT_EQ(json.at("point_max_mm"), validation.point.max_mm);
  EXPECT_EQ(json.at("pixels"), validation.mean.pixels);
  EXPECT_EQ(json.at("state_disagreements"), 0);
  EXPECT_EQ(json.at("near_silhouette"), validation.near_silhouette);
  EXPECT_EQ(json.at("near_boundary"), validation.near_boundary);
  EXPECT_EQ(json.at("upper").at("file"), "u.stl");
  EXPECT_EQ(json.at("projections").size(), 1U);
  EXPECT_EQ(json.at("worst").size(), worst_places);
  EXPECT_GT(validation.mean.pixels, 1000U);
}

TEST(ValidationJson, the_histogram_and_the_state_table_add_up) {
  const Inspection inspection = ball_over_plate();
  ClearanceMap map = inspection.map;
  const std::size_t falsified = testing::pixel_at(map, 0.3, 0.4);
  map.state[falsified] = PixelState::interfering;
  map.clearance_mm[falsified] = -0.5F;
  const Json json = json_of(validate_map(inspection, map), inspection);
  std::size_t pixels = 0, points = 0, states = 0, differing = 0;
  for (const Json& bin : json.at("histogram")) {
    pixels += bin.at("pixels").get<std::size_t>();
    points += bin.at("point_pixels").get<std::size_t>();
  }
  for (const Json& entry : json.at("states")) {
    states += entry.at("pixels").get<std::size_t>();
    if (entry.at("map") != entry.at("ray")) differing += entry.at("pixels").get<std::size_t>();
  }
  EXPECT_EQ(json.at("pixels"), pixels);
  EXPECT_EQ(json.at("point_pixels"), points);
  EXPECT_EQ(json.at("state_disagreements"), 1);
  EXPECT_EQ(differing, json.at("state_disagreements").get<std::size_t>() +
                           json.at("near_silhouette_disagreements").get<std::size_t>() +
                           json.at("near_boundary").get<std::size_t>());
  EXPECT_EQ(states, inspection.pixels.both);
  const Json& worst = json.at("worst_points")[0];
  EXPECT_EQ(map.view.grid.index(worst.at("column"), worst.at("row")), falsified);
  EXPECT_EQ(worst.at("near_silhouette"), false);
}

TEST(ValidationJson, without_a_common_pixel_figures_are_null) {
  const Inspection inspection =
      testing::inspect_along(testing::bite_of(testing::slab(1, 2), testing::slab(-1, 0),
                                              Eigen::Isometry3d(Eigen::Translation3d(50, 0, 0))),
                             {0, 0, 1});
  const Validation validation = validate_map(inspection, inspection.map);
  const Json json = json_of(validation, inspection);
  EXPECT_EQ(json.at("pixels"), 0);
  for (const char* key : {"rms_mm", "max_mm", "p99_mm", "point_rms_mm", "point_max_mm", "own_spread_share"})
    EXPECT_TRUE(json.at(key).is_null()) << key;
  EXPECT_NE(testing::page_of(report_of(testing::shared(validation), inspection, testing::some_inputs(),
                                       testing::some_provenance()))
                .find("–"),
            std::string::npos);
  const std::vector<OutputFile> files = files_of(
      report_of(testing::shared(validation), inspection, testing::some_inputs(), testing::some_provenance()));
  ASSERT_EQ(files.size(), 2U);
  EXPECT_EQ(files[1].name, "error.png");
}

TEST(ErrorPicture, a_pixel_has_the_colour_of_its_error_and_white_is_not_compared) {
  const Inspection inspection = ball_over_plate();
  Validation validation = validate_map(inspection, inspection.map);
  validation.worst.clear();  // no rings over the tested pixels
  MapErrors& errors = validation.maps[0];
  const PixelGrid& grid = errors.view.grid;
  const std::size_t falsified = testing::pixel_at(inspection.map, 1, 2);
  errors.mean_error_mm[falsified] = -0.03F;
  const Picture picture =
      error_picture(validation, 0, "whole arch", std::nullopt, testing::some_provenance());
  const MapLayout layout = layout_of(grid);
  ASSERT_EQ(layout.reduction, 1);
  const auto colour_of = [&](std::size_t i) {
    const int column = static_cast<int>(i) % grid.width, row = static_cast<int>(i) / grid.width;
    return picture.at(layout.x + column * layout.magnification + layout.magnification / 2,
                      layout.y + row * layout.magnification + layout.magnification / 2);
  };
  EXPECT_EQ(colour_of(falsified), error_colour(static_cast<double>(0.03F)));
  const std::size_t ordinary = testing::pixel_at(inspection.map, -1, -2);
  EXPECT_EQ(colour_of(ordinary), error_colour(static_cast<double>(errors.mean_error_mm[ordinary])));
  EXPECT_NE(colour_of(ordinary), colour_of(falsified));
  ASSERT_TRUE(std::isnan(errors.mean_error_mm[0]));  // a corner of the window, outside of the ball
  EXPECT_EQ(colour_of(0), white);
}

TEST(ErrorPicture, colours_grow_darker_with_the_size_of_the_error_whatever_its_sign) {
  const auto light = [](Rgb colour) {
    return 0.2126 * colour.red + 0.7152 * colour.green + 0.0722 * colour.blue;
  };
  double before = 1000;
  for (double error_mm = palest_error_mm; error_mm < 1.1 * darkest_error_mm; error_mm *= 1.5) {
    EXPECT_EQ(error_colour(error_mm), error_colour(-error_mm));
    EXPECT_LT(light(error_colour(error_mm)), before) << error_mm;
    before = light(error_colour(error_mm));
  }
  EXPECT_EQ(error_colour(0), error_colour(palest_error_mm));
  EXPECT_EQ(error_colour(50), error_colour(darkest_error_mm));
}

TEST(ErrorPicture, a_reduced_map_keeps_the_largest_error_of_a_block) {
  Validation validation;
  MapErrors errors{.view = {Eigen::Isometry3d::Identity(), {.pixel_mm = 0.01, .width = 7000, .height = 300}}};
  errors.mean_error_mm.assign(errors.view.grid.size(), 1e-4F);
  errors.mean_error_mm[errors.view.grid.index(3001, 202)] = -0.3F;
  validation.maps.push_back(errors);
  const Picture picture =
      error_picture(validation, 0, "whole arch", std::nullopt, testing::some_provenance());
  const MapLayout layout = layout_of(errors.view.grid);
  ASSERT_EQ(layout.reduction, 3);
  EXPECT_EQ(picture.at(layout.x + 3001 / 3, layout.y + 202 / 3), error_colour(static_cast<double>(0.3F)));
}

TEST(ValidationFiles, the_error_map_reads_back_bit_for_bit_and_each_map_has_its_files) {
  const Inspection inspection = ball_over_plate();
  const CountedMap maps[] = {{inspection.map, {}}, {inspection.map, {}}};
  const Validation validation = validate(maps, inspection.bite_case->bite, {.rays_per_pixel = 4});
  const std::vector<OutputFile> files = files_of(
      report_of(testing::shared(validation), inspection, testing::some_inputs(), testing::some_provenance()));
  std::vector<std::string> names;
  for (const OutputFile& file : files) names.push_back(file.name);
  EXPECT_EQ(names, (std::vector<std::string>{"validate.json", "error.png", "error.nrrd", "error_2.png",
                                             "error_2.nrrd"}));
  const TemporaryFolder folder;
  write_together(folder.path(), files);
  const testing::ReadSlice read = testing::read_nrrd(folder / "error_2.nrrd");
  const std::vector<float>& errors = validation.maps[1].mean_error_mm;
  ASSERT_EQ(read.values.size(), errors.size());
  EXPECT_EQ(std::memcmp(read.values.data(), errors.data(), errors.size() * sizeof(float)), 0);
  // The rays of another map of the same pixels are others.
  EXPECT_NE(
      std::memcmp(validation.maps[0].mean_error_mm.data(), errors.data(), errors.size() * sizeof(float)), 0);
}

TEST(ValidationText, lengths_are_in_micrometres_below_a_millimetre) {
  EXPECT_EQ(length_text(0.0009), "0.900 µm");
  EXPECT_EQ(length_text(-0.06), "–60.0 µm");
  EXPECT_EQ(length_text(0.00002), "0.0200 µm");
  EXPECT_EQ(length_text(1.978), "1.98 mm");
  EXPECT_EQ(length_text(0.9999), "1.00 mm");
  EXPECT_EQ(length_text(0), "0 µm");
  EXPECT_EQ(length_text(std::nan("")), "–");
}

TEST(ValidationHtml, has_figures_histogram_states_and_places) {
  const Inspection inspection = ball_over_plate();
  const Validation validation = validate_map(inspection, inspection.map);
  const std::string html = testing::page_of(
      report_of(testing::shared(validation), inspection, testing::some_inputs(), testing::some_provenance()));
  for (const std::string& part :
       {length_text(validation.mean.rms_mm), length_text(validation.point.max_mm),
        length_text(validation.worst[0].error_mm), std::string("0 state disagreements")})
    EXPECT_NE(html.find(part), std::string::npos) << part;
  const auto count = [&](const std::string& tag) {
    std::size_t found = 0;
    for (std::size_t at = html.find(tag); at != std::string::npos; at = html.find(tag, at + 1)) ++found;
    return found;
  };
  for (const char* tag : {"table", "tr", "td", "th", "p", "h2", "svg", "b"})
    EXPECT_EQ(count("<" + std::string(tag) + ">") + count("<" + std::string(tag) + " "),
              count("</" + std::string(tag) + ">"))
        << tag;
  EXPECT_EQ(count("<svg"), 2 * validation.mean.histogram.size());
}

}  // namespace
}  // namespace intercusp
