#include "io/case/import_solids.h"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <iterator>
#include <map>
#include <utility>

#include "io/case/bodies_file.h"
#include "io/case/both_jaws.h"
#include "io/case/finding_codes.h"
#include "io/case/labels.h"
#include "io/case/scale_check.h"
#include "io/files/errors.h"
#include "io/files/paths.h"
#include "io/files/read_file.h"
#include "io/files/sha256.h"
#include "io/language/language.h"
#include "occlusion/base/finding_codes.h"
#include "occlusion/base/for_all.h"
#include "occlusion/base/run_both.h"
#include "occlusion/geometry/body_mesh.h"

namespace intercusp {
namespace {

namespace fs = std::filesystem;

//! "body-01.ply"; for a folder its name, with or without a final slash.
std::string file_name_of(const std::string& source) {
  const fs::path path = fs::path(source).lexically_normal();
  return (path.has_filename() ? path : path.parent_path()).filename().string();
}

//! A solid, and a name that distinguishes it from another solid of equal name.
struct Import {
  NamedSolid solid;
  std::string full_name;
  std::optional<NamedTooth> tooth;  //!< from the file name
};

std::vector<Import> import_bodies(const std::string& source) {
  const FileBytes bytes = read_file(source);
  const InputFile file{source, "BODIES.json", sha256_hex(bytes.view())};
  std::vector<Import> imports;
  for (const NamedBody& named : read_bodies(source)) {
    BodyMesh made = mesh_of(named.body);
    Import import{.solid = {.name = named.name,
                            .solid = std::make_shared<const Solid>(solid_of(std::move(made.mesh))),
                            .body = std::make_shared<const AnalyticBody>(named.body),
                            .mesh_error_mm = made.error_mm},
                  .full_name = source + ": " + named.name};
    import.solid.import.files = {file};
    import.solid.import.components = 1;
    imports.push_back(std::move(import));
  }
  return imports;
}

//! A folder or a list becomes one solid made of meshes. A body in it would be ignored.
void refuse_bodies_among_meshes(const std::string& source) {
  const auto refuse = [&](const fs::path& file) {
    throw InputError(source,
                     phrase("{} describes bodies, which cannot be part of a folder or list of meshes: "
                            "give it as a separate solid",
                            file.filename().string()));
  };
  std::error_code error;
  if (fs::is_directory(source, error)) {
    for (fs::directory_iterator it(source, error), end; !error && it != end; it.increment(error)) {
      if (it->path().extension() == ".json" && names_bodies(it->path())) refuse(it->path());
    }
  } else if (!fs::exists(source, error)) {
    for (const std::string& part : paths_in(source)) {
      if (is_json_file(part)) refuse(part);
    }
  }
}

std::vector<Import> import_source(const std::string& source, const ImportOptions& options) {
  if (is_json_file(source)) return import_bodies(source);
  refuse_bodies_among_meshes(source);
  ImportedJaw imported = import_jaw(source, std::nullopt, options);
  for (const Finding& finding : imported.report.findings) {
    if (finding.code != codes::no_teeth_found) imported.report.remarks.push_back(finding);
  }
  return {{.solid = {.name = file_name_of(source),
                     .solid = std::move(imported.solid),
                     .import = std::move(imported.report)},
           .full_name = source,
           .tooth = tooth_in_name(source)}};
}

//! Chooses the numbering under which every name is a tooth; if both do, the one that names of this form
//! usually mean.
void number_teeth(std::vector<Import>& imports) {
  bool all_fdi = true, all_universal = true;
  for (const auto& [solid, full_name, tooth] : imports) {
    if (!tooth || tooth->number == 0 || tooth->stated != ToothNumbering::automatic) continue;
    all_fdi = all_fdi && fdi_number(tooth->number, ToothNumbering::fdi) != 0;
    all_universal = all_universal && fdi_number(tooth->number, ToothNumbering::universal) != 0;
  }
  for (auto& [solid, full_name, tooth] : imports) {
    if (!tooth || tooth->number == 0) continue;
    const bool stated = tooth->stated != ToothNumbering::automatic;
    const ToothNumbering usual = all_fdi == all_universal ? tooth->likely
                                 : all_fdi                ? ToothNumbering::fdi
                                                          : ToothNumbering::universal;
    solid.fdi = fdi_number(tooth->number, stated ? tooth->stated : usual);
  }
}

//! Imports in parallel. The reported error does not depend on which thread is first.
std::vector<Import> import_each(const std::vector<std::string>& sources, const ImportOptions& options) {
  std::vector<std::vector<Import>> imported(sources.size());
  std::vector<std::exception_ptr> failures(sources.size());
  for_all(std::size_t{0}, sources.size(), [&](std::size_t i) {
    keep_error(failures[i], [&] { imported[i] = import_source(sources[i], options); });
  });
  for (const std::exception_ptr& failure : failures) {
    if (failure) std::rethrow_exception(failure);
  }
  std::vector<Import> all;
  for (std::vector<Import>& of_source : imported) std::ranges::move(of_source, std::back_inserter(all));
  return all;
}

std::vector<NamedSolid> with_distinct_names(std::vector<Import> imports) {
  std::map<std::string, int> uses;
  for (const Import& import : imports) ++uses[import.solid.name];
  std::vector<NamedSolid> solids;
  for (Import& import : imports) {
    if (uses[import.solid.name] > 1) import.solid.name = import.full_name;
    solids.push_back(std::move(import.solid));
  }
  return solids;
}

//! One remark for all bodies, with their number and the error of their meshes.
void note_bodies(const std::vector<NamedSolid>& solids, std::vector<Finding>& remarks) {
  double bodies = 0, error_mm = 0;
  for (const NamedSolid& named : solids) {
    bodies += named.body ? 1 : 0;
    error_mm = std::max(error_mm, named.mesh_error_mm);
  }
  if (bodies > 0)
    remarks.push_back(
        {codes::bodies_have_meshes, Severity::info, {{"bodies", bodies}, {"error_um", error_mm * 1000}}});
}

//! A solid that is given twice overlaps itself, which is meaningless.
void note_same_files(const std::vector<NamedSolid>& solids, std::vector<Finding>& remarks) {
  for (std::size_t b = 0; b < solids.size(); ++b) {
    for (std::size_t a = 0; a < b; ++a) {
      if (solids[a].body || solids[b].body || !have_same_files(solids[a].import, solids[b].import)) continue;
      remarks.push_back(
          {"same_file_for_solids", Severity::warning, {{"a", solids[a].name}, {"b", solids[b].name}}});
      break;
    }
  }
}

void check_unit(const std::vector<NamedSolid>& solids, const std::string& source,
                std::vector<Finding>& remarks) {
  Bounds all;
  std::size_t faces = 0;
  for (const NamedSolid& named : solids) {
    if (named.body) continue;
    faces += named.solid->anatomy_faces;
    all.add(bounds_of(named.solid->mesh));
  }
  if (all.empty()) return;
  const std::optional<OddScale> odd = check_scale(all.size().maxCoeff(), faces);
  if (!odd || !odd->near_a_unit) return;
  if (odd->sure) throw InputError(source, "and the others together: " + odd->text, odd->finding);
  remarks.push_back(odd->finding);
}

}  // namespace

ImportedSolids import_solids(const std::vector<std::string>& sources, std::optional<double> mm_per_unit,
                             TeethSource teeth) {
  std::vector<Import> imports = import_each(
      sources, {.mm_per_unit = mm_per_unit.value_or(1), .refuse_odd_scale = false, .teeth = teeth});
  number_teeth(imports);
  ImportedSolids result{.solids = with_distinct_names(std::move(imports)), .remarks = {}};
  if (!mm_per_unit) check_unit(result.solids, sources.front(), result.remarks);
  note_bodies(result.solids, result.remarks);
  note_same_files(result.solids, result.remarks);
  return result;
}

}  // namespace intercusp
