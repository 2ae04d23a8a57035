#include "io/case/both_jaws.h"

namespace intercusp {

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

}  // namespace intercusp
