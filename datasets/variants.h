// Named variants of the generated dentition, as `intercusp generate dentition --variant` takes them.
#pragma once

#include <string>
#include <vector>

#include "datasets/dentition_options.h"

namespace intercusp {

[[nodiscard]] const std::vector<std::string>& variant_names();

//! The options with one more variant.
//! \throw std::invalid_argument for a name that is not in variant_names() (the message lists them).
[[nodiscard]] DentitionOptions with_variant(DentitionOptions options, const std::string& name);

}  // namespace intercusp
