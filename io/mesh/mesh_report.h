// What import found in the files of one jaw, and what it changed. Every repair is counted here.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "occlusion/base/finding.h"
#include "occlusion/base/jaw.h"

namespace intercusp {

//! Every repair step, counted in faces unless the name says otherwise.
struct RepairCounts {
  std::size_t faces_with_bad_indices = 0;        //!< dropped: they name vertices that are not in the file
  std::size_t non_finite_vertices = 0;           //!< dropped, in vertices
  std::size_t faces_at_non_finite_vertices = 0;  //!< dropped with these vertices
  std::size_t merged_vertices = 0;               //!< vertices that had an identical twin
  std::size_t joined_vertices = 0;   //!< vertices at open edges that were merged with another within 0.002 mm
  std::size_t collapsed_faces = 0;   //!< faces without area, collapsed along their shortest edge
  std::size_t duplicate_faces = 0;   //!< dropped: the same three vertices in the same direction
  std::size_t loose_components = 0;  //!< components below the area limit, dropped
  std::size_t faces_in_loose_components = 0;
  std::size_t split_edges = 0;           //!< non-manifold edges split
  std::size_t split_vertices = 0;        //!< non-manifold vertices split
  std::size_t flipped_faces = 0;         //!< turned over to agree with their neighbours
  std::size_t flipped_components = 0;    //!< turned inside out
  std::size_t filled_holes = 0;          //!< holes capped in place
  std::size_t faces_in_holes = 0;        //!< faces of those caps
  std::size_t closed_boundaries = 0;     //!< big boundaries closed with a skirt and a base
  std::size_t skirt_and_base_faces = 0;  //!< faces of skirts and bases; they are not anatomy
};

struct InputFile {
  std::string path;
  std::string format;            //!< "STL binary", "PLY", …: from the content, not from the extension
  std::string sha256;            //!< hex digest of the bytes as read
  std::optional<Jaw> part = {};  //!< the jaw of a file that holds both
};

//! Where tooth numbers come from.
struct LabelSource {
  enum class Kind { beside_file, of_vertices, of_faces, file_names, found_on_scan, made_with_dentition };
  Kind kind = Kind::of_vertices;
  std::string array = {};  //!< the array's name in the file; empty if there is none
  bool operator==(const LabelSource&) const = default;
};

struct MeshReport {
  std::vector<InputFile> files;
  std::size_t vertices_read = 0;
  std::size_t triangles_read = 0;
  std::size_t components = 0;     //!< number of components of the finished solid
  bool closed_by_import = false;  //!< the solid has faces that are not anatomy
  RepairCounts repairs;
  std::vector<LabelSource> label_sources;  //!< each source once; empty without labels
  std::vector<Finding> findings = {};      //!< findings of the search for teeth, if there was one
  std::vector<Finding> remarks = {};       //!< what import guessed, left out or repaired
};

}  // namespace intercusp
