// Options of a generated dentition: a normal one by default, with features of real scans on request.
//
// Teeth are given as FDI numbers of either jaw. A number that the dentition does not have changes nothing.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace intercusp {

//! Tips one tooth about the middle of its neck.
struct ToothTilt {
  int fdi = 0;
  double mesial_deg = 0;  //!< lean of the crown towards mesial; negative: distal
  double buccal_deg = 0;  //!< lean of the crown towards cheek or lip; negative: towards the tongue
};

//! The sides of the jaws that exist. If there is one side, the sheet ends slightly beyond the midline.
enum class ScannedSides { both, right, left };

struct DentitionOptions {
  std::size_t triangles = 210000;  //!< per jaw, to 2 %; variants add some
  std::uint64_t seed = 0;          //!< seed of small deviations of the teeth and irregularities of the meshes

  bool varied = false;  //!< the seed draws sizes and positions of all teeth (datasets/arch.h)

  std::vector<int> missing;      //!< lost; gum closes over the place, which stays open
  std::vector<int> closed_gaps;  //!< lost; the teeth behind have moved forward
  double crowding_mm = 0;        //!< space that the six front teeth of each jaw lack, 0 to 8
  std::vector<ToothTilt> tilts;
  ScannedSides sides = ScannedSides::both;
  bool wisdom_teeth = false;  //!< adds 18, 28, 38 and 48
  bool deciduous = false;     //!< the 20 milk teeth, 51 to 85, replace the permanent ones
  bool mixed = false;  //!< a child of eight: permanent incisors and first molars, milk teeth between them
  std::vector<int> stayed;  //!< milk teeth that stand in the places of their successors

  double wear_share = 0;         //!< share of the cusps' height that is worn away, 0 to 1
  std::vector<int> restored;     //!< smooth crowns without grooves
  std::vector<int> attachments;  //!< with an aligner attachment on the buccal face
  std::vector<int> brackets;     //!< with a bracket on the buccal face
  bool wire = false;             //!< through the brackets

  //! The upper sheet includes the palate, the lower sheet a strip of the floor of the mouth.
  bool palate = false;
  bool plaster_base = false;  //!< closed by a trimmed base like a study model; includes the palate
};

[[nodiscard]] inline bool names(const std::vector<int>& teeth, int fdi) {
  return std::find(teeth.begin(), teeth.end(), fdi) != teeth.end();
}

// Named variants of the generated dentition, for `intercusp generate dentition --variant`.

[[nodiscard]] const std::vector<std::string>& variant_names();

//! Returns the options with one more variant.
//! \throw std::invalid_argument for a name that is not in variant_names(); the message lists them
[[nodiscard]] DentitionOptions with_variant(DentitionOptions options, const std::string& name);

}  // namespace intercusp
