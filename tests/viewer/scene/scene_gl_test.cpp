#include <backends/imgui_impl_opengl3.h>
#include <gtest/gtest.h>
#include <imgui.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <stdexcept>

#include "datasets/dentition.h"
#include "io/mesh/write_ply.h"
#include "io/picture/image_bytes.h"
#include "io/results/tracks/parts.h"
#include "occlusion/engines/gl/context.h"
#include "tests/support/temporary_folder.h"
#include "tests/viewer/case/cases.h"
#include "tests/viewer/golden.h"
#include "tests/viewer/machine.h"
#include "tests/viewer/scene/hand_made_case.h"
#include "viewer/scene/annotations.h"
#include "viewer/scene/looks.h"
#include "viewer/scene/map_colours.h"
#include "viewer/scene/view_picture.h"
#include "viewer/tools/tracks/tool.h"

namespace intercusp::viewer {

namespace {

using testing::difference;
using testing::expect_golden;

constexpr SceneSize size{300, 200};

class SceneGl : public ::testing::Test {
 protected:
  SceneGl() {
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;
    ImGui_ImplOpenGL3_Init("#version 450");
    renderer_ = std::make_unique<SceneRenderer>();
  }
  ~SceneGl() override {
    renderer_.reset();
    ImGui_ImplOpenGL3_Shutdown();
    ImGui::DestroyContext();
    EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
    for (const std::string& message : context_.debug_messages()) ADD_FAILURE() << message;
  }

  AppState state_of(std::shared_ptr<const LoadedCase> loaded) {
    AppState state;
    state.machine = intercusp::testing::bare_machine();
    state.loaded = std::move(loaded);
    state.live = std::make_shared<LiveBite>(state.loaded);
    state.document.upper_from_lower = state.loaded->bite.upper_from_lower;
    (void)state.live->read(state.document.upper_from_lower, state.document.threshold_mm);
    state.view.contours = false;
    return state;
  }

  //! With smoothed edges, and without text.
  Picture draw(const AppState& state, const Camera& camera, const SceneSize& picture_size = size) {
    renderer_->follow(state);
    while (renderer_->draw(camera, picture_size, SceneRenderer::Effort::best)) {
    }
    std::vector<std::array<std::uint8_t, 4>> texels(static_cast<std::size_t>(picture_size.width_px) *
                                                    picture_size.height_px);
    glGetTextureImage(renderer_->texture(), 0, GL_RGBA, GL_UNSIGNED_BYTE,
                      static_cast<GLsizei>(4 * texels.size()), texels.data());
    Picture picture(picture_size.width_px, picture_size.height_px);
    for (std::size_t i = 0; i < texels.size(); ++i) {
      EXPECT_EQ(texels[i][3], 255);
      picture.pixels[i] = {texels[i][0], texels[i][1], texels[i][2]};
    }
    return picture;
  }

  gl::Context context_;
  std::unique_ptr<SceneRenderer> renderer_;
};

Camera camera_of(const AppState& state, StandardView view) {
  return testing::standard_camera(*state.loaded, state.document.upper_from_lower, view, 1.5);
}

//! Cut into cells of a millimetre: light is computed at vertices.
std::shared_ptr<const LoadedCase> plates(double gap_mm) {
  return testing::case_of(shapes::fine_box({-12, -12, gap_mm}, {12, 12, gap_mm + 5}, 1),
                          shapes::fine_box({-12, -12, -5}, {12, 12, 0}, 1));
}

Rgb background_at(int row, int height, bool dark = true) {
  const looks::Background& background = dark ? looks::dark_background : looks::light_background;
  return blend(background.top, background.bottom, (row + 0.5) / height);
}

double square(std::uint8_t value) { return value / 255.0 * value / 255.0; }

}  // namespace

TEST_F(SceneGl, without_jaws_there_is_the_background_alone) {
  AppState state = state_of(plates(1));
  state.view.upper.shown = state.view.lower.shown = false;
  for (const bool dark : {true, false}) {
    state.settings.dark = dark;
    const Picture picture = draw(state, camera_of(state, StandardView::frontal));
    for (int y = 0; y < picture.height; y += 7) {  // noise of half a step, and rounding
      EXPECT_LE(difference(picture.at(3, y), background_at(y, picture.height, dark)), 2);
      EXPECT_LE(difference(picture.at(picture.width - 1, y), background_at(y, picture.height, dark)), 2);
    }
  }
}

TEST_F(SceneGl, a_lone_scan_is_drawn_where_no_case_is_open) {
  AppState state;
  state.machine = intercusp::testing::bare_machine();
  auto lone = std::make_shared<LoneScan>();
  lone->jaw = Jaw::lower;
  lone->solid = small_dentition().lower;
  lone->axes = small_case()->anatomy.axes;
  state.lone = lone;
  const Camera camera =
      fitted(lone->bite(), Eigen::Isometry3d::Identity(),
             rotation_of(StandardView::lower_occlusal, *lone->axes), true, true, {.width_over_height = 1.5});
  const Picture picture = draw(state, camera);
  // Most of the arch's own vertices that are visible from above differ in colour from the background.
  int seen = 0, looked = 0;
  for (std::size_t i = 0; i < lone->solid->mesh.vertices.size(); i += 97) {
    const Eigen::Vector2d pixel =
        pixel_of(camera, {size.width_px, size.height_px}, lone->solid->mesh.vertices[i]);
    const int x = static_cast<int>(pixel.x()), y = static_cast<int>(pixel.y());
    if (lone->solid->labels[i] == 0) continue;
    ASSERT_TRUE(x >= 0 && y >= 0 && x < picture.width && y < picture.height) << "fitted";
    ++looked;
    seen += difference(picture.at(x, y), background_at(y, picture.height)) > 30 ? 1 : 0;
  }
  ASSERT_GT(looked, 20);
  EXPECT_GT(seen, 0.9 * looked);

  state.lone.reset();
  const Picture empty = draw(state, camera);
  for (int x = 0; x < empty.width; x += 7)
    EXPECT_LE(difference(empty.at(x, empty.height / 2), background_at(empty.height / 2, empty.height)), 2);
}

TEST_F(SceneGl, an_overlap_has_the_same_colour_however_deep_another_is) {
  std::array<Rgb, 2> seen;
  for (const bool deep : {false, true}) {
    // 0.2 mm deep everywhere, or with a spike of 3 mm on the right.
    TriangleMesh lower = shapes::fine_box({-12, -12, -5}, {12, 12, 0.2}, 1);
    for (Eigen::Vector3d& vertex : lower.vertices) {
      if (deep && (vertex - Eigen::Vector3d(8, 0, 0.2)).norm() < 1e-9) vertex.z() = 3;
    }
    AppState state = state_of(testing::case_of(shapes::fine_box({-12, -12, 0}, {12, 12, 5}, 1), lower));
    state.view.upper.shown = false;
    const Camera camera = camera_of(state, StandardView::lower_occlusal);
    const Eigen::Vector2d pixel = pixel_of(camera, {size.width_px, size.height_px}, {-6, 0, 0.2});
    seen[deep ? 1 : 0] = draw(state, camera).at(static_cast<int>(pixel.x()), static_cast<int>(pixel.y()));
  }
  EXPECT_LE(difference(seen[0], seen[1]), 3);
}

TEST_F(SceneGl, what_import_added_is_not_drawn_and_hides_nothing) {
  AppState state = state_of(small_case());
  state.view.upper.painted = state.view.lower.painted = false;
  // Deep in each other, where the bases would cover teeth.
  state.document.upper_from_lower = shifted(state.document.upper_from_lower, {0, 0, 9});
  const Picker picker(state.loaded);
  for (const StandardView view : {StandardView::frontal, StandardView::left}) {
    const Camera camera = camera_of(state, view);
    const Picture picture = draw(state, camera);
    const auto is_scanned = [&](int x, int y) {
      const auto ray = pick_ray_through(camera, {size.width_px, size.height_px}, {x + 0.5, y + 0.5});
      return picker
          .pick({.origin = ray.origin(), .direction = ray.direction()}, state.document.upper_from_lower,
                state.live->map())
          .has_value();
    };
    std::size_t teeth = 0, empty = 0;
    for (int y = 2; y < size.height_px - 2; y += 4) {
      for (int x = 2; x < size.width_px - 2; x += 4) {
        const bool scanned = is_scanned(x, y);
        bool at_outline = false;
        for (const auto& [dx, dy] :
             {std::pair{-3, 0}, {3, 0}, {0, -3}, {0, 3}, {-2, -2}, {2, -2}, {-2, 2}, {2, 2}})
          at_outline = at_outline || is_scanned(x + dx, y + dy) != scanned;
        if (at_outline) continue;
        const double apart = difference(picture.at(x, y), background_at(y, picture.height));
        if (scanned) {
          EXPECT_GT(apart, 4) << x << ", " << y;
        } else {
          EXPECT_LE(apart, 2) << x << ", " << y;
        }
        ++(scanned ? teeth : empty);
      }
    }
    EXPECT_GT(teeth, 100U);
    EXPECT_GT(empty, 100U);
  }
}

TEST_F(SceneGl, the_upper_is_above_the_lower_and_a_hidden_jaw_is_not_there) {
  AppState state = state_of(plates(1));
  const Camera camera = camera_of(state, StandardView::frontal);
  const PictureSize picture_size{size.width_px, size.height_px};
  const Eigen::Vector2d upper = pixel_of(camera, picture_size, {0, -12, 4}),
                        lower = pixel_of(camera, picture_size, {0, -12, -3});
  EXPECT_LT(upper.y(), lower.y());
  const auto is_background = [&](const Picture& picture, const Eigen::Vector2d& at) {
    const int x = static_cast<int>(at.x()), y = static_cast<int>(at.y());
    return difference(picture.at(x, y), background_at(y, picture.height)) <= 2;
  };
  const Picture both = draw(state, camera);
  EXPECT_FALSE(is_background(both, upper));
  EXPECT_FALSE(is_background(both, lower));
  state.view.upper.shown = false;
  const Picture without = draw(state, camera);
  EXPECT_TRUE(is_background(without, upper));
  EXPECT_FALSE(is_background(without, lower));
}

TEST_F(SceneGl, paint_has_the_colour_of_the_scale_times_the_light) {
  // The light on a plate seen at right angles is one factor f for all channels; 95 % of the colour is paint,
  // the rest what is there without it: seen² = 0.05 bare² + 0.95 f scale².
  for (const double gap_mm : {0.02, 0.3, 0.8, -0.2}) {
    AppState state = state_of(plates(gap_mm));
    for (const bool upper : {true, false}) {
      state.view.upper.shown = upper;
      state.view.lower.shown = !upper;
      const Camera camera =
          camera_of(state, upper ? StandardView::upper_occlusal : StandardView::lower_occlusal);
      state.view.upper.painted = state.view.lower.painted = true;
      const Rgb seen = draw(state, camera).at(150, 100);
      state.view.upper.painted = state.view.lower.painted = false;
      const Rgb bare = draw(state, camera).at(150, 100);
      const Rgb scale = scale_for(Palette::classic, std::max(0.0, -gap_mm)).colour(gap_mm);
      const auto light = [&](std::uint8_t s, std::uint8_t b, std::uint8_t c) {
        return (square(s) - 0.05 * square(b)) / (0.95 * square(c));
      };
      const double f = std::max(scale.green, scale.red) == scale.green
                           ? light(seen.green, bare.green, scale.green)
                           : light(seen.red, bare.red, scale.red);
      EXPECT_GT(f, 0.85);
      EXPECT_LT(f, 1.15);
      const auto expected = [&](std::uint8_t b, std::uint8_t c) {
        return 255 * std::sqrt(0.05 * square(b) + 0.95 * f * square(c));
      };
      // Two roundings to eight bits, one of the table's steps, and f from a rounded value.
      EXPECT_NEAR(seen.red, expected(bare.red, scale.red), 4) << gap_mm << upper;
      EXPECT_NEAR(seen.green, expected(bare.green, scale.green), 4) << gap_mm << upper;
      EXPECT_NEAR(seen.blue, expected(bare.blue, scale.blue), 4) << gap_mm << upper;
    }
  }
}

TEST_F(SceneGl, paint_is_on_the_surface_that_was_measured_alone) {
  AppState state = state_of(plates(0.3));
  state.view.lower.shown = false;
  Camera camera = camera_of(state, StandardView::lower_occlusal);  // the upper from above: its far side
  const Picture painted = draw(state, camera);
  state.view.upper.painted = false;
  EXPECT_EQ(painted.pixels, draw(state, camera).pixels);
}

TEST_F(SceneGl, gaps_beyond_the_scale_leave_teeth_as_teeth) {
  AppState state = state_of(plates(2.5));
  state.view.upper.shown = false;
  const Camera camera = camera_of(state, StandardView::lower_occlusal);
  const Picture painted = draw(state, camera);
  state.view.lower.painted = false;
  EXPECT_EQ(painted.pixels, draw(state, camera).pixels);
}

TEST_F(SceneGl, the_threshold_has_a_line_where_the_gap_passes_it) {
  // A ball over a plate: gap = 0.05 + r² / (2 R), so that the threshold of 0.1 is at r = √(2 · 20 · 0.05)
  // = 1.41 mm.
  AppState state = state_of(testing::case_of(shapes::sphere({0, 0, 20.05}, 20, 200),
                                             shapes::fine_box({-12, -12, -5}, {12, 12, 0}, 1)));
  state.view.upper.shown = false;
  state.view.contours = true;
  Camera camera = camera_of(state, StandardView::lower_occlusal);
  camera.height_mm = 12;
  camera.target = {0, 0, 0};
  const Picture picture = draw(state, camera, {600, 400});
  const double px_per_mm = 400 / camera.height_mm;
  int darkest = 255, darkest_at = 0;
  for (int x = 300; x < 300 + 80; ++x) {
    const Rgb colour = picture.at(x, 200);
    if (colour.green < darkest) darkest = colour.green, darkest_at = x;
  }
  EXPECT_LT(darkest, 90);
  EXPECT_NEAR((darkest_at + 0.5 - 300) / px_per_mm, std::sqrt(2 * 20 * 0.05),
              0.06);  // two pixels of the picture
}

namespace {

//! A ball of 2 mm, 0.05 mm over a plate: by distance d, contact reaches to √((2 + d)² − 2.05²), by clearance not so far.
struct BallAndPlate {
  static constexpr double radius_mm = 2, gap_mm = 0.05;
  static double reach_mm(Measure measure, double value_mm) {
    return measure == Measure::surface_distance
               ? std::sqrt(std::pow(radius_mm + value_mm, 2) - std::pow(radius_mm + gap_mm, 2))
               : std::sqrt(radius_mm * radius_mm - std::pow(radius_mm + gap_mm - value_mm, 2));
  }
};

//! The plate from above, 100 pixels to a millimetre.
Camera over_plate(const AppState& state) {
  Camera camera = camera_of(state, StandardView::lower_occlusal);
  camera.height_mm = 4;
  camera.target = {0, 0, 0};
  return camera;
}

}  // namespace

TEST_F(SceneGl, the_line_of_the_threshold_is_that_of_the_measure_that_is_counted) {
  AppState state = state_of(testing::case_of(
      shapes::sphere({0, 0, BallAndPlate::radius_mm + BallAndPlate::gap_mm}, BallAndPlate::radius_mm, 200),
      shapes::fine_box({-12, -12, -5}, {12, 12, 0}, 1)));
  state.view.upper.shown = false;
  state.view.contours = true;
  state.document.threshold_mm = 0.4;
  (void)state.live->read(state.document.upper_from_lower, state.document.threshold_mm);
  ASSERT_GT(BallAndPlate::reach_mm(Measure::surface_distance, 0.4),
            BallAndPlate::reach_mm(Measure::clearance, 0.4) + 0.1);
  for (const Measure measure : {Measure::surface_distance, Measure::clearance}) {
    state.document.measure = measure;
    const Picture picture = draw(state, over_plate(state), {400, 400});
    int darkest_at = 290;
    for (int x = 290; x < 360; ++x)
      if (picture.at(x, 200).green < picture.at(darkest_at, 200).green) darkest_at = x;
    EXPECT_NEAR((darkest_at + 0.5 - 200) / 100, BallAndPlate::reach_mm(measure, 0.4), 0.03);

    const PixelGrid& grid = state.live->map().view.grid;
    PaintValues values;
    values.follow(state, state.live);
    const std::vector<Texel> texels =
        map_texels(state.live->map(), values.mm(),
                   {.paint = state.view.paint_scale(0.4), .contours = true, .texels = 3});
    const int row = static_cast<int>(-grid.v0_mm / grid.pixel_mm);
    const auto texel = [&](double u) {
      const int column = static_cast<int>((u - grid.u0_mm) / grid.pixel_mm * 3);
      return texels[static_cast<std::size_t>(3 * row + 1) * 3 * grid.width + column];
    };
    double darkest_mm = 0.9;
    for (double u = 0.9; u < 1.6; u += grid.pixel_mm / 6)
      if (texel(u)[1] < texel(darkest_mm)[1]) darkest_mm = u;
    EXPECT_NEAR(darkest_mm, BallAndPlate::reach_mm(measure, 0.4), grid.pixel_mm) << "in the map";
  }
}

TEST_F(SceneGl, foil_paints_what_is_in_contact_in_one_colour_and_nothing_else) {
  AppState state = state_of(testing::case_of(
      shapes::sphere({0, 0, BallAndPlate::radius_mm + BallAndPlate::gap_mm}, BallAndPlate::radius_mm, 200),
      shapes::fine_box({-12, -12, -5}, {12, 12, 0}, 1)));
  state.view.upper.shown = false;
  state.view.contours = true;
  state.view.paint = Paint::foil;
  state.view.lower.painted = false;
  const Picture bare = draw(state, over_plate(state), {400, 400});
  state.view.lower.painted = true;
  for (const double threshold_mm : {0.1, 0.2}) {
    state.document.threshold_mm = threshold_mm;
    (void)state.live->read(state.document.upper_from_lower, threshold_mm);
    const Picture picture = draw(state, over_plate(state), {400, 400});
    const double reach_px = 100 * BallAndPlate::reach_mm(Measure::surface_distance, threshold_mm);
    const Rgb foil = foil_colour(threshold_mm);
    const auto in_foil = [&](Rgb seen) {
      return foil.red > foil.blue ? seen.red > seen.blue + 60 : seen.blue > seen.red + 60;
    };
    for (int x = 200; x < 390; ++x) {
      const double from_edge_px = x + 0.5 - 200 - reach_px;
      if (from_edge_px < -4) {
        EXPECT_TRUE(in_foil(picture.at(x, 200))) << x;
      }
      if (from_edge_px > 12) {  // a pixel of the map
        EXPECT_EQ(picture.at(x, 200), bare.at(x, 200)) << x;
      }
    }
  }
}

TEST_F(SceneGl, scans_are_shown_in_their_own_colours_or_as_stone) {
  const std::shared_ptr<const LoadedCase> plain = plates(1);
  auto coloured = std::make_shared<LoadedCase>(*plain);
  const std::vector<Eigen::Vector3d>& vertices = coloured->bite.lower->mesh.vertices;
  for (const Eigen::Vector3d& vertex : vertices)  // none on the right, where x is negative
    coloured->lower_colours.push_back(vertex.x() < 0 ? VertexColour{} : VertexColour{40, 60, 220, 255});
  AppState state = state_of(coloured);
  state.view.upper.shown = state.view.lower.painted = false;
  const Camera camera = camera_of(state, StandardView::lower_occlusal);
  const auto at = [&](const Picture& picture, double x) {
    const Eigen::Vector2d pixel = pixel_of(camera, {size.width_px, size.height_px}, {x, 0, 0});
    return picture.at(static_cast<int>(pixel.x()), static_cast<int>(pixel.y()));
  };
  const Picture shown = draw(state, camera);
  state.view.scan_colours = false;
  const Picture stone = draw(state, camera);
  state.view.scan_colours = true;
  EXPECT_EQ(draw(state, camera).pixels, shown.pixels);
  EXPECT_GT(at(shown, 8).blue, at(shown, 8).red + 100);
  EXPECT_LT(at(stone, 8).blue, at(stone, 8).red);
  EXPECT_EQ(at(shown, -8), at(stone, -8));
}

TEST_F(SceneGl, depth_paints_overlap_alone) {
  for (const double gap_mm : {0.02, -0.2}) {
    AppState state = state_of(plates(gap_mm));
    state.view.upper.shown = false;
    const Camera camera = camera_of(state, StandardView::lower_occlusal);
    const Rgb by_distance = draw(state, camera).at(150, 100);
    state.view.paint = Paint::depth;
    const Rgb seen = draw(state, camera).at(150, 100);
    state.view.lower.painted = false;
    const Rgb bare = draw(state, camera).at(150, 100);
    EXPECT_EQ(seen, gap_mm < 0 ? by_distance : bare);
    EXPECT_NE(by_distance, bare);
  }
}

TEST_F(SceneGl, a_section_takes_the_front_away_and_shows_what_it_cuts) {
  AppState state =
      state_of(testing::case_of(shapes::sphere({0, 0, 11}, 10, 60), shapes::sphere({0, 0, -11}, 10, 60)));
  SectionPlane plane;
  // Looked at from the front, as a frontal section is: x to the left, y down, z away from the viewer.
  plane.case_from_plane.linear() << Eigen::Vector3d::UnitX(), -Eigen::Vector3d::UnitZ(),
      Eigen::Vector3d::UnitY();
  state.view.section = plane;
  state.view.section_cuts = true;
  const Camera camera = camera_of(state, StandardView::frontal);
  const PictureSize picture_size{size.width_px, size.height_px};
  const Eigen::Vector2d in_lower = pixel_of(camera, picture_size, {2, 0, -11});
  const auto seen = [&] {
    return draw(state, camera).at(static_cast<int>(in_lower.x()), static_cast<int>(in_lower.y()));
  };
  const Rgb cut_face = seen();
  // Hatching takes up to 16 % of the flat colour.
  EXPECT_LE(cut_face.red, looks::lower_section.red + 1);
  EXPECT_GE(cut_face.red, 0.84 * looks::lower_section.red - 1);
  EXPECT_NEAR(static_cast<double>(cut_face.blue) / cut_face.red,
              static_cast<double>(looks::lower_section.blue) / looks::lower_section.red, 0.02);
  state.view.section_cuts = false;
  const Rgb whole = seen();
  EXPECT_GT(whole.blue, 1.4 * cut_face.blue);
}

TEST_F(SceneGl, a_transparent_jaw_lies_over_what_is_behind_it_once) {
  // Two walls one behind the other: of a transparent jaw only the first surface is drawn.
  const TriangleMesh walls = testing::together(
      {shapes::fine_box({-12, -12, 1}, {12, -8, 6}, 1), shapes::fine_box({-12, 8, 1}, {12, 12, 6}, 1)});
  AppState state = state_of(testing::case_of(walls, shapes::fine_box({-12, -12, -5}, {12, 12, 0}, 1)));
  state.view.lower.shown = false;
  const Camera camera = camera_of(state, StandardView::frontal);
  const PictureSize picture_size{size.width_px, size.height_px};
  const Eigen::Vector2d at = pixel_of(camera, picture_size, {3, -12, 4});
  const auto seen = [&] {
    return draw(state, camera).at(static_cast<int>(at.x()), static_cast<int>(at.y()));
  };
  const Rgb solid = seen();
  state.view.upper.transparent = true;
  const Rgb through = seen();
  const Rgb expected = blend(background_at(static_cast<int>(at.y()), size.height_px), solid, 0.38);
  EXPECT_LE(difference(through, expected), 3);
}

TEST_F(SceneGl, the_compass_paints_balancing_contacts_first_and_centric_ones_apart) {
  AppState state = state_of(plates(1));
  state.view.upper.shown = false;
  Playback playback;
  std::array<float, contact_kinds> times{};
  times[static_cast<std::size_t>(ContactKind::protrusion)] = 5;
  times[static_cast<std::size_t>(ContactKind::balancing)] = 0.1F;  // shorter, and shown all the same
  const TriangleMesh& mesh = state.loaded->bite.lower->mesh;
  SurfaceRecord& record = playback.lower;
  record.contact_s.assign(mesh.vertices.size(), times);
  record.out_s = record.contact_s;
  struct Painter : Tool {
    std::shared_ptr<const SurfacePaint> shown;
    std::shared_ptr<const SurfacePaint> paint(const AppState&) const override { return shown; }
  } painter;
  const std::array<const Tool*, 1> tools = {&painter};
  state.tools = tools;
  painter.shown = compass_of(playback, state.loaded->bite);
  const Camera camera = camera_of(state, StandardView::lower_occlusal);
  const Rgb seen = draw(state, camera).at(150, 100);
  const Rgb colour = compass_colour(ContactKind::balancing);  // no red in it: what is there is shine
  EXPECT_LT(seen.red, 60);
  EXPECT_NEAR(static_cast<double>(seen.blue) / seen.green, static_cast<double>(colour.blue) / colour.green,
              0.06);

  // In centric alone on the patient's right, never in contact on the left.
  record.out_s.assign(mesh.vertices.size(), {});
  for (std::size_t v = 0; v < mesh.vertices.size(); ++v)
    if (mesh.vertices[v].x() > 0) record.contact_s[v] = {};
  painter.shown = compass_of(playback, state.loaded->bite);
  const Picture picture = draw(state, camera);
  const auto at = [&](double x) {
    const Eigen::Vector2d pixel = pixel_of(camera, {size.width_px, size.height_px}, {x, 2, 0});
    return picture.at(static_cast<int>(pixel.x()), static_cast<int>(pixel.y()));
  };
  EXPECT_GT(at(-6).red, 2 * at(-6).blue) << "the orange of centric contacts";
  EXPECT_LT(difference(at(6), {at(6).red, at(6).red, at(6).red}), 60) << "enamel";
  // The rim fades over the next faces.
  EXPECT_GT(at(0.6).blue, at(-6).blue + 20);
  EXPECT_LT(at(0.6).blue, at(6).blue - 20);
}

TEST_F(SceneGl, the_map_shows_nothing_that_import_added) {
  const AppState state = state_of(small_case());
  renderer_->follow(state);
  const View& view = state.live->map().view;
  const Solid& lower = *state.loaded->bite.lower;
  ASSERT_LT(lower.anatomy_faces, lower.mesh.faces.size()) << "closed by import";
  const std::vector<char> scanned = scanned_pixels(lower, view.view_from_case, view.grid);
  const int k = 3;
  std::vector<std::array<std::uint8_t, 4>> texels(view.grid.size() * k * k);
  glGetTextureImage(renderer_->map_texture(), 0, GL_RGBA, GL_UNSIGNED_BYTE,
                    static_cast<GLsizei>(4 * texels.size()), texels.data());
  int added = 0, shown = 0;
  for (int row = 0; row < view.grid.height; ++row) {
    for (int column = 0; column < view.grid.width; ++column) {
      const std::size_t i = view.grid.index(column, row);
      if (state.live->map().coverage[i] != Coverage::lower_only) continue;
      const auto& texel = texels[(static_cast<std::size_t>(row) * k + 1) * view.grid.width * k +
                                 static_cast<std::size_t>(column) * k + 1];
      EXPECT_EQ(texel[3] != 0, scanned[i] != 0) << column << " " << row;
      (scanned[i] != 0 ? shown : added) += 1;
    }
  }
  EXPECT_GT(added, 100);
  EXPECT_GT(shown, 100);
}

TEST(Looks, what_is_lower_only_in_the_map_is_not_taken_for_gum) {
  const Rgb beside = ColourScale{}.lower_only();
  for (const Rgb gum : {looks::upper_materials.gum.colour, looks::lower_materials.gum.colour}) {
    EXPECT_GT(gum.red, gum.blue + 40);
    EXPECT_GT(beside.blue, beside.red);
  }
}

TEST_F(SceneGl, still_pictures_get_better_until_they_are_done) {
  AppState state = state_of(plates(1));
  renderer_->follow(state);
  Camera camera = camera_of(state, StandardView::frontal);
  EXPECT_TRUE(
      renderer_->draw(camera, size, SceneRenderer::Effort::quick));  // a still picture would be better
  int calls = 1;
  while (renderer_->draw(camera, size, SceneRenderer::Effort::best)) ++calls;
  EXPECT_EQ(calls, 5);  // one, then two at a time
  EXPECT_EQ(renderer_->work().passes, 8);
  renderer_->follow(state);
  EXPECT_FALSE(renderer_->draw(camera, size, SceneRenderer::Effort::best));  // nothing is new
  EXPECT_EQ(renderer_->work().passes, 8);
  while (renderer_->draw(camera, size, SceneRenderer::Effort::fine)) ++calls;
  EXPECT_EQ(calls, 7);
  EXPECT_EQ(renderer_->work().passes, 4);
  camera.height_mm *= 1.1;
  EXPECT_TRUE(renderer_->draw(camera, size, SceneRenderer::Effort::best));
  EXPECT_EQ(renderer_->work().passes, 1);
}

TEST_F(SceneGl, a_picture_drawn_in_parts_is_the_picture_drawn_at_once) {
  AppState state = state_of(plates(0.05));
  const Camera camera = camera_of(state, StandardView::right);
  const auto picture_by = [&](SceneRenderer& renderer, int& calls) {
    renderer.follow(state);
    for (calls = 1; renderer.draw(camera, size, SceneRenderer::Effort::fine); ++calls) {
    }
    std::vector<std::uint8_t> pixels(std::size_t{4} * size.width_px * size.height_px);
    glGetTextureImage(renderer.texture(), 0, GL_RGBA, GL_UNSIGNED_BYTE, static_cast<GLsizei>(pixels.size()),
                      pixels.data());
    return pixels;
  };
  const std::size_t faces = state.loaded->bite.upper->anatomy_faces + state.loaded->bite.lower->anatomy_faces;
  const std::size_t faces_a_call = faces / 3 + 1;
  SceneRenderer in_parts(faces_a_call);
  int calls_at_once = 0, calls_in_parts = 0;
  EXPECT_EQ(picture_by(*renderer_, calls_at_once), picture_by(in_parts, calls_in_parts));
  EXPECT_EQ(calls_at_once, 3);
  EXPECT_EQ(calls_in_parts, 1 + 4 * 3) << "reduced meshes, then three calls for each of four passes";
}

TEST_F(SceneGl, jaws_are_shown_before_their_case_is_open) {
  AppState state;
  state.machine = intercusp::testing::bare_machine();
  auto read = std::make_shared<ReadJaws>();
  const auto loaded = small_case();
  read->bite = loaded->bite;
  read->axes = loaded->anatomy.axes;
  const Camera camera = fitted(read->bite, Eigen::Isometry3d::Identity(),
                               rotation_of(StandardView::frontal, *read->axes), true, true, {});
  const Picture nothing = draw(state, camera);
  state.read = read;
  const Picture jaws = draw(state, camera);
  int changed = 0;
  for (int y = 0; y < size.height_px; ++y)
    for (int x = 0; x < size.width_px; ++x) changed += jaws.at(x, y) == nothing.at(x, y) ? 0 : 1;
  EXPECT_GT(changed, size.width_px * size.height_px / 10);
  AppState open = state_of(loaded);
  open.view.upper.painted = open.view.lower.painted = false;
  EXPECT_EQ(draw(open, camera).pixels, jaws.pixels) << "they stand where the case shows them";
}

TEST_F(SceneGl, drawing_leaves_the_callers_framebuffer_bound) {
  AppState state = state_of(plates(1));
  const gl::Texture colour(GL_RGBA8, 8, 8);
  const gl::Framebuffer callers({&colour});
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, callers.get());
  glViewport(0, 0, 8, 8);
  (void)draw(state, camera_of(state, StandardView::frontal));
  (void)view_picture(*renderer_, state, PictureOf::map, size);
  GLint bound = 0;
  std::array<GLint, 4> viewport{};
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &bound);
  glGetIntegerv(GL_VIEWPORT, viewport.data());
  EXPECT_EQ(static_cast<GLuint>(bound), callers.get());
  EXPECT_EQ(viewport[2], 8);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
}

TEST_F(SceneGl, pictures_have_the_size_asked_for_and_bear_writing) {
  AppState state = state_of(plates(0.05));
  state.view.camera = camera_of(state, StandardView::frontal);
  for (const PictureOf what : {PictureOf::scene, PictureOf::map, PictureOf::section}) {
    if (what == PictureOf::section)
      state.view.section = section_through(*state.loaded, SectionKind::frontal, {0, 0, 0});
    const Picture picture = view_picture(*renderer_, state, what, {640, 480});
    ASSERT_EQ(picture.width, 640);
    ASSERT_EQ(picture.height, 480);
    int ink = 0;  // lighter than the dark background, in the corner with the view's name
    for (int y = 0; y < 40; ++y) {
      for (int x = 0; x < 150; ++x) ink += picture.at(x, y).red > 120 ? 1 : 0;
    }
    EXPECT_GT(ink, 30);
  }
  EXPECT_THROW((void)view_picture(*renderer_, state, PictureOf::scene, {1 << 20, 10}), std::length_error);
  EXPECT_THROW((void)view_picture(*renderer_, state, PictureOf::scene, {0, 10}), std::length_error);
}

TEST_F(SceneGl, pictures_bear_the_name_of_the_case) {
  AppState state = state_of(plates(0.05));
  state.view.camera = camera_of(state, StandardView::frontal);
  state.view.section = section_through(*state.loaded, SectionKind::frontal, {0, 0, 0});
  for (const PictureOf what : {PictureOf::scene, PictureOf::map, PictureOf::section}) {
    state.notes = {};
    const Picture without = view_picture(*renderer_, state, what, {640, 480});
    state.notes = {"A name", "2026-11-23", "notes"};
    EXPECT_NE(view_picture(*renderer_, state, what, {640, 480}).pixels, without.pixels);
  }
}

TEST_F(SceneGl, a_section_fills_both_jaws_and_their_overlap) {
  const double r = 10, deep = 0.6;
  AppState state = state_of(testing::case_of(shapes::sphere({0, 0, r - deep / 2}, r, 100),
                                             shapes::sphere({0, 0, deep / 2 - r}, r, 100)));
  state.view.section = section_through(*state.loaded, SectionKind::frontal, {0, 0, 0});
  for (const bool dark : {true, false}) {
    state.settings.dark = dark;
    const SceneSize picture_size{720, 540};
    const Picture picture = view_picture(*renderer_, state, PictureOf::section, picture_size);
    int red = 0, blue = 0, brown = 0;
    for (const Rgb& pixel : picture.pixels) {
      red += pixel.red > 200 && pixel.green < 90 && pixel.blue < 90;
      blue += pixel.blue > pixel.red + 25;
      brown += pixel.red > pixel.blue + 25 && pixel.green > 90;
    }
    const CrossSection section =
        section_of(*state.loaded, Eigen::Isometry3d::Identity(), *state.view.section);
    int foot = 0;  // of one colour at its edge
    while (picture.at(0, 539 - foot) == picture.at(0, 539)) ++foot;
    const ViewBox box{.width = 720, .height = 540 - static_cast<float>(foot), .font_px = 12};
    const double px_per_mm = fitting(window_of(section), box).pixels_per_mm, apart = 2 * r - deep;
    const double lens =
        2 * r * r * std::acos(apart / (2 * r)) - apart / 2 * std::sqrt(4 * r * r - apart * apart);
    EXPECT_NEAR(red, lens * px_per_mm * px_per_mm, 0.3 * lens * px_per_mm * px_per_mm)
        << "outlines are over it";
    // Of the window, each takes about 7 mm by its width or the circle's.
    EXPECT_GT(blue, 70 * px_per_mm * px_per_mm);
    EXPECT_GT(brown, 70 * px_per_mm * px_per_mm);
  }
}

namespace {

//! A generated dentition as two scans, read the way of every case.
std::shared_ptr<const LoadedCase> drawn_dentition() {
  const testing::TemporaryFolder folder;
  const Dentition made = make_dentition({.triangles = 20000, .seed = 1});
  write_ply(folder.path() / "upper.ply", made.upper.mesh, made.upper.labels);
  write_ply(folder.path() / "lower.ply", made.lower.mesh, made.lower.labels);
  return load_case(
      {.upper = (folder.path() / "upper.ply").string(), .lower = (folder.path() / "lower.ply").string()});
}

}  // namespace

TEST_F(SceneGl, a_generated_dentition_looks_as_it_did) {
  if (!context_.is_software()) GTEST_SKIP() << "the golden pictures were drawn by software";
  AppState state = state_of(drawn_dentition());
  state.view.contours = true;
  constexpr SceneSize golden_size{640, 480};
  const auto camera = [&](StandardView view) {
    return testing::standard_camera(*state.loaded, state.document.upper_from_lower, view, 640.0 / 480);
  };
  expect_golden(draw(state, camera(StandardView::frontal), golden_size), "dentition_frontal");
  state.view.upper.shown = false;
  expect_golden(draw(state, camera(StandardView::lower_occlusal), golden_size), "dentition_lower_occlusal");
  state.view.upper.shown = true;
  state.settings.dark = false;
  state.view.palette = Palette::colour_blind_safe;
  state.view.section_cuts = true;
  state.view.section = section_through(*state.loaded, SectionKind::sagittal,
                                       camera(StandardView::left).target + 18 * state.loaded->axes().left);
  expect_golden(draw(state, camera(StandardView::right), golden_size), "dentition_section");
}

}  // namespace intercusp::viewer
