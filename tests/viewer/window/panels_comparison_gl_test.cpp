// An earlier scan on the screen: drawn over the jaw, outlined in the section, and clicked on.

#include <algorithm>

#include "tests/support/scan_changes.h"
#include "tests/viewer/window/drawn_letters.h"
#include "tests/viewer/window/panels.h"
#include "viewer/tools/comparison/tool.h"

namespace intercusp::viewer {
namespace {

//! The open upper jaw is the earlier one with gum that has receded since.
class ComparisonGl : public PanelsGl {
 protected:
  void SetUp() override {
    open_dentition(8000);
    LabelledMesh earlier = intercusp::testing::made_dentition(8000).upper;
    grow_gum(earlier, 0.25);
    move(earlier, pose_);
    write_ply(folder_ / "earlier.ply", earlier.mesh, earlier.labels);
    app_.widgets().panel = PanelKind::the_case;
    add_earlier_scans(app_.state(), app_.actions(), {(folder_ / "earlier.ply").string()});
    app_.actions().finish_work();
    ASSERT_TRUE(is_determined(shown_change(app_.state())));
    lay_out();
  }
  [[nodiscard]] auto green_pixels() const {
    return std::ranges::count_if(picture_.pixels, [](const Rgb& pixel) {
      return pixel.green > pixel.red + 25 && pixel.green > pixel.blue + 15;
    });
  }
  //! The place of a tooth that lies nearest to the viewer of the occlusal surface.
  [[nodiscard]] Eigen::Vector3d tip_of(int fdi) {
    const Solid& jaw = *app_.state().loaded->bite.upper;
    Eigen::Vector3d tip(0, 0, 1e9);
    for (std::size_t v = 0; v < jaw.labels.size(); ++v)
      if (jaw.labels[v] == fdi && jaw.mesh.vertices[v].z() < tip.z()) tip = jaw.mesh.vertices[v];
    return tip;
  }

  Eigen::Isometry3d pose_ = intercusp::random_pose(3);  //!< earlier_from_open
};

TEST_F(ComparisonGl, is_drawn_over_the_jaw_as_opaque_as_the_user_wants) {
  app_.actions().views.look(StandardView::upper_occlusal);
  draw();
  const auto hidden = green_pixels();
  set_earlier_opacity(app_.actions(), 0.5);
  draw();
  const auto half = green_pixels();
  set_earlier_opacity(app_.actions(), 1);
  draw();
  const auto opaque = green_pixels();
  EXPECT_GT(half, hidden + 500);
  EXPECT_GT(opaque, half);
  set_earlier_opacity(app_.actions(), 0);
  draw();
  EXPECT_EQ(green_pixels(), hidden);
}

TEST_F(ComparisonGl, sections_tell_how_far_it_is_from_the_jaw_under_the_mouse) {
  app_.actions().views.set_section(SectionKind::sagittal, tip_of(16));
  app_.widgets().second = SecondView::section;
  lay_out();
  const CrossSection& section = app_.widgets().last_section.section;
  ASSERT_FALSE(section.extra.empty());
  const auto shown = std::ranges::find_if(section.upper, [&](const SectionLine& line) {
    return line.anatomy && app_.widgets().last_section.window.contains(line.from);
  });
  ASSERT_NE(shown, section.upper.end());
  mouse(section_pixel(shown->from), false);
  frame();
  EXPECT_NE(intercusp::testing::drawn_letters().find("inthisplane"), std::string::npos);
  mouse(section_pixel(shown->from) + Eigen::Vector2d(0, 500), false);
  frame();
  EXPECT_EQ(intercusp::testing::drawn_letters().find("inthisplane"), std::string::npos);
}

TEST_F(ComparisonGl, places_are_clicked_on_both_scans) {
  app_.actions().finish_work();
  begin_marking(app_.state(), app_.actions());
  lay_out();
  for (const int fdi : {16, 11, 26}) {
    click(tip_of(fdi));
    const ComparisonWork& work = app_.state().parts.get<ComparisonWork>();
    ASSERT_TRUE(work.marking);
    ASSERT_EQ(work.marking->on_open.size(), work.marking->on_earlier.size() + 1) << fdi;
    EXPECT_LT((work.marking->on_open.back() - tip_of(fdi)).norm(), 1);
    click(work.marking->case_from_earlier * (pose_ * tip_of(fdi)));
    ASSERT_EQ(work.marking->on_open.size(), work.marking->on_earlier.size()) << fdi;
    EXPECT_LT((work.marking->on_earlier.back() - pose_ * tip_of(fdi)).norm(), 1.5);
  }
  compare_from_marks(app_.state(), app_.actions());
  app_.actions().finish_work();
  ASSERT_TRUE(is_determined(shown_change(app_.state())));
  EXPECT_EQ(shown_change(app_.state())->found().registration.start, StartMethod::given);
}

}  // namespace
}  // namespace intercusp::viewer
