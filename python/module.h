// What each file of the module adds to it.
#pragma once

#include <pybind11/pybind11.h>

namespace intercusp::python {

void add_cases(pybind11::module_& module);        // Jaw, Case, read_jaw, segment
void add_maps(pybind11::module_& module);         // clearance_map, surface_distance, contacts, validate
void add_bites(pybind11::module_& module);        // find_bite, settle, play
void add_motions(pybind11::module_& module);      // first_contact
void add_articulator(pybind11::module_& module);  // articulate
void add_solids(pybind11::module_& module);       // interfere
void add_scans(pybind11::module_& module);        // register, compare

}  // namespace intercusp::python
