#include "io/files/result_folder.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>
#include <set>
#include <string_view>
#include <system_error>

#include "io/files/errors.h"
#include "io/files/paths.h"
#include "io/files/read_file.h"
#include "io/files/sha256.h"
#include "io/language/language.h"

namespace intercusp {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;  // the order of the scans matters

// ---- The record of a run

//! All bytes of a file; empty if it cannot be read.
std::optional<std::string> text_of(const fs::path& file) {
  try {
    return std::string(read_file(file).view());
  } catch (const InputError&) {
    return std::nullopt;
  }
}

constexpr std::string_view own_digest_opening = "\"record_sha256\": \"";

//! The text with its digest in place of the zeros.
std::string sealed(std::string text) {
  const std::string digest = sha256_hex(text);
  return text.replace(text.rfind(own_digest_opening) + own_digest_opening.size(), sha256_letters, digest);
}

bool is_sealed(std::string text) {
  const std::size_t opening = text.rfind(own_digest_opening);
  if (opening == std::string::npos) return false;
  const std::size_t at = opening + own_digest_opening.size();
  if (at + sha256_letters > text.size()) return false;
  const std::string said = text.substr(at, sha256_letters);
  text.replace(at, sha256_letters, sha256_letters, '0');
  return sha256_hex(text) == said;
}

Fields fields_of(const Digests& digests) {
  Fields fields;
  for (const auto& [name, digest] : digests) fields.push_back({name, digest});
  return fields;
}

Digests digests_in(const Json& record, const char* field) {
  Digests digests;
  const auto listed = record.find(field);
  if (listed == record.end() || !listed->is_object()) return digests;
  for (const auto& [name, digest] : listed->items()) {
    if (digest.is_string()) digests.emplace(name, digest.get<std::string>());
  }
  return digests;
}

std::string text_at(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

//! Adds the entries of the lists `files`. Without such lists, adds the text `file` of each object with
//! triangles.
void add_scans(const Json& value, int depth, std::vector<ScanFile>& scans) {
  constexpr int deepest = 4;  // the comparisons of compare.json, one of them, its "after"
  if (!value.is_structured() || depth > deepest) return;
  const auto files = value.is_object() ? value.find("files") : value.end();
  if (files != value.end() && files->is_array()) {
    for (const Json& file : *files)
      if (file.is_object()) scans.push_back({text_at(file, "path"), text_at(file, "sha256")});
  } else if (value.is_object() && value.contains("triangles")) {
    for (const std::string& path : paths_in(text_at(value, "file"))) scans.push_back({path});
  }
  for (const Json& entry : value) add_scans(entry, depth + 1, scans);
}

std::vector<ScanFile> scans_in(const Json& record) {
  std::vector<ScanFile> scans;
  add_scans(record, 0, scans);
  return scans;
}

bool is_same_file(const ScanFile& a, const ScanFile& b) {
  std::error_code error;
  return a.path == b.path || fs::equivalent(a.path, b.path, error);
}

//! Removes repeats: several bodies of one file, or a scan given twice, count once.
std::vector<ScanFile> without_repeats(std::vector<ScanFile> scans, auto are_alike) {
  scans.erase(std::unique(scans.begin(), scans.end(), are_alike), scans.end());
  return scans;
}

//! The files with their digests; empty if one cannot be read.
std::vector<ScanFile> with_digests(const std::vector<fs::path>& scans) {
  std::vector<ScanFile> files;
  try {
    for (const fs::path& scan : scans) files.push_back({scan.string(), sha256_hex(read_file(scan).view())});
  } catch (const InputError&) {
    return {};  // reading the case will report the error
  }
  return files;
}

//! Files of the folder that its record lists and that have not changed since, and the record itself if it has
//! not changed.
Digests own_files(const fs::path& folder, const std::string& record_name, const RunRecord& record) {
  Digests own;
  if (record.is_ours) own[record_name] = "";  // its digest is not needed
  for (const std::string& name : record.names()) {
    const fs::path file = folder / name;
    if (own.contains(name) || !holds(folder, file)) continue;
    const std::optional<std::string> bytes = text_of(file);
    const std::string present = bytes ? sha256_hex(*bytes) : "";
    if (bytes && record.lists(name, present)) own[name] = present;
  }
  return own;
}

// ---- What may be replaced

enum class Verdict { free, own, input, special, foreign };

//! Follows links, because the target of a link would be replaced.
Verdict verdict_on(const fs::path& file, std::span<const fs::path> inputs) {
  std::error_code error;
  const fs::file_type type = fs::symlink_status(file, error).type();
  if (type == fs::file_type::not_found || type == fs::file_type::none) return Verdict::free;
  if (fs::is_directory(file, error)) return Verdict::free;  // another kind of error; writing will report it
  if (!fs::is_regular_file(file, error)) return Verdict::special;
  const bool is_input = std::ranges::any_of(inputs, [&](const fs::path& input) {
    std::error_code no_input;
    return fs::equivalent(file, input, no_input);
  });
  return is_input ? Verdict::input : Verdict::foreign;
}

bool is_marked_picture(const fs::path& file) {
  if (file.extension() != ".png") return false;
  const std::optional<std::string> bytes = text_of(file);
  return bytes && has_own_mark(*bytes);
}

Verdict verdict_on(const ResultFolder& results, const std::string& name, const Digests& own) {
  const fs::path file = results.folder / name;
  const Verdict verdict = verdict_on(file, results.inputs);
  if (verdict != Verdict::foreign || results.force) return verdict;
  return own.contains(name) || is_marked_picture(file) ? Verdict::own : Verdict::foreign;
}

//! Adds the names in the folder that match a pattern with a star.
void add_fitting(const fs::path& folder, const std::string& pattern, std::vector<std::string>& names) {
  const fs::path part = fs::path(pattern).parent_path();
  const std::string last = fs::path(pattern).filename().string();
  const std::size_t star = last.find('*');
  const std::string opening = last.substr(0, star), ending = last.substr(star + 1);
  std::error_code error;
  for (fs::directory_iterator it(folder / part, error), end; !error && it != end; it.increment(error)) {
    const std::string name = it->path().filename().string();
    if (name.size() >= opening.size() + ending.size() && name.starts_with(opening) && name.ends_with(ending))
      names.push_back((part / name).string());
  }
}

std::vector<std::string> expanded(const fs::path& folder, std::span<const std::string> names) {
  std::vector<std::string> all;
  for (const std::string& name : names) {
    if (name.find('*') == std::string::npos) {
      all.push_back(name);
    } else {
      add_fitting(folder, name, all);
    }
  }
  std::ranges::sort(all);
  const auto repeated = std::ranges::unique(all);
  all.erase(repeated.begin(), repeated.end());
  return all;
}

using Kept = std::map<Verdict, std::vector<fs::path>>;

//! Throws if files must stay.
void refuse(const Kept& kept, bool force) {
  std::string message;
  const auto add = [&](Verdict verdict, const std::string& why) {
    const auto files = kept.find(verdict);
    if (files == kept.end()) return;
    for (const fs::path& file : files->second) message += file.string() + "\n";
    message += "  " + why + "\n";
  };
  add(Verdict::input, phrase("would be replaced, but this run reads it; choose another folder"));
  add(Verdict::special, phrase("is no plain file; choose another name"));
  if (!force)
    add(Verdict::foreign,
        phrase(
            "would be replaced, but this program did not write it, or it was changed since; choose another "
            "folder, or replace it by --force"));
  if (message.empty()) return;
  message.pop_back();
  throw ReplaceError(message);
}

void refuse_kept(const ResultFolder& results, std::span<const std::string> names, const Digests& own) {
  Kept kept;
  for (const std::string& name : expanded(results.folder, names))
    kept[verdict_on(results, name, own)].push_back(results.folder / name);
  refuse(kept, results.force);
}

void refuse_other_case(const ResultFolder& results, const RunRecord& earlier,
                       const std::vector<ScanFile>& scans) {
  if (is_same_case(earlier.scans, scans)) return;
  constexpr std::size_t most_named = 8;
  std::string names;
  for (const ScanFile& scan : std::span(earlier.scans).first(std::min(earlier.scans.size(), most_named)))
    names += (names.empty() ? "" : ", ") + scan.path;
  if (earlier.scans.size() > most_named)
    names = phrase("{} and {} more", names, earlier.scans.size() - most_named);
  throw ReplaceError(
      phrase("{}: holds the results of another case, of other scans by their SHA-256: {}; choose "
             "another folder, or replace them by --force",
             (results.folder / results.record).string(), names));
}

// ---- What is removed

//! Whether the name leads out of the folder: through a folder that is a link, by dots, or from the root.
bool leads_out(const fs::path& folder, const fs::path& name) {
  if (name.is_absolute()) return true;
  fs::path way = folder;
  for (const fs::path& part : name.parent_path()) {
    way /= part;
    std::error_code error;
    if (part == ".." || fs::is_symlink(fs::symlink_status(way, error))) return true;
  }
  return false;
}

//! The records of other commands in the folder, and the files that they list.
std::set<std::string> files_of_other_commands(const ResultFolder& results) {
  std::set<std::string> names;
  std::error_code error;
  for (fs::directory_iterator it(results.folder, error), end; !error && it != end; it.increment(error)) {
    const std::string name = it->path().filename().string();
    if (it->path().extension() != ".json" || name == results.record) continue;
    const RunRecord record = read_run_record(it->path());
    if (!record.is_ours) continue;
    names.insert(name);
    names.merge(record.names());
  }
  return names;
}

//! What a run writes and reads.
struct PresentRun {
  const Digests& written;
  const std::vector<ScanFile>& scans;
};

bool is_read(const ResultFolder& results, const std::string& name, const std::string& digest,
             const PresentRun& run) {
  return verdict_on(results.folder / name, results.inputs) == Verdict::input ||
         std::ranges::any_of(run.scans, [&](const ScanFile& scan) { return scan.sha256 == digest; });
}

//! Plain files that belong to no run, in the folder and in the folders below it to which the command writes.
std::vector<std::string> files_of_others(const ResultFolder& results, const Digests& of_runs,
                                         const std::set<std::string>& of_commands) {
  std::set<fs::path> folders = {""};
  for (const auto& [name, digest] : of_runs) folders.insert(fs::path(name).parent_path());
  std::vector<std::string> names;
  for (const fs::path& below : folders) {
    std::error_code error;
    for (fs::directory_iterator it(results.folder / below, error), end; !error && it != end;
         it.increment(error)) {
      const std::string name = (below / it->path().filename()).string();
      const bool is_known = name == results.record || of_runs.contains(name) || of_commands.contains(name);
      if (!is_known && !it->path().filename().string().starts_with('.') &&
          verdict_on(it->path(), results.inputs) == Verdict::foreign)
        names.push_back(name);
    }
  }
  std::ranges::sort(names);
  return names;
}

//! A DICOM study of another case is removed or stays as a whole.
void keep_studies_whole(EarlierFiles& files) {
  const auto is_of_study = [](const std::string& name) { return name.starts_with("dicom/"); };
  if (std::ranges::none_of(files.kept, is_of_study)) return;
  std::ranges::copy_if(files.removed, std::back_inserter(files.kept), is_of_study);
  std::erase_if(files.removed, is_of_study);
}

//! Decides which files to remove before any file is put in place.
//! \param own unchanged files of the earlier run
EarlierFiles earlier_files(const ResultFolder& results, const RunRecord& earlier, const Digests& own,
                           const PresentRun& run) {
  if (!earlier.is_ours) return {};
  const std::set<std::string> of_commands = files_of_other_commands(results);
  Digests of_runs = run.written;
  of_runs.insert(earlier.written.begin(), earlier.written.end());
  of_runs.insert(earlier.replaces.begin(), earlier.replaces.end());
  EarlierFiles files;
  for (const auto& [name, digest] : of_runs) {
    std::error_code error;
    if (run.written.contains(name) || !fs::exists(results.folder / name, error)) continue;
    const auto unchanged = own.find(name);
    const bool goes = unchanged != own.end() && !of_commands.contains(name) &&
                      !leads_out(results.folder, name) && !is_read(results, name, unchanged->second, run);
    (goes ? files.removed : files.kept).push_back(name);
  }
  std::ranges::move(files_of_others(results, of_runs, of_commands), std::back_inserter(files.kept));
  if (!is_same_case(earlier.scans, run.scans)) keep_studies_whole(files);
  return files;
}

//! Removes the files, and folders that become empty.
void remove_earlier(const fs::path& folder, EarlierFiles& files) {
  const auto stays = [&folder](const std::string& name) {
    std::error_code error;
    if (!fs::remove(folder / name, error)) return true;
    const fs::path parent = fs::path(name).parent_path();
    if (!parent.empty()) fs::remove(folder / parent, error);
    return false;
  };
  const auto gone = std::stable_partition(files.removed.begin(), files.removed.end(), stays);
  std::move(files.removed.begin(), gone, std::back_inserter(files.kept));
  files.removed.erase(files.removed.begin(), gone);
}

}  // namespace

std::set<std::string> RunRecord::names() const {
  std::set<std::string> all;
  for (const Digests* const digests : {&written, &replaces})
    for (const auto& [name, digest] : *digests) all.insert(name);
  return all;
}

bool RunRecord::lists(const std::string& name, const std::string& digest) const {
  const auto is_in = [&](const Digests& digests) {
    const auto found = digests.find(name);
    return found != digests.end() && found->second == digest;
  };
  return is_in(written) || is_in(replaces);
}

RunRecord read_run_record(const fs::path& file) {
  const std::optional<std::string> text = text_of(file);
  if (!text || !is_sealed(*text)) return {};
  const Json json = Json::parse(*text, nullptr, false);
  if (!json.is_object()) return {};
  return {.is_ours = true,
          .written = digests_in(json, "written"),
          .replaces = digests_in(json, "replaces"),
          .scans = scans_in(json)};
}

std::string record_text(const Fields& record, const Digests& written,
                        const std::optional<Digests>& replaces) {
  Fields fields = record;
  fields.push_back({"written", fields_of(written)});
  if (replaces) fields.push_back({"replaces", fields_of(*replaces)});
  fields.push_back({"record_sha256", std::string(sha256_letters, '0')});
  return sealed(json_lines(fields));
}

std::vector<ScanFile> scans_of(const Fields& record) {
  // Lists made as text, such as the pairs of a thousand solids, name no scans.
  Fields short_ones = record;
  std::erase_if(short_ones,
                [](const Field& field) { return std::holds_alternative<JsonText>(field.value.kind()); });
  return scans_in(Json::parse(json_lines(short_ones)));
}

bool is_same_case(const std::vector<ScanFile>& earlier, const std::vector<ScanFile>& now) {
  if (earlier.empty() || now.empty()) return true;
  const bool by_content =
      std::ranges::none_of(earlier, [](const ScanFile& scan) { return scan.sha256.empty(); });
  const auto are_alike = [by_content](const ScanFile& a, const ScanFile& b) {
    return by_content ? a.sha256 == b.sha256 : is_same_file(a, b);
  };
  return std::ranges::equal(without_repeats(earlier, are_alike), without_repeats(now, are_alike), are_alike);
}

void check_replaceable(const ResultFolder& results, std::span<const std::string> names) {
  const RunRecord earlier = read_run_record(results.folder / results.record);
  if (earlier.is_ours && !results.force) refuse_other_case(results, earlier, with_digests(results.scans));
  refuse_kept(results, names, own_files(results.folder, results.record, earlier));
}

void check_replaceable(const fs::path& file, std::span<const fs::path> inputs, bool force) {
  Verdict verdict = verdict_on(file, inputs);
  if (verdict == Verdict::foreign && is_marked_picture(file)) verdict = Verdict::own;
  refuse({{verdict, {file}}}, force);
}

StagedFile staged(const fs::path& folder, const OutputFile& file) {
  make_folder((folder / file.name).parent_path());
  StagedFile made{file.name, sha256_hex(file.bytes), TemporaryFile(plain_target(folder / file.name))};
  made.file.write(file.bytes);
  return made;
}

EarlierFiles write_results(const ResultFolder& results, const Fields& record,
                           std::span<const OutputFile> files, std::span<StagedFile> before) {
  Digests written;
  for (const OutputFile& file : files) written[file.name] = sha256_hex(file.bytes);
  for (const StagedFile& file : before) written[file.name] = file.sha256;
  std::vector<std::string> names = {results.record};
  for (const auto& [name, digest] : written) names.push_back(name);
  const RunRecord earlier = read_run_record(results.folder / results.record);
  const Digests own = own_files(results.folder, results.record, earlier);
  const std::vector<ScanFile> scans = scans_of(record);
  if (!results.force) refuse_other_case(results, earlier, scans);
  refuse_kept(results, names, own);

  EarlierFiles others = earlier_files(results, earlier, own, {written, scans});
  Digests replaces;
  for (const auto& [name, digest] : own) {
    const auto now = written.find(name);
    if (name != results.record && (now == written.end() || now->second != digest)) replaces[name] = digest;
  }
  std::vector<OutputFile> in_order = {{results.record, record_text(record, written, replaces)}};
  in_order.insert(in_order.end(), files.begin(), files.end());
  in_order.push_back({results.record, record_text(record, written)});
  std::vector<TemporaryFile> aside = written_aside(results.folder, in_order);
  std::vector<std::string> staged_names;
  for (const StagedFile& file : before) staged_names.push_back(file.name);
  remove_left_behind(results.folder, staged_names);
  for (TemporaryFile& file : std::span(aside).first(aside.size() - 1)) file.put_in_place();
  for (StagedFile& file : before) file.file.put_in_place();
  remove_earlier(results.folder, others);
  aside.back().put_in_place();
  return others;
}

std::vector<std::string> sentences_of(const EarlierFiles& files, const fs::path& folder) {
  constexpr std::size_t most_kept = 20;
  std::vector<std::string> sentences;
  if (!files.removed.empty())
    sentences.push_back(phrase("{}: removed files of an earlier run that this one did not write: {}",
                               folder.string(), fmt::format("{}", fmt::join(files.removed, ", "))));
  if (files.kept.empty()) return sentences;
  const std::size_t shown = std::min(files.kept.size(), most_kept);
  std::string names = fmt::format("{}", fmt::join(std::span(files.kept).first(shown), ", "));
  if (shown < files.kept.size()) names = phrase("{} and {} more", names, files.kept.size() - shown);
  sentences.push_back(phrase("{}: kept files that are not of this run: {}", folder.string(), names));
  return sentences;
}

void remove_own_files(const fs::path& folder, const std::string& record) {
  std::error_code ignored;
  for (const auto& [name, digest] : own_files(folder, record, read_run_record(folder / record)))
    if (!leads_out(folder, name)) fs::remove(folder / name, ignored);
}

void set_aside(const fs::path& file) {
  std::error_code error;
  if (!fs::exists(fs::symlink_status(file, error))) return;
  fs::path aside = file.string() + ".kept";
  for (int number = 2; fs::exists(fs::symlink_status(aside, error)); ++number)
    aside = fmt::format("{}.kept-{}", file.string(), number);
  fs::rename(file, aside, error);
  if (error) throw OutputError(file, phrase("cannot be put in place") + ": " + error.message());
}

}  // namespace intercusp
