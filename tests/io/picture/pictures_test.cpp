#include <gtest/gtest.h>

#include "io/picture/jaw_picture.h"
#include "io/picture/jaw_shading.h"
#include "io/picture/map_picture.h"
#include "io/picture/page.h"
#include "io/picture/pixel_canvas.h"
#include "io/results/inspection/parts.h"
#include "io/results/inspection/report.h"
#include "tests/io/report/support.h"

namespace intercusp {
namespace {

//! The colour in the middle of the square of the map pixel nearest to (u, v).
Rgb colour_at(const Picture& picture, const Inspection& inspection, double u_mm, double v_mm) {
  const PixelGrid& grid = inspection.map.view.grid;
  const MapLayout layout = layout_of(grid);
  const int column = static_cast<int>((u_mm - grid.u0_mm) / grid.pixel_mm);
  const int row = static_cast<int>((v_mm - grid.v0_mm) / grid.pixel_mm);
  return picture.at(layout.x + column * layout.magnification / layout.reduction + layout.magnification / 2,
                    layout.y + row * layout.magnification / layout.reduction + layout.magnification / 2);
}

TEST(MapPicture, every_kind_of_pixel_has_its_own_colour_at_its_place) {
  // Seen along z with v along y: a gap of 0.5 mm where y < 4, an overlap of 0.2 mm beyond; the upper alone at
  // x > 8.
  const TriangleMesh lower =
      testing::together({shapes::box({0, 0, -1}, {8, 4, 0.5}), shapes::box({0, 4, -1}, {8, 10, 1.2})});
  const TriangleMesh upper =
      testing::together({shapes::box({2, 0, 1}, {12, 10, 2}), shapes::box({-1, 9, 5}, {0.5, 9.5, 6})});
  Inspection inspection = testing::inspect_along(testing::bite_of(upper, lower), {0, 0, 1}, 0.1);
  inspection.options.thresholds_mm.clear();  // contour lines are looked at below
  const ColourScale scale = scale_for(Palette::classic, inspection.max_penetration_mm);
  const Picture picture = map_picture(shown_map(inspection), Palette::classic, testing::some_provenance());
  EXPECT_EQ(colour_at(picture, inspection, 5, 2),
            scale.colour(inspection.map.clearance_mm[testing::pixel_at(inspection.map, 5, 2)]));
  EXPECT_EQ(colour_at(picture, inspection, 5, 2), scale.colour(0.5));
  EXPECT_EQ(colour_at(picture, inspection, 5, 7), scale.colour(-0.2));
  EXPECT_EQ(colour_at(picture, inspection, 1, 2), scale.lower_only());
  EXPECT_EQ(colour_at(picture, inspection, 8.05, 2), scale.upper_only());
  EXPECT_EQ(colour_at(picture, inspection, -0.05, 2), white);
}

TEST(MapPicture, a_contour_line_runs_where_the_clearance_crosses_the_threshold) {
  // A wedge: the clearance grows from 0 to 1 mm along x over 10 mm, so 0.35 mm is at x = 3.5.
  TriangleMesh upper = shapes::box({0, 0, 0}, {10, 10, 2});
  for (Eigen::Vector3d& vertex : upper.vertices) vertex.z() += 0.1 * vertex.x();
  Inspection inspection =
      testing::inspect_along(testing::bite_of(upper, testing::slab(-1, 0)), {0, 0, 1}, 0.1);
  inspection.options.thresholds_mm = {0.35};
  const Picture picture = map_picture(shown_map(inspection), Palette::classic, testing::some_provenance());
  const MapLayout layout = layout_of(inspection.map.view.grid);
  const int y = layout.y + layout.height / 2;
  int darkest = layout.x + 20;
  for (int x = layout.x + 20; x < layout.x + layout.width - 20; ++x) {
    const auto light = [&](int at) {
      return picture.at(at, y).red + picture.at(at, y).green + picture.at(at, y).blue;
    };
    if (light(x) < light(darkest)) darkest = x;
  }
  const double x_mm = inspection.map.view.grid.u0_mm +
                      (darkest - layout.x + 0.5) / layout.magnification * inspection.map.view.grid.pixel_mm;
  EXPECT_NEAR(x_mm, 3.5, inspection.map.view.grid.pixel_mm / layout.magnification);
}

TEST(MapPicture, a_small_map_is_magnified_and_a_large_one_reduced) {
  EXPECT_EQ(layout_of({.width = 1200, .height = 900}).magnification, 1);
  EXPECT_EQ(layout_of({.width = 1200, .height = 900}).reduction, 1);
  EXPECT_GE(layout_of({.width = 60, .height = 40}).width, 800);
  const MapLayout large = layout_of({.width = 16000, .height = 12000});
  EXPECT_LE(large.width, 2400);
  EXPECT_EQ(large.magnification, 1);
}

TEST(MapPicture, a_reduced_map_keeps_a_contact_of_a_single_pixel) {
  Inspection inspection = testing::inspect_along(testing::two_plates(), {0, 0, 1}, 0.5);
  inspection.map = ClearanceMap::empty(
      {inspection.map.view.view_from_case, {.pixel_mm = 0.01, .width = 7000, .height = 300}});
  const std::size_t touching = inspection.map.view.grid.index(3001, 202);
  set_pixel(inspection.map, touching,
            {.clearance_mm = -0.3F, .coverage = Coverage::both, .state = PixelState::interfering},
            Stage::layers);
  const Picture picture = map_picture(shown_map(inspection), Palette::classic, testing::some_provenance());
  const MapLayout layout = layout_of(inspection.map.view.grid);
  ASSERT_EQ(layout.reduction, 3);
  EXPECT_EQ(picture.at(layout.x + 3001 / 3, layout.y + 202 / 3), ColourScale{}.colour(-0.3F));
}

TEST(MapPicture, jaws_without_a_common_pixel_give_a_picture_that_says_so) {
  const Bite bite = testing::bite_of(testing::slab(1, 2), testing::slab(-1, 0),
                                     Eigen::Isometry3d(Eigen::Translation3d(50, 0, 0)));
  const Picture picture = map_picture(shown_map(testing::inspect_along(bite, {0, 0, 1})), Palette::classic,
                                      testing::some_provenance());
  EXPECT_GT(picture.width, 800);
}

TEST(PatientSides, the_patients_right_is_named_where_it_is_and_not_where_it_usually_is) {
  const AnatomicalAxes axes = testing::lps_axes();
  const auto seen = [&](const Eigen::Vector3d& direction, const Eigen::Vector3d& down) {
    return patient_sides(orthographic(direction, down), axes);
  };
  const PatientSides from_below = seen({0, 0, 1}, {0, 1, 0});
  EXPECT_EQ(from_below.left, "R");
  EXPECT_EQ(from_below.right, "L");
  EXPECT_EQ(from_below.top, "anterior");
  EXPECT_EQ(from_below.bottom, "posterior");
  const PatientSides upside_down = seen({0, 0, 1}, {0, -1, 0});
  EXPECT_EQ(upside_down.left, "L");
  EXPECT_EQ(upside_down.top, "posterior");
  const PatientSides sideways = seen({0, 0, 1}, {1, 0, 0});
  EXPECT_EQ(sideways.bottom, "L");
  EXPECT_EQ(sideways.top, "R");
  EXPECT_EQ(patient_sides(Eigen::Isometry3d::Identity(), std::nullopt).left, "");
}

Inspection with_axes(const Bite& bite, double pixel_mm = 0.1) {
  // LPS: seen along z with posterior (+y) down, as in inspect() with a known patient.
  return testing::with_lps_axes(testing::inspect_along(bite, {0, 0, 1}, pixel_mm));
}

TEST(JawViews, the_patients_right_is_on_the_left_of_every_view) {
  const Inspection inspection = with_axes(testing::two_plates());
  const std::vector<JawView> views = jaw_views(*inspection.bite_case, inspection.map.view);
  ASSERT_EQ(views.size(), 3U);
  for (const JawView& view : views) {
    EXPECT_EQ(patient_sides(view.view_from_case, inspection.bite_case->anatomy.axes).left, "R") << view.name;
    EXPECT_NEAR(view.view_from_case.linear().determinant(), 1, 1e-12) << view.name << " must not mirror";
  }
  EXPECT_EQ(patient_sides(views[0].view_from_case, inspection.bite_case->anatomy.axes).top, "anterior");
  EXPECT_EQ(patient_sides(views[1].view_from_case, inspection.bite_case->anatomy.axes).bottom, "anterior");
}

TEST(JawViews, without_anatomy_there_are_two_views_along_the_projection) {
  const Inspection& inspection = testing::inspected_plates();
  EXPECT_EQ(jaw_views(*inspection.bite_case, inspection.map.view).size(), 2U);
}

bool is_painted(Rgb colour) { return colour.green > colour.red + 30 && colour.green > colour.blue + 30; }

TEST(JawPicture, a_contact_on_the_patients_right_is_painted_on_the_left_of_both_jaws) {
  // Plates 1 mm apart; a bump of the upper reaches down to 0.02 mm above the lower, at the patient's right (x
  // < 0) and in front (y < 0).
  const TriangleMesh upper = testing::together(
      {shapes::fine_box({-10, -10, 1}, {10, 10, 2}, 1), shapes::box({-8, -7, 0.02}, {-5, -4, 1.5})});
  const Bite bite = testing::bite_of(upper, shapes::fine_box({-10, -10, -1}, {10, 10, 0}, 1));
  const Inspection inspection = with_axes(bite);
  const PosedJaw upper_jaw = posed_jaw(bite, Jaw::upper), lower_jaw = posed_jaw(bite, Jaw::lower);
  const SurfaceClearance upper_clearance(inspection.map, upper_jaw),
      lower_clearance(inspection.map, lower_jaw);
  const std::vector<JawView> views = jaw_views(*inspection.bite_case, inspection.map.view);
  for (const int view : {0, 1}) {
    const Picture picture =
        jaw_picture({*inspection.bite_case, inspection.options.thresholds_mm}, {upper_jaw, upper_clearance},
                    {lower_jaw, lower_clearance}, views[view], testing::some_provenance());
    // The legend stands at the right of the surfaces; they are 860 px wide from x = 72, and start at y = 134.
    constexpr int left = 72, top = 134, side = 860;
    std::size_t painted[2][2] = {{0, 0}, {0, 0}};
    for (int y = 0; y < side; ++y) {
      for (int x = 0; x < side; ++x) {
        if (is_painted(picture.at(left + x, top + y))) ++painted[y >= side / 2][x >= side / 2];
      }
    }
    const int anterior = view == 0 ? 0 : 1;  // on top of the upper's picture, at the bottom of the lower's
    EXPECT_GT(painted[anterior][0], 1000U) << views[view].name;
    EXPECT_EQ(painted[anterior][1] + painted[1 - anterior][0] + painted[1 - anterior][1], 0U)
        << views[view].name;
  }
}

//! Whether `picture` shows the same letters as that area of `letters`, so many pixels further right and down.
bool holds_letters(const Area& area, const Picture& letters, const Picture& picture, int right, int down) {
  constexpr int dark = 80;  // at the edges of letters the background shows through
  for (int y = static_cast<int>(area.top); y < static_cast<int>(area.bottom); ++y) {
    for (int x = static_cast<int>(area.left); x < static_cast<int>(area.right); ++x) {
      if (letters.at(x, y).red < dark && !(letters.at(x, y) == picture.at(x + right, y + down))) return false;
    }
  }
  return true;
}

TEST(ContactPicture, numbers_of_contacts_keep_off_those_of_teeth) {
  Inspection inspection = testing::inspected_labelled_plates();
  const PosedJaw lower = posed_jaw(inspection.bite_case->bite, Jaw::lower);
  const std::vector<JawView> views = jaw_views(*inspection.bite_case, inspection.map.view);
  JawView view = *std::ranges::find_if(views, [](const JawView& of) { return of.lower && !of.upper; });
  view.tooth_numbers = true;
  const PictureGrid frame = frame_of(view, {&lower});
  Picture tooth_number(frame.width / 2, frame.height / 2);  // a pixel has two rays each way
  const std::vector<Label> labels = draw_tooth_numbers(tooth_number, lower, view, frame);
  ASSERT_EQ(labels.size(), 1U);
  const Area& area = labels.front().area;

  ContactTable& contacts = inspection.surface->contacts.lower;
  ASSERT_FALSE(contacts.patches.empty());
  ContactPatch patch = contacts.patches.front();
  patch.number = 8;
  const auto picture_of = [&] {
    return contact_picture(inspection, lower, view, patch.threshold_mm, testing::some_provenance());
  };
  contacts.patches.clear();
  const Picture without = picture_of();
  const int right = (without.width - tooth_number.width) / 2;
  int down = 0;  // the picture's head
  while (down + tooth_number.height < without.height &&
         !holds_letters(area, tooth_number, without, right, down))
    ++down;
  ASSERT_TRUE(holds_letters(area, tooth_number, without, right, down));

  // The contact's number would be at its right, where the tooth's is.
  const double pixels_per_mm = picture_pixels_per_mm(frame);
  const Eigen::Vector3d in_view(frame.x0_mm + (area.left - 12) / pixels_per_mm,
                                frame.y0_mm + (area.top + area.bottom) / 2 / pixels_per_mm, 0);
  patch.place_mm = view.view_from_case.inverse(Eigen::Isometry) * in_view;
  contacts.patches = {patch};
  const Picture with = picture_of();
  EXPECT_TRUE(holds_letters(area, tooth_number, with, right, down));
  EXPECT_FALSE(with.pixels == without.pixels);
}

//! The columns of an area that are not all white.
std::vector<int> inked_columns(const Picture& picture, int left, int right, int top, int bottom) {
  std::vector<int> columns;
  for (int x = left; x < right; ++x) {
    bool inked = false;
    for (int y = top; y < bottom; ++y) inked |= !(picture.at(x, y) == white);
    if (inked) columns.push_back(x);
  }
  return columns;
}

//! An L has most of its ink, the stem, at its left; a mirrored one at its right, and an R on both sides.
bool is_upright_l(const Picture& picture, int left, int right, int top, int bottom) {
  const std::vector<int> columns = inked_columns(picture, left, right, top, bottom);
  if (columns.size() < 6) return false;
  const auto third = static_cast<std::ptrdiff_t>(columns.size() / 3);
  const auto ink_in = [&](auto first, auto last) {
    int count = 0;
    for (auto x = first; x != last; ++x) {
      for (int y = top; y < bottom; ++y) count += picture.at(*x, y) == ink ? 1 : 0;
    }
    return count;
  };
  return ink_in(columns.begin(), columns.begin() + third) > 3 * ink_in(columns.end() - third, columns.end());
}

TEST(Page, the_patients_sides_stand_at_their_own_edges) {
  const PageBody body{.width = 400, .height = 300, .sides = {.left = "R", .right = "L"}, .pixels_per_mm = 10};
  const Page page =
      blank_page({.title = "Title", .view_name = "view", .small_print = {"Words."}}, body, legend_px, 300);
  const int top = page.y + 120, bottom = page.y + 180;
  const int right = page.x + body.width;
  EXPECT_TRUE(is_upright_l(page.picture, right + 2, right + sides_px, top, bottom));
  EXPECT_FALSE(is_upright_l(page.picture, page.x - sides_px, page.x - 2, top, bottom)) << "an R";
  EXPECT_GT(inked_columns(page.picture, page.x - sides_px, page.x - 2, top, bottom).size(), 10U);
}

TEST(Canvas, weaker_text_gives_way) {
  Picture picture(200, 40);
  PixelCanvas canvas(picture);
  const Letters letters{17, {ink}};
  EXPECT_TRUE(canvas.write_if_free(10, 10, "0.2", letters));
  EXPECT_FALSE(canvas.write_if_free(20, 12, "0.25", letters)) << "on top of the first";
  EXPECT_FALSE(canvas.write_if_free(180, 10, "0.25", letters)) << "past the edge";
  EXPECT_TRUE(canvas.write_if_free(100, 10, "0.25", letters));
}

TEST(PixelCanvas, text_is_drawn_where_it_was_asked_for) {
  Picture picture(400, 60);
  PixelCanvas canvas(picture);
  const Area area = canvas.write(200, 20, "0.05 mm²", {20, {ink}}, Align::centre);
  const double width = area.right - area.left;
  int first = picture.width, last = -1;
  for (int y = 0; y < picture.height; ++y) {
    for (int x = 0; x < picture.width; ++x) {
      if (picture.at(x, y) == white) continue;
      first = std::min(first, x), last = std::max(last, x);
    }
  }
  EXPECT_GT(width, 50);
  EXPECT_GE(first, 200 - width / 2 - 1);
  EXPECT_LE(last, 200 + width / 2 + 1);
  EXPECT_NEAR((first + last) / 2.0, 200, 3);
}

TEST(PixelCanvas, lines_keep_every_word_and_fit) {
  Picture picture(1, 1);
  const PixelCanvas canvas(picture);
  const Letters letters{17, {ink}};
  const std::string text =
      "Clearance is the distance from the lower jaw to the upper along the projection direction, in mm.";
  std::string joined;
  for (const std::string& line : canvas.lines(text, 220, letters)) {
    EXPECT_LE(canvas.text_width(line, letters), 220);
    joined += (joined.empty() ? "" : " ") + line;
  }
  EXPECT_EQ(joined, text);
}

}  // namespace
}  // namespace intercusp
