#include "io/files/result_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <system_error>

#include "io/files/errors.h"
#include "io/files/json_text.h"
#include "io/files/png_mark.h"
#include "io/files/read_file.h"
#include "io/files/sha256.h"
#include "io/language/language.h"

namespace intercusp {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view own_digest_opening = "\"record_sha256\": \"";

// ---- The record

//! Its text with the digest of that text in place of the zeros.
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

std::string record_text(const Fields& record, const Digests& written, const Digests& replaces) {
  Fields fields = record;
  fields.push_back({"written", fields_of(written)});
  if (!replaces.empty()) fields.push_back({"replaces", fields_of(replaces)});
  fields.push_back({"record_sha256", std::string(sha256_letters, '0')});
  return sealed(json_lines(fields));
}

std::optional<std::string> text_of(const fs::path& file) {
  try {
    return std::string(read_file(file).view());
  } catch (const InputError&) {
    return std::nullopt;
  }
}

Digests digests_in(const nlohmann::json& record, const char* field) {
  Digests digests;
  const auto listed = record.find(field);
  if (listed == record.end() || !listed->is_object()) return digests;
  for (const auto& [name, digest] : listed->items()) {
    if (digest.is_string()) digests.emplace(name, digest.get<std::string>());
  }
  return digests;
}

//! The content of a folder's record.
struct Known {
  bool is_ours = false;  //!< unchanged since the program wrote it
  Digests written,
      replaces;  //!< replaces: older digests, from a run that ended while it renamed its files

  [[nodiscard]] bool lists(const std::string& name, const std::string& digest) const {
    const auto is = [&](const Digests& digests) {
      const auto found = digests.find(name);
      return found != digests.end() && found->second == digest;
    };
    return is(written) || is(replaces);
  }
};

Known known_by(const fs::path& record) {
  const std::optional<std::string> text = text_of(record);
  if (!text || !is_sealed(*text)) return {};
  const nlohmann::json json = nlohmann::json::parse(*text, nullptr, false);
  if (!json.is_object()) return {};
  return {.is_ours = true, .written = digests_in(json, "written"), .replaces = digests_in(json, "replaces")};
}

//! Files of the folder that its record lists and that have not changed since, and the record itself if it has not.
Digests own_files(const fs::path& folder, const std::string& record) {
  const Known known = known_by(folder / record);
  Digests own;
  if (known.is_ours) own[record] = "";  // its digest is not needed
  for (const Digests* const digests : {&known.written, &known.replaces}) {
    for (const auto& [name, digest] : *digests) {
      const fs::path file = folder / name;
      if (own.contains(name) || !holds(folder, file)) continue;
      const std::optional<std::string> bytes = text_of(file);
      const std::string present = bytes ? sha256_hex(*bytes) : "";
      if (bytes && known.lists(name, present)) own[name] = present;
    }
  }
  return own;
}

// ---- What may be replaced

enum class Verdict { free, own, input, special, foreign };

//! Links are followed, because the target of a link would be replaced.
Verdict verdict_on(const fs::path& file, std::span<const fs::path> inputs) {
  std::error_code error;
  const fs::file_type type = fs::symlink_status(file, error).type();
  if (type == fs::file_type::not_found || type == fs::file_type::none) return Verdict::free;
  if (fs::is_directory(file, error))
    return Verdict::free;  // another kind of error, which writing will report
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

//! Names in the folder that match one with a star.
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

//! Empty if no file must be kept.
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

}  // namespace

void check_replaceable(const ResultFolder& results, std::span<const std::string> names) {
  refuse_kept(results, names, own_files(results.folder, results.record));
}

void check_replaceable(const fs::path& file, std::span<const fs::path> inputs, bool force) {
  Verdict verdict = verdict_on(file, inputs);
  if (verdict == Verdict::foreign && is_marked_picture(file)) verdict = Verdict::own;
  refuse({{verdict, {file}}}, force);
}

void write_results(const ResultFolder& results, const Fields& record, std::span<const OutputFile> files,
                   const Digests& before) {
  std::vector<std::string> names = {results.record};
  for (const OutputFile& file : files) names.push_back(file.name);
  const Digests own = own_files(results.folder, results.record);
  refuse_kept(results, names, own);

  Digests written = before, replaces;
  for (const OutputFile& file : files) {
    const std::string digest = sha256_hex(file.bytes);
    written[file.name] = digest;
    const auto old = own.find(file.name);
    if (old != own.end() && old->second != digest) replaces.insert(*old);
  }
  // Files of earlier runs that this run does not write still belong to the program.
  for (const auto& [name, digest] : own)
    if (name != results.record) written.emplace(name, digest);
  std::vector<OutputFile> in_order;
  if (!replaces.empty()) in_order.push_back({results.record, record_text(record, written, replaces)});
  in_order.insert(in_order.end(), files.begin(), files.end());
  in_order.push_back({results.record, record_text(record, written, {})});
  write_together(results.folder, in_order);
}

void remove_own_files(const fs::path& folder, const std::string& record) {
  std::error_code ignored;
  for (const auto& [name, digest] : own_files(folder, record)) fs::remove(folder / name, ignored);
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

bool holds(const fs::path& folder, const fs::path& file) {
  const auto lies_in = [&folder](const fs::path& path) {
    std::error_code error;
    for (fs::path above = path.parent_path(); !above.empty(); above = above.parent_path()) {
      if (fs::equivalent(above, folder, error)) return true;
      if (above == above.parent_path()) break;
    }
    return false;
  };
  std::error_code error;
  const fs::path whole = fs::absolute(file, error).lexically_normal();
  const fs::path followed = fs::weakly_canonical(whole, error);
  const fs::path link_itself = fs::weakly_canonical(whole.parent_path(), error) / whole.filename();
  return lies_in(whole) || lies_in(followed) || lies_in(link_itself);
}

}  // namespace intercusp
