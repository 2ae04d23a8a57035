// Tooth of each vertex, from numbers in or next to a mesh file or from its name, in FDI or Universal numbers.
//
// FDI: occlusion/case/fdi.h. Universal: 1–16 upper from the patient's right to the left, 17–32 lower from left to right.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/mesh/raw_mesh.h"
#include "occlusion/base/enum_table.h"
#include "occlusion/base/finding.h"
#include "occlusion/case/fdi.h"

namespace intercusp {

enum class ToothNumbering { automatic, fdi, universal };
[[nodiscard]] constexpr auto names_of(ToothNumbering) {
  return enum_table<ToothNumbering>({{ToothNumbering::automatic, "auto"},
                                     {ToothNumbering::fdi, "fdi"},
                                     {ToothNumbering::universal, "universal"}});
}

//! FDI number of a Universal number from 1 to 32; empty for all others.
[[nodiscard]] std::optional<int> fdi_from_universal(int number);

//! FDI number of a tooth in the given numbering; 0 (gum) for numbers outside it.
//! \pre numbering is not automatic.
[[nodiscard]] int fdi_number(int number, ToothNumbering numbering);

struct NumberingChoice {
  ToothNumbering numbering = ToothNumbering::fdi;  //!< never automatic
  bool ambiguous = false;                          //!< the numbers are teeth of this jaw in either numbering
};

//! The numbering in which all numbers are teeth of this jaw, or else of the other jaw, or else the one in which most of
//! them are teeth of this jaw. \param numbers each once; 0 and negative numbers (gum and unknown) are ignored. \param
//! preferred wins where both do. \pre not automatic.
[[nodiscard]] NumberingChoice choose_numbering(std::span<const int> numbers, Jaw jaw,
                                               ToothNumbering preferred);

[[nodiscard]] std::string title_of(ToothNumbering numbering);  //!< "FDI", "Universal"

//! {"labels": [...]}, one number per vertex in the order of the mesh file, before any repair; as Teeth3DS writes it, too.
//! With "classes", {"1": 17, ...}, the numbers are those of a network's classes, and each one named becomes that tooth.
//! \return empty if the JSON has no member "labels": a file next to a mesh may hold something else.
//! \throw InputError if the file cannot be read or an entry is not a number.
[[nodiscard]] std::optional<std::vector<int>> read_label_file(const std::filesystem::path& file);

//! A tooth named by its file.
struct NamedTooth {
  int number = 0;  //!< as written; 0 = gum
  //! "FDI_36" and "universal 14" state their numbering.
  ToothNumbering stated = ToothNumbering::automatic;
  //! Without a stated numbering: "Tooth_14" is the usual form of Universal numbers, "36" and "tooth36" that of FDI.
  ToothNumbering likely = ToothNumbering::fdi;
};

//! Empty for names without a tooth, such as "upper.stl" or "scan_11.stl".
[[nodiscard]] std::optional<NamedTooth> tooth_in_name(const std::filesystem::path& file);

//! The labels of one file of a jaw, in the file's own numbers.
struct FileLabels {
  std::size_t vertices = 0;
  std::vector<int> numbers;                           //!< one per vertex, or empty
  ToothNumbering stated = ToothNumbering::automatic;  //!< of the numbers, by the name of their array
  std::optional<NamedTooth> tooth;                    //!< counts only without numbers
};

//! The labels that an array of a mesh file holds. In arrays of extensions of 3D Slicer ("Universal_ID", "PredictedID") the
//! numbers are Universal and 33 is gum (Leclercq et al., DentalModelSeg).
[[nodiscard]] FileLabels labels_of_array(std::vector<int> numbers, std::string_view array);

//! Whether numbers without a stated numbering may also be a network's classes, 1 to 14 along the arch as in MeshSegNet:
//! then neither reading is reliable. \param jaw Universal numbers of the lower begin at 17
[[nodiscard]] bool may_be_classes(const FileLabels& labels, std::optional<Jaw> jaw);

struct JawLabels {
  std::vector<int> fdi;          //!< one per vertex of all files, 0 = gum; empty if unknown
  std::vector<Finding> remarks;  //!< guesses, and numbers that are not teeth
};

//! All files of a jaw use the same numbering, so the teeth together determine it.
[[nodiscard]] JawLabels label_jaw(const std::vector<FileLabels>& files, Jaw jaw, ToothNumbering numbering);

// Tooth numbers given as colours of a scan's faces or vertices.

//! The tooth of each vertex. Colours that the table lacks are gum, and are remarked.
//! \param table lines `r,g,b,fdi`, whole numbers, 0 = gum; a line of words may head them
//! \throw InputError where a line of the table cannot be used, or the mesh has no colours
[[nodiscard]] std::vector<int> labels_of_colours(const RawMesh& mesh, const std::filesystem::path& mesh_file,
                                                 const std::filesystem::path& table,
                                                 std::vector<Finding>& remarks);

//! A remark where colours may stand for teeth: 4 to 17 of them (gum and 3 to 16 teeth), one of which is twice as frequent as
//! the next, as gum is.
[[nodiscard]] std::optional<Finding> colours_like_labels(const RawMesh& mesh,
                                                         const std::filesystem::path& mesh_file);

}  // namespace intercusp
