// Work on both jaws at once. It reports the errors of both. Also compares the scans that were given for the
// two jaws.
#pragma once

#include <exception>
#include <future>
#include <string>

#include "io/files/errors.h"
#include "io/mesh/mesh_report.h"
#include "occlusion/base/jaw.h"
#include "occlusion/base/run_both.h"

namespace intercusp {

template <class Made>
struct BothJaws {
  Made upper{}, lower{};
};

//! Neither jaw can be used, each for its own reason. The message states both reasons. The finding is the
//! upper's.
class BothRefused : public InputError {
 public:
  BothRefused(const InputError& of_upper, const InputError& of_lower)
      : InputError(of_upper),
        upper(of_upper),
        lower(of_lower),
        both_(std::string(upper.what()) + "; " + lower.what()) {}
  [[nodiscard]] const char* what() const noexcept override { return both_.c_str(); }

  const InputError upper, lower;

 private:
  std::string both_;
};

//! Returns if both are null.
//! \throw BothRefused if both are InputError, else the first error
void throw_errors_of(const std::exception_ptr& upper, const std::exception_ptr& lower);

//! Calls `make` for both jaws at once and waits for both.
//! \throw as throw_errors_of
template <class Make>
[[nodiscard]] auto make_both(const Make& make) {
  auto upper = std::async(std::launch::async, [&] { return make(Jaw::upper); });
  BothJaws<decltype(make(Jaw::upper))> jaws;
  std::exception_ptr of_upper, of_lower;
  keep_error(of_lower, [&] { jaws.lower = make(Jaw::lower); });
  keep_error(of_upper, [&] { jaws.upper = upper.get(); });
  throw_errors_of(of_upper, of_lower);
  return jaws;
}

//! Whether the files of two jaws or solids have equal SHA-256 digests, in any order. False for jaws made from
//! arrays, which have no files.
[[nodiscard]] bool have_same_files(const MeshReport& a, const MeshReport& b);

//! For commands that need anatomy.
//! \param upper,lower sources as the user gave them
//! \throw InputError, same_file_for_both_jaws, if the reports list equal files
void refuse_same_files(const std::string& upper, const MeshReport& upper_report, const std::string& lower,
                       const MeshReport& lower_report);

}  // namespace intercusp
