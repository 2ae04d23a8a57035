// The output of `close` and `slide`: fields, tables, and pictures that are not mirrored.

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "io/files/value.h"
#include "io/picture/map_picture.h"
#include "io/results/closing/report.h"
#include "occlusion/motion/closing/closing.h"
#include "tests/io/report/support.h"

namespace intercusp {
namespace {

using nlohmann::json;
using testing::labelled_plates;
using testing::some_provenance;

constexpr ClosingOptions coarse{.engine = EngineKind::zlist, .pixel_mm = 0.1};

//! Closes about an axis behind and above, which points to the patient's right.
Motion closing_turn(double limit_rad = 1) { return Motion::turn({0, 60, 10}, {-1, 0, 0}, limit_rad); }

Report reported(const Closing& closing) {
  return report_of(testing::shared(closing), testing::some_inputs());
}

json json_of(const Closing& closing) { return json::parse(json_lines(reported(closing).json)); }

TEST(ClosingJson, has_the_fields_of_the_contract_for_contact_none_and_overlap) {
  const Bite bite = labelled_plates();
  const json met = json_of(find_closing(prepare_case(bite), Motion::shift({0, 0, 1}, 5), coarse));
  EXPECT_NEAR(met["first_contact_mm"].get<double>(), 0.1, 1e-9);
  EXPECT_EQ(met["upper_tooth"], 26);
  EXPECT_EQ(met["lower_tooth"], 36);
  EXPECT_EQ(met["pose_at_contact"].size(), 16U);
  EXPECT_EQ(met["order_of_pairs"].size(), 1U);
  EXPECT_EQ(met["map"]["right"].size(), 3U);
  EXPECT_EQ(met["timings_ms"]["import"], 12.5);

  const json none = json_of(find_closing(prepare_case(bite), Motion::shift({0, 0, -1}, 5), coarse));
  EXPECT_TRUE(none["first_contact_mm"].is_null() && none["point_mm"].is_null() && none["features"].is_null());
  EXPECT_EQ(none["starts_overlapping"], false);

  Bite pressed = bite;
  pressed.upper_from_lower.translation().z() = 0.3;
  const json overlap = json_of(find_closing(prepare_case(pressed), closing_turn(), coarse));
  EXPECT_EQ(overlap["first_contact_deg"], 0);
  EXPECT_EQ(overlap["starts_overlapping"], true);
  EXPECT_NEAR(overlap["overlap_depth_mm"].get<double>(), 0.2, 1e-6);
  EXPECT_EQ(overlap["point_mm"].size(), 3U);
  EXPECT_EQ(overlap["order_of_pairs"][0]["overlapping"], true);
  EXPECT_EQ(overlap["motion"]["axis_direction"], json({-1.0, 0.0, 0.0}));
}

TEST(ClosingCsv, every_line_has_the_cells_of_its_head) {
  const Closing closing = find_closing(prepare_case(labelled_plates()), closing_turn(), coarse);
  std::istringstream lines(csv_text(reported(closing).tables.front()));
  std::string head, line;
  std::getline(lines, head);
  std::size_t rows = 0;
  for (; std::getline(lines, line); ++rows)
    EXPECT_EQ(std::ranges::count(line, ','), std::ranges::count(head, ',')) << line;
  EXPECT_EQ(rows, 3U) << "one pair, one upper tooth, one lower tooth";
  EXPECT_NE(head.find("remaining_deg"), std::string::npos);
}

TEST(ClosingFiles, are_those_that_there_is_something_to_say_in) {
  const auto names = [](const Closing& closing) {
    std::string all, promised;
    const Report report = reported(closing);
    for (const std::string& name : file_names(report)) promised += name + " ";
    for (const OutputFile& file : files_of(report)) {
      EXPECT_FALSE(file.bytes.empty()) << file.name;
      all += file.name + " ";
    }
    EXPECT_EQ(all, promised);
    return all;
  };
  EXPECT_EQ(
      names(find_closing(prepare_case(labelled_plates()), closing_turn(), coarse)),
      "close.json contacts_order.csv remaining_travel.png travel_after_contact.png pose_at_contact.json ");
  EXPECT_EQ(names(find_closing(prepare_case(labelled_plates()), Motion::shift({0, 0, -1}, 5), coarse)),
            "slide.json contacts_order.csv remaining_travel.png ");
  const Bite apart = bite_of(shapes::box({30, 0, 0}, {40, 10, 2}), shapes::box({0, 0, 0}, {10, 10, 2}));
  EXPECT_EQ(names(find_closing(prepare_case(apart), Motion::shift({0, 0, 1}, 5), coarse)),
            "slide.json contacts_order.csv remaining_travel.png ")
      << "a map without pixels still makes a picture that says so";
}

//! The middle of the ring around the first contact, as a share of the map's width and height.
Eigen::Vector2d ring_in(const Picture& picture, const Closing& closing) {
  const MapLayout layout = layout_of(closing.mapping.map->view.grid);
  const int x = layout.x + (turns(closing) ? 50 : 0);
  Eigen::Vector2d sum(0, 0);
  int count = 0;
  for (int row = 10; row < layout.height - 10; ++row) {
    for (int column = 10; column < layout.width - 10; ++column) {
      if (picture.at(x + column, layout.y + row) != ink) continue;
      sum += Eigen::Vector2d(column, row);
      ++count;
    }
  }
  EXPECT_GT(count, 20) << "a ring";
  return (sum / count).cwiseQuotient(Eigen::Vector2d(layout.width, layout.height));
}

TEST(ClosingPicture, has_the_patients_right_on_the_left_and_anterior_on_top_whichever_way_the_axis_points) {
  // A bump on the lower at the patient's left and in front.
  const Bite closing_bite = bite_of(
      shapes::box({-10, -10, 3}, {10, 10, 6}),
      testing::together({shapes::box({-10, -10, -6}, {10, 10, -1}), shapes::sphere({7, -6, -1}, 2, 20)}));
  // The same with the bump on the lower's other side, for an opening motion.
  const Bite opening_bite = bite_of(
      shapes::box({-10, -10, -12}, {10, 10, -9}),
      testing::together({shapes::box({-10, -10, -6}, {10, 10, -1}), shapes::sphere({7, -6, -6}, 2, 20)}));
  const auto ring = [&](const Bite& bite, const Motion& motion) {
    Closing closing = find_closing(prepare_case(bite), motion, coarse);
    Case with_axes = *closing.bite_case;
    with_axes.anatomy.axes = lps_axes();
    closing.bite_case = testing::shared(with_axes);
    EXPECT_TRUE(closing.answer.contact && closing.mapping.map);
    return ring_in(closing_picture(closing, TravelFrom::start, some_provenance()), closing);
  };
  const Eigen::Vector2d closes = ring(closing_bite, closing_turn());
  EXPECT_GT(closes.x(), 0.7) << "seen from below: the patient's left on the right";
  EXPECT_LT(closes.y(), 0.4) << "anterior on top";
  const Eigen::Vector2d opens = ring(opening_bite, Motion::turn({0, 60, 10}, {1, 0, 0}, 1));
  EXPECT_LT(opens.x(), 0.3) << "seen from above, along the motion: the patient's left on the left";
  EXPECT_LT(opens.y(), 0.4) << "anterior on top";
  const Eigen::Vector2d slides = ring(closing_bite, Motion::shift({0, 0, 1}, 10));
  EXPECT_GT(slides.x(), 0.7);
  EXPECT_LT(slides.y(), 0.4);
}

TEST(ClosingText, says_what_was_found_in_plain_sentences_with_units) {
  const auto text = [](const Closing& closing) { return summary_text(reported(closing)); };
  const std::string met =
      text(find_closing(prepare_case(labelled_plates()), Motion::shift({0, 0, 1}, 5), coarse));
  EXPECT_NE(met.find("First contact after 0.100 mm of travel"), std::string::npos) << met;
  EXPECT_NE(met.find("between upper tooth 26 and lower tooth 36"), std::string::npos) << met;
  const std::string none =
      text(find_closing(prepare_case(labelled_plates()), Motion::shift({0, 0, -1}, 5), coarse));
  EXPECT_NE(none.find("The jaws do not meet within a slide of 5 mm."), std::string::npos) << none;
}

}  // namespace
}  // namespace intercusp
