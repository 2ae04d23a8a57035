#include "io/case/both_jaws.h"

#include <algorithm>
#include <filesystem>
#include <vector>

#include "io/language/language.h"

namespace intercusp {
namespace {

std::vector<std::string> digests_of(const MeshReport& report) {
  std::vector<std::string> digests;
  for (const InputFile& file : report.files)
    digests.push_back(file.sha256 + (file.part ? std::string(name_of(*file.part)) : ""));
  std::ranges::sort(digests);
  return digests;
}

}  // namespace

void throw_errors_of(const std::exception_ptr& upper, const std::exception_ptr& lower) {
  if (!upper && !lower) return;
  if (!upper || !lower) std::rethrow_exception(upper ? upper : lower);
  try {
    std::rethrow_exception(upper);
  } catch (const InputError& of_upper) {
    try {
      std::rethrow_exception(lower);
    } catch (const InputError& of_lower) {
      throw BothRefused(of_upper, of_lower);
    } catch (...) {
    }
    throw;
  }
}

bool have_same_files(const MeshReport& a, const MeshReport& b) {
  const std::vector<std::string> digests = digests_of(a);
  return !digests.empty() && !digests.front().empty() && digests == digests_of(b);
}

void refuse_same_files(const std::string& upper, const MeshReport& upper_report, const std::string& lower,
                       const MeshReport& lower_report) {
  if (!have_same_files(upper_report, lower_report)) return;
  const Finding code{"same_file_for_both_jaws", Severity::error};
  std::error_code ignored;
  if (std::filesystem::is_directory(upper, ignored)) {
    throw InputError(upper,
                     phrase("the upper and the lower jaw are the same files; give a folder that holds both "
                            "jaws once, or each "
                            "jaw's own scan"),
                     code);
  }
  throw InputError(
      lower, phrase("the upper and the lower jaw are the same scan ({}); give each jaw's own", upper), code);
}

}  // namespace intercusp
