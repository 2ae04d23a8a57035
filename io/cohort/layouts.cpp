#include "io/cohort/layouts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <optional>

#include "io/cohort/manifest.h"
#include "io/files/errors.h"
#include "io/files/text_cursor.h"
#include "io/mesh/read_format.h"
#include "occlusion/base/jaw.h"

namespace intercusp {
namespace {

namespace fs = std::filesystem;

//! A name taken apart at the word that says which jaw it is: "P07_upper_scan" is "P07", upper, "scan".
struct JawName {
  std::string before;
  Jaw jaw = Jaw::upper;
};

std::optional<Jaw> jaw_of_word(const std::string& word) {
  constexpr std::array upper_words = {"upper",      "maxilla", "maxillary", "maxillar",
                                      "oberkiefer", "ok",      "u",         "top"};
  constexpr std::array lower_words = {"lower",       "mandible", "mandibular", "mandibula",
                                      "unterkiefer", "uk",       "l",          "bottom"};
  if (std::ranges::find(upper_words, word) != upper_words.end()) return Jaw::upper;
  if (std::ranges::find(lower_words, word) != lower_words.end()) return Jaw::lower;
  return std::nullopt;
}

//! "UpperJawScan" counts like "upper_jaw_scan".
std::string with_parted_words(const std::string& stem) {
  std::string parted;
  for (std::size_t i = 0; i < stem.size(); ++i) {
    const auto is = [&](std::size_t at, int (*kind)(int)) {
      return kind(static_cast<unsigned char>(stem[at])) != 0;
    };
    if (i > 0 && is(i, std::isupper) && is(i - 1, std::islower)) parted += '_';
    parted += stem[i];
  }
  return parted;
}

std::optional<JawName> jaw_name(const fs::path& file) {
  const std::string stem = with_parted_words(file.stem().string());
  std::size_t begin = 0;
  while (begin < stem.size()) {
    std::size_t end = begin;
    while (end < stem.size() && std::isalnum(static_cast<unsigned char>(stem[end]))) ++end;
    if (const auto jaw = jaw_of_word(lower_case(stem.substr(begin, end - begin)))) {
      std::size_t last = begin;
      while (last > 0 && !std::isalnum(static_cast<unsigned char>(stem[last - 1]))) --last;
      return JawName{stem.substr(0, last), *jaw};
    }
    begin = end + 1;
  }
  return std::nullopt;
}

bool contains(const fs::path& file, const std::string& word) {
  return lower_case(file.filename().string()).find(word) != std::string::npos;
}

std::string relative_to(const fs::path& folder, const fs::path& file) {
  return file.lexically_relative(folder).generic_string();
}

//! The files of one case, sorted by what they are.
struct CaseFiles {
  std::vector<fs::path> upper, lower, not_in_bite;
  std::string pose, upper_labels, lower_labels, track;
};

void add_companion(const fs::path& root, const fs::path& file, CaseFiles& files) {
  const std::string relative = relative_to(root, file);
  const bool json = lower_case(file.extension().string()) == ".json";
  const std::optional<JawName> jaw = jaw_name(file);
  if (json && contains(file, "pose")) files.pose = relative;
  if ((json || lower_case(file.extension().string()) == ".csv") && contains(file, "track"))
    files.track = relative;
  if (json && jaw && contains(file, "labels"))
    (jaw->jaw == Jaw::upper ? files.upper_labels : files.lower_labels) = relative;
}

void add_file(const fs::path& root, const fs::path& file, CaseFiles& files) {
  if (!has_mesh_extension(file)) return add_companion(root, file, files);
  if (contains(file, "_teethup")) {
    files.not_in_bite.push_back(file);
  } else if (const auto jaw = jaw_name(file)) {
    (jaw->jaw == Jaw::upper ? files.upper : files.lower).push_back(file);
  }
}

//! Of iTero's files, or of several, the one that is in bite.
std::vector<fs::path> in_bite(const std::vector<fs::path>& jaws) {
  std::vector<fs::path> shells;
  std::ranges::copy_if(jaws, std::back_inserter(shells),
                       [](const fs::path& f) { return contains(f, "_shell_occlusion_"); });
  return shells.empty() ? jaws : shells;
}

std::string names_of(const fs::path& root, const std::vector<fs::path>& files) {
  std::string names;
  for (const fs::path& file : files) names += (names.empty() ? "" : ", ") + relative_to(root, file);
  return names;
}

void add_case(const fs::path& root, const std::string& what, FoundCase one, const CaseFiles& files,
              FoundCases& found) {
  const std::vector<fs::path> upper = in_bite(files.upper), lower = in_bite(files.lower);
  if (!files.not_in_bite.empty())
    found.left_out.push_back(
        {names_of(root, files.not_in_bite),
         fmt::format(
             "these scans are not in bite; iTero's files in bite have _shell_occlusion_ in their names")});
  if (upper.empty() && lower.empty() && !files.not_in_bite.empty()) return;
  if (upper.size() != 1 || lower.size() != 1) {
    const bool missing = upper.empty() || lower.empty();
    found.left_out.push_back(
        {what, missing ? fmt::format("has no {} jaw; put upper or lower into the names of the scans",
                                     upper.empty() ? "upper" : "lower")
                       : fmt::format("has several scans of a jaw: {}; leave one",
                                     names_of(root, upper.size() > 1 ? upper : lower))});
    return;
  }
  one.upper = relative_to(root, upper.front());
  one.lower = relative_to(root, lower.front());
  one.pose = files.pose;
  one.track = files.track;
  one.upper_labels = files.upper_labels;
  one.lower_labels = files.lower_labels;
  found.cases.push_back(std::move(one));
}

struct Listing {
  std::vector<fs::path> files, folders;  //!< by name
};

//! Hidden files and folders are left out.
Listing list(const fs::path& folder) {
  Listing listing;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (entry.path().filename().string().starts_with('.')) continue;
    if (entry.is_directory()) listing.folders.push_back(entry.path());
    if (entry.is_regular_file()) listing.files.push_back(entry.path());
  }
  std::ranges::sort(listing.files);
  std::ranges::sort(listing.folders);
  return listing;
}

//! Every file of a folder belongs to the same case.
void add_folder(const fs::path& root, const fs::path& folder, const std::vector<fs::path>& files,
                FoundCase one, FoundCases& found) {
  if (std::ranges::none_of(files, has_mesh_extension)) return;
  CaseFiles sorted;
  for (const fs::path& file : files) add_file(root, file, sorted);
  add_case(root, relative_to(root, folder), std::move(one), sorted, found);
}

//! Files beside each other, told apart by the beginning of their names.
void add_flat(const fs::path& root, const std::vector<fs::path>& files, FoundCases& found) {
  std::map<std::string, CaseFiles> cases;
  for (const fs::path& file : files) {
    if (const auto jaw = jaw_name(file); jaw && has_mesh_extension(file)) {
      const std::string before = without("sub-", jaw->before);
      const auto shell = before.find("_shell_");
      add_file(root, file, cases[shell == std::string::npos ? before : before.substr(0, shell)]);
    }
  }
  for (const auto& [subject, files_of_case] : cases)
    add_case(root, subject.empty() ? "." : subject,
             {.subject = subject.empty() ? "1" : subject, .session = "1"}, files_of_case, found);
}

}  // namespace

FoundCases find_cases(const fs::path& folder) {
  std::error_code ignored;
  if (!fs::is_directory(folder, ignored))
    throw InputError(folder, "is no folder; name the folder that holds the cases",
                     Finding{"missing_file", Severity::error});
  FoundCases found;
  const Listing top = list(folder);
  add_flat(folder, top.files, found);
  for (const fs::path& subject_folder : top.folders) {
    const std::string subject = without("sub-", subject_folder.filename().string());
    const Listing inside = list(subject_folder);
    add_folder(folder, subject_folder, inside.files, {.subject = subject, .session = "1"}, found);
    for (const fs::path& session_folder : inside.folders) {
      const std::string session = without("ses-", session_folder.filename().string());
      add_folder(folder, session_folder, list(session_folder).files, {.subject = subject, .session = session},
                 found);
    }
  }
  return found;
}

std::string manifest_text(const std::vector<FoundCase>& cases) {
  struct TextColumn {
    const char* name;
    std::string FoundCase::*cell;
    bool always;
  };
  constexpr std::array<TextColumn, 8> all = {{{"subject", &FoundCase::subject, true},
                                              {"session", &FoundCase::session, true},
                                              {"upper", &FoundCase::upper, true},
                                              {"lower", &FoundCase::lower, true},
                                              {"pose", &FoundCase::pose, false},
                                              {"upper_labels", &FoundCase::upper_labels, false},
                                              {"lower_labels", &FoundCase::lower_labels, false},
                                              {"track", &FoundCase::track, false}}};
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
