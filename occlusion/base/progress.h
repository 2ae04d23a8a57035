// How long work says how far it is, and is stopped.
#pragma once

#include <functional>

namespace intercusp {

//! Called now and then, from one thread at a time, with the share of the work that is done, 0 to 1. Where it
//! returns false the work stops as soon as it can; what was asked for says what is then returned. May be
//! empty.
using Progress = std::function<bool(double done)>;

}  // namespace intercusp
