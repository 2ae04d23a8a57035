#include "viewer/case/lone_scan.h"

#include <filesystem>
#include <utility>

#include "io/case/import_jaw.h"
#include "io/case/jaw_of_mesh.h"
#include "io/case/scan_names.h"

namespace intercusp::viewer {
namespace {

std::optional<AnatomicalAxes> axes_of(const FoundTeeth& teeth) {
  if (teeth.up.isZero() || teeth.front.isZero()) return std::nullopt;
  const Eigen::Vector3d superior = teeth.jaw == Jaw::upper ? Eigen::Vector3d(-teeth.up) : teeth.up;
  return AnatomicalAxes{superior, teeth.front, superior.cross(teeth.front)};
}

}  // namespace

std::string file_name_of(const LoneScan& scan) {
  const std::filesystem::path path(scan.source);
  return (path.has_filename() ? path : path.parent_path()).filename().string();
}

std::shared_ptr<const LoneScan> load_lone_scan(const std::string& source, const Progress& progress) {
  const std::optional<JawName> name = jaw_in_name(source);
  const std::optional<Jaw> named = name ? std::optional(name->jaw) : std::nullopt;
  const ImportOptions options{.teeth = TeethSource::files};  // they are sought below
  RawJaw read = read_jaw(source, named, options);
  report_progress(progress, 0.2);
  const FoundTeeth teeth = teeth_of_scan(read.mesh, named, part_of(progress, 0.2, 0.7));
  const bool is_arch = !teeth.teeth.empty();
  if (read.mesh.labels.empty() && is_arch) read.mesh.labels = teeth.labels;  // gum has another colour
  auto scan = std::make_shared<LoneScan>();
  scan->source = source;
  scan->jaw = named.value_or(teeth.jaw);
  scan->told_by = named     ? LoneScan::ToldBy::name
                  : is_arch ? LoneScan::ToldBy::shape
                            : LoneScan::ToldBy::nothing;
  scan->axes = axes_of(teeth);
  scan->solid = closed_jaw(std::move(read), source, scan->jaw, options).solid;
  report_progress(progress, 1);
  return scan;
}

}  // namespace intercusp::viewer
