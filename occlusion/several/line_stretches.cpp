#include "occlusion/several/line_stretches.h"

#include "occlusion/base/for_all.h"
#include "occlusion/engines/zlist/interval_lists.h"
#include "occlusion/maps/clearance_map.h"

namespace intercusp {

LineStretches::LineStretches(const SightedSolid& solid, const View& view) : first_(1, 0) {
  first_.reserve(view.grid.size() + 1);
  if (solid.body) {
    from_formula(*solid.body, view);
  } else if (solid.rays) {
    from_rays(*solid.rays, view);
  } else {
    from_layers(*solid.layers, view);
  }
}

void LineStretches::from_formula(const AnalyticBody& body, const View& view) {
  const Eigen::Vector3d direction = view.direction();
  std::vector<std::vector<DepthRange>> ranges(view.grid.size());
  for_all(0, view.grid.height, [&](int row) {
    for (int column = 0; column < view.grid.width; ++column)
      ranges[view.grid.index(column, row)] = ranges_inside(body, view.case_point(column, row, 0), direction);
  });
  for (const std::vector<DepthRange>& of_pixel : ranges) {
    for (const DepthRange& range : of_pixel) stretches_.push_back({range.start, range.end, no_face, no_face});
    first_.push_back(static_cast<std::uint32_t>(stretches_.size()));
  }
}

void LineStretches::from_layers(const PreparedSolid& prepared, const View& view) {
  const double origin = (view.view_from_case * prepared.box.centre()).z();  // layers are in single precision
  zlist::PosedMesh posed(*prepared.clusters);
  posed.place(Eigen::Isometry3d::Identity(), view, origin);
  zlist::IntervalLists lists;
  lists.make(posed);
  for (int band = 0; band < posed.band_count(); ++band) {
    for (std::size_t pixel = 0; pixel < posed.pixels(band); ++pixel) {
      for (const zlist::DepthInterval& interval : lists.at(band, pixel))
        stretches_.push_back({origin + static_cast<double>(interval.start),
                              origin + static_cast<double>(interval.end), interval.start_face,
                              interval.end_face});
      first_.push_back(static_cast<std::uint32_t>(stretches_.size()));
    }
  }
}

void LineStretches::from_rays(const rays::SolidLines& lines, const View& view) {
  const Eigen::Isometry3d case_from_view = view.view_from_case.inverse(Eigen::Isometry);
  std::vector<rays::RowOfLines> rows(static_cast<std::size_t>(view.grid.height));
  for_all(0, view.grid.height, [&](int row) {
    rows[static_cast<std::size_t>(row)] = lines.read_row(case_from_view, view.grid, row);
  });
  for (const rays::RowOfLines& row : rows) {
    for (int column = 0; column < view.grid.width; ++column) {
      for (const rays::InsideInterval& interval : row.pixel(column))
        stretches_.push_back({interval.start, interval.end, interval.start_face, interval.end_face});
      first_.push_back(static_cast<std::uint32_t>(stretches_.size()));
    }
  }
}

}  // namespace intercusp
