#include <array>

#include "io/language/translations.h"

namespace intercusp {

namespace {

// In the order of the files in which the English texts stand.
constexpr std::array<Translation, 1> german = {{
    {"Cancel", "Abbrechen"},
}};

}  // namespace

std::span<const Translation> german_translations() { return german; }

}  // namespace intercusp
