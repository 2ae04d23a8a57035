#include "io/report/export_inspection.h"

#include <string>
#include <utility>
#include <vector>

#include "io/files/errors.h"
#include "io/files/products.h"
#include "io/files/write_atomically.h"
#include "io/picture/image_bytes.h"
#include "io/picture/jaw_picture.h"
#include "io/picture/map_picture.h"
#include "io/picture/posed_jaw.h"
#include "io/report/contacts_csv.h"
#include "io/report/export_validation.h"
#include "io/report/polylines_vtp.h"
#include "io/report/report_html.h"
#include "io/report/vtp_bytes.h"

namespace intercusp {
namespace {

std::vector<Product> pictures_of(const Inspection& inspection, const PaintedJaw& upper,
                                 const PaintedJaw& lower, const Provenance& provenance) {
  std::vector<Product> products;
  for (const JawView& view : jaw_views(inspection)) {
    products.push_back({view.name + ".png",
                        [&inspection, &upper, &lower, &provenance, view] {
                          return png_bytes(jaw_picture(inspection, upper, lower, view, provenance));
                        },
                        view.title + ", " + view.direction});
  }
  products.push_back({"map.png",
                      [&] { return png_bytes(map_picture(inspection, Palette::classic, provenance)); },
                      "Clearance map"});
  products.push_back(
      {"map_colourblind.png",
       [&] { return png_bytes(map_picture(inspection, Palette::colour_blind_safe, provenance)); },
       "Clearance map, colours for colour-blind readers"});
  return products;
}

//! What a map of the inspection shows.
std::string view_name(std::size_t map, const Inspection& inspection) {
  return inspection.arch ? inspection.arch->sectors[map].name : std::string("whole arch");
}

//! Those of validation_files.
void add_validation(std::vector<OutputFile>& files, std::vector<ReportPicture>& pictures,
                    const Validation& validation, const Inspection& inspection, const MeshReport& upper,
                    const MeshReport& lower) {
  std::size_t shown = 0;
  for (OutputFile& file : validation_files(validation, inspection, upper, lower)) {
    if (file.name.ends_with(".png")) {
      pictures.push_back(
          {"Error against the mean of a pixel's rays, " + view_name(shown++, inspection), file.bytes});
    }
    files.push_back(std::move(file));
  }
}

const VertexDistances* distances_of(const Inspection& inspection, bool upper) {
  if (!inspection.surface) return nullptr;
  return upper ? &inspection.surface->distances.upper : &inspection.surface->distances.lower;
}

std::string curves_vtp(const ExactInterference& exact, const Provenance& provenance) {
  return polylines_vtp(exact.curves, "curves along which the scanned surfaces of the two jaws cross",
                       provenance);
}

std::vector<OutputFile> files_of(const Inspection& inspection, const MeshReport& upper_report,
                                 const MeshReport& lower_report, double import_ms,
                                 const Validation* validation) {
  const PosedJaw upper_jaw = posed_upper(inspection.bite), lower_jaw = posed_lower(inspection.bite);
  const SurfaceClearance upper_clearance(inspection.map, upper_jaw),
      lower_clearance(inspection.map, lower_jaw);
  const PaintedJaw upper{upper_jaw, upper_clearance}, lower{lower_jaw, lower_clearance};

  const Provenance provenance = provenance_of(inspection, upper_report, lower_report);
  std::vector<Product> products = pictures_of(inspection, upper, lower, provenance);
  const std::size_t pictures = products.size();
  for (const PaintedJaw* const jaw : {&upper, &lower}) {
    products.push_back({jaw->jaw.upper ? "upper.vtp" : "lower.vtp",
                        [&inspection, &provenance, jaw] {
                          return vtp_bytes(jaw->jaw, clearance_at_vertices(jaw->clearance, jaw->jaw),
                                           distances_of(inspection, jaw->jaw.upper), provenance);
                        },
                        {}});
  }
  if (inspection.exact && !inspection.exact->curves.empty())
    products.push_back({"contact_curves.vtp", [&] { return curves_vtp(*inspection.exact, provenance); }, {}});
  if (inspection.map.frame.grid.size() > 0)
    products.push_back({"map.nrrd", [&] { return nrrd_bytes(inspection, provenance); }, {}});
  products.push_back({"contacts.csv", [&] { return contacts_csv(inspection, provenance); }, {}});
  products.push_back(
      {"report.json",
       [&] { return report_json(inspection, upper_report, lower_report, import_ms, validation); },
       {}});
  std::vector<OutputFile> files = make_all(products);

  std::vector<ReportPicture> in_report, of_validation;
  for (std::size_t i = 0; i < pictures; ++i) {
    const bool both_jaws = files[i].name == "frontal.png";
    in_report.push_back({products[i].caption, files[i].bytes, both_jaws});
  }
  if (validation != nullptr)
    add_validation(files, of_validation, *validation, inspection, upper_report, lower_report);
  files.push_back({"report.html", report_html(inspection, upper_report, lower_report, import_ms, in_report,
                                              {validation, of_validation})});
  return files;
}

}  // namespace

void write_inspection(const Inspection& inspection, const MeshReport& upper, const MeshReport& lower,
                      const std::filesystem::path& out_dir, double import_ms, const Validation* validation) {
  make_folder(out_dir);  // before the work, so that a wrong folder is told at once
  write_together(out_dir, files_of(inspection, upper, lower, import_ms, validation));
}

}  // namespace intercusp
