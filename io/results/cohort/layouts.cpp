#include "io/results/cohort/layouts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include "io/case/scan_names.h"
#include "io/case/source_files.h"
#include "io/files/errors.h"
#include "io/files/paths.h"
#include "io/files/text_cursor.h"
#include "io/mesh/read_mesh.h"
#include "io/results/cohort/manifest.h"

namespace intercusp {
namespace {

namespace fs = std::filesystem;

bool contains(const fs::path& file, const std::string& word) {
  return lower_case(file.filename().string()).find(word) != std::string::npos;
}

std::string relative_to(const fs::path& folder, const fs::path& file) {
  return file.lexically_relative(folder).generic_string();
}

std::string names_of(const fs::path& root, const std::vector<fs::path>& files) {
  std::string names;
  for (const fs::path& file : files) names += (names.empty() ? "" : ", ") + relative_to(root, file);
  return names;
}

//! Adds poses, tracks and labels that are next to the scans.
void add_companions(const fs::path& root, const std::vector<fs::path>& files, FoundCase& one) {
  for (const fs::path& file : files) {
    const std::string ending = lower_case(file.extension().string()), relative = relative_to(root, file);
    const std::optional<JawName> jaw = jaw_in_name(file);
    if (ending == ".json" && contains(file, "pose")) one.pose = relative;
    if ((ending == ".json" || ending == ".csv") && contains(file, "track")) one.track = relative;
    if (ending == ".json" && jaw && contains(file, "labels"))
      (jaw->jaw == Jaw::upper ? one.upper_labels : one.lower_labels) = relative;
  }
}

//! \param rest the part that the names of both jaws must share; empty if a folder holds the case
std::string why_no_case(const fs::path& root, const NamedScans& scans, const std::string& rest) {
  if (scans.upper.size() > 1 || scans.lower.size() > 1)
    return fmt::format("has several scans of a jaw: {}; leave one",
                       names_of(root, scans.upper.size() > 1 ? scans.upper : scans.lower));
  if (!scans.unnamed.empty())
    return fmt::format("upper or lower cannot be told from {}; put one of these words into the name",
                       names_of(root, scans.unnamed));
  const char* const missing = scans.upper.empty() ? "upper" : "lower";
  if (rest.empty()) return fmt::format("has no {} jaw", missing);
  return fmt::format(
      "has no {0} jaw, or the names differ before the word for the jaw: that of the {0} scan must begin with "
      "\"{1}\", too",
      missing, rest);
}

//! Adds scans that belong to no case, with the reasons.
void add_left_out(const fs::path& root, const NamedScans& scans, CohortAnalysis analysis, FoundCases& found) {
  const auto add = [&](const std::vector<fs::path>& files, const char* why) {
    if (!files.empty()) found.left_out.push_back({names_of(root, files), why});
  };
  add(scans.not_in_bite, "not in bite; iTero's files in bite have _shell_occlusion_ in their names");
  if (analysis != CohortAnalysis::bite) add(scans.buccal, "a scan of the bite from the cheek, no jaw");
  add(scans.other, "another scan of the jaw, such as of a preparation, beside the one that is taken");
}

//! Whether there is one scan of each jaw, or of one jaw if that is enough.
bool are_a_case(const NamedScans& scans, CohortAnalysis analysis) {
  const std::size_t upper = scans.upper.size(), lower = scans.lower.size();
  return upper <= 1 && lower <= 1 && upper + lower >= (needs_both_jaws(analysis) ? 2 : 1);
}

void add_case(const fs::path& root, const std::string& what, const std::string& rest, FoundCase one,
              const std::vector<fs::path>& files, CohortAnalysis analysis, FoundCases& found) {
  const NamedScans scans = scans_by_name(files);
  add_left_out(root, scans, analysis, found);
  if (!are_a_case(scans, analysis)) {
    if (!scans.upper.empty() || !scans.lower.empty() || !scans.unnamed.empty())
      found.left_out.push_back({what, why_no_case(root, scans, rest)});
    return;
  }
  if (!scans.unnamed.empty())
    found.left_out.push_back({names_of(root, scans.unnamed), "neither upper nor lower by its name"});
  if (!scans.upper.empty()) one.upper = relative_to(root, scans.upper.front());
  if (!scans.lower.empty()) one.lower = relative_to(root, scans.lower.front());
  for (const fs::path& scan : scans.buccal) {
    if (analysis == CohortAnalysis::bite)
      one.buccal += (one.buccal.empty() ? "" : ",") + relative_to(root, scan);
  }
  add_companions(root, files, one);
  found.cases.push_back(std::move(one));
}

using FilesByName = std::map<std::string, std::vector<fs::path>>;

//! Groups files by the rest of their names without the jaw. Other files join the scans with whose names their
//! names begin, or scans with an empty name.
FilesByName by_rest_of_name(const std::vector<fs::path>& files) {
  FilesByName cases;
  std::vector<fs::path> others;
  for (const fs::path& file : files) {
    const auto jaw = jaw_in_name(file);
    if (jaw && has_mesh_extension(file)) {
      cases[jaw->rest].push_back(file);
    } else {
      others.push_back(file);
    }
  }
  for (const fs::path& file : others) {
    const auto fits = [&](const auto& one) { return file.filename().string().starts_with(one.first); };
    const auto longest = std::ranges::find_if(cases.rbegin(), cases.rend(), fits);  // later names are longer
    if (longest != cases.rend()) {
      longest->second.push_back(file);
    } else if (has_mesh_extension(file)) {
      cases[""].push_back(file);
    }
  }
  return cases;
}

bool has_jaws(const std::vector<fs::path>& files, CohortAnalysis analysis) {
  const NamedScans scans = scans_by_name(files);
  if (!needs_both_jaws(analysis)) return !scans.upper.empty() || !scans.lower.empty();
  return !scans.upper.empty() && !scans.lower.empty();
}

//! Adds the cases of scans that are side by side in a folder.
//! \param prefix prefix of their subjects
void add_side_by_side(const fs::path& root, const FilesByName& cases, const std::string& prefix,
                      CohortAnalysis analysis, FoundCases& found) {
  for (const auto& [rest, files] : cases) {
    const std::string subject = without("sub-", rest);
    add_case(root, rest.empty() ? "." : rest, rest,
             {.subject = prefix + (subject.empty() ? "1" : subject), .session = "1"}, files, analysis, found);
  }
}

//! The case of a folder's files, from the names of the folders above them.
FoundCase case_of_folders(const std::vector<std::string>& folders) {
  const auto is_session = [](const std::string& name) { return lower_case(name).starts_with("ses"); };
  const auto is_site = [](const std::string& name) {
    const std::string small = lower_case(name);
    return small.starts_with("site") || small.starts_with("cent") || small.starts_with("clinic");
  };
  // Two folders are a subject and its session, unless the names suggest otherwise. Folders above both are
  // sites.
  const bool has_session =
      folders.size() > 1 && (is_session(folders.back()) || folders.size() > 2 ||
                             !(is_site(folders.front()) || folders.back().starts_with("sub-")));
  FoundCase one{.subject = "", .session = has_session ? without("ses-", folders.back()) : "1"};
  for (std::size_t i = 0; i + (has_session ? 1 : 0) < folders.size(); ++i)
    one.subject += (i > 0 ? "-" : "") + without("sub-", folders[i]);
  return one;
}

void add_folder(const fs::path& root, const fs::path& folder, const std::vector<std::string>& names,
                CohortAnalysis analysis, FoundCases& found) {
  constexpr std::size_t deepest = 4;  // site, subject, session and one more
  const FolderListing inside = list_folder(folder);
  const std::optional<JawSources> jaws = jaw_folders(inside.folders);
  // Each holds single teeth, or the only scan.
  if (jaws && holds_meshes(jaws->upper) && holds_meshes(jaws->lower)) {
    FoundCase one = case_of_folders(names);
    one.upper = relative_to(root, jaws->upper);
    one.lower = relative_to(root, jaws->lower);
    add_companions(root, inside.files, one);
    found.cases.push_back(std::move(one));
    return;
  }
  if (std::ranges::any_of(inside.files, [](const fs::path& file) { return has_mesh_extension(file); })) {
    const auto cases = by_rest_of_name(inside.files);
    const auto pairs =
        std::ranges::count_if(cases, [&](const auto& one) { return has_jaws(one.second, analysis); });
    const FoundCase one = case_of_folders(names);
    if (pairs > 1) {
      add_side_by_side(root, cases, one.subject + "-", analysis, found);
    } else {
      add_case(root, relative_to(root, folder), "", one, inside.files, analysis, found);
    }
  }
  if (names.size() == deepest) return;
  for (const fs::path& sub : inside.folders) {
    std::vector<std::string> below = names;
    below.push_back(sub.filename().string());
    add_folder(root, sub, below, analysis, found);
  }
}

//! Whether a folder, or one in it, holds a scan whose name states this jaw.
bool holds_scan_of(const fs::path& folder, Jaw jaw) {
  const FolderListing inside = list_folder(folder);
  const auto names_jaw = [&](const fs::path& file) {
    const std::optional<JawName> name = jaw_in_name(file);
    return has_mesh_extension(file) && name && name->jaw == jaw;
  };
  return std::ranges::any_of(inside.files, names_jaw) ||
         std::ranges::any_of(inside.folders, [&](const fs::path& sub) {
           return std::ranges::any_of(list_folder(sub).files, names_jaw);
         });
}

//! Folders of one jaw each, by the rest of their names: "test-U" and "test-L". A folder "Smith L" with both
//! jaws is a patient.
std::map<std::string, JawSources> folders_of_jaws(const std::vector<fs::path>& folders) {
  std::map<std::string, JawSources> found;
  for (const fs::path& folder : folders) {
    const std::optional<JawName> name = jaw_in_name(folder);
    if (name && !holds_scan_of(folder, opposite(name->jaw)))
      (name->jaw == Jaw::upper ? found[name->rest].upper : found[name->rest].lower) = folder.string();
  }
  std::erase_if(found, [](const auto& one) { return one.second.upper.empty() || one.second.lower.empty(); });
  return found;
}

//! Adds cases whose topmost folders are the jaws: "upper/ID/ID_upper.obj" beside "lower/ID/ID_lower.obj",
//! "test-U/ID_U.ply" beside "test-L/ID_L.ply", or "upper/ID.ply" beside "lower/ID.ply".
//! \param prefix prefix of the subjects
void add_jaws_apart(const fs::path& root, const JawSources& jaws, const std::string& prefix,
                    CohortAnalysis analysis, FoundCases& found) {
  std::map<std::string, FoundCase> named_by_folder;
  FilesByName cases;
  for (const Jaw jaw : {Jaw::upper, Jaw::lower}) {
    FolderListing inside = list_folder(jaw == Jaw::upper ? jaws.upper : jaws.lower);
    std::erase_if(inside.files, [&](const fs::path& file) {
      if (!has_mesh_extension(file) || jaw_in_name(file)) return false;
      FoundCase& one = named_by_folder[file.stem().string()];
      (jaw == Jaw::upper ? one.upper : one.lower) = relative_to(root, file);
      return true;
    });
    for (const fs::path& folder : inside.folders) {
      const FolderListing files = list_folder(folder);
      std::ranges::copy(files.files, std::back_inserter(cases[folder.filename().string()]));
    }
    for (const auto& [rest, files] : by_rest_of_name(inside.files))
      std::ranges::copy(files, std::back_inserter(cases[rest]));
  }
  add_side_by_side(root, cases, prefix, analysis, found);
  for (auto& [name, one] : named_by_folder) {
    one.subject = prefix + without("sub-", name);
    one.session = "1";
    if (!needs_both_jaws(analysis) || (!one.upper.empty() && !one.lower.empty())) {
      found.cases.push_back(std::move(one));
    } else {
      found.left_out.push_back(
          {one.upper + one.lower, "has no scan of the same name in the folder of the other jaw"});
    }
  }
}

}  // namespace

FoundCases find_cases(const fs::path& folder, CohortAnalysis analysis) {
  std::error_code ignored;
  if (!fs::is_directory(folder, ignored))
    throw InputError(folder, "is no folder; name the folder that holds the cases",
                     Finding{"missing_file", Severity::error});
  FoundCases found;
  FolderListing top = list_folder(folder);
  add_side_by_side(folder, by_rest_of_name(top.files), "", analysis, found);
  const std::map<std::string, JawSources> jaws = folders_of_jaws(top.folders);
  for (const auto& [rest, pair] : jaws) {
    add_jaws_apart(folder, pair, jaws.size() > 1 ? rest + "-" : "", analysis, found);
    std::erase_if(top.folders, [&](const fs::path& one) { return one == pair.upper || one == pair.lower; });
  }
  for (const fs::path& sub : top.folders) add_folder(folder, sub, {sub.filename().string()}, analysis, found);
  return found;
}

std::string manifest_text(const std::vector<FoundCase>& cases) {
  struct TextColumn {
    const char* name;
    std::string FoundCase::*cell;
    bool always;
  };
  constexpr std::array<TextColumn, 9> all = {{{"subject", &FoundCase::subject, true},
                                              {"session", &FoundCase::session, true},
                                              {"upper", &FoundCase::upper, true},
                                              {"lower", &FoundCase::lower, true},
                                              {"pose", &FoundCase::pose, false},
                                              {"upper_labels", &FoundCase::upper_labels, false},
                                              {"lower_labels", &FoundCase::lower_labels, false},
                                              {"track", &FoundCase::track, false},
                                              {"buccal", &FoundCase::buccal, false}}};
  std::string text;
  const auto quoted = [](const std::string& cell) {
    if (cell.find_first_of(",;\t\"\r\n") == std::string::npos) return cell;
    std::string result = "\"";
    for (const char c : cell) result += c == '"' ? "\"\"" : std::string(1, c);
    return result + "\"";
  };
  const auto add_line = [&](const auto& cell_of) {
    for (const TextColumn& column : all) {
      const bool used = column.always || std::ranges::any_of(cases, [&](const FoundCase& c) {
                          return !(c.*column.cell).empty();
                        });
      if (used) text += (&column == all.data() ? "" : ",") + quoted(cell_of(column));
    }
    text += "\n";
  };
  add_line([](const TextColumn& column) { return std::string(column.name); });
  for (const FoundCase& one : cases) add_line([&](const TextColumn& column) { return one.*column.cell; });
  return text;
}

}  // namespace intercusp
