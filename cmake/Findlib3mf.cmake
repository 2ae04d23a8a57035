# lib3mf's own pkg-config file asks for libraries that only static linking needs.
find_library(LIB3MF_LIBRARY 3MF)
find_path(LIB3MF_INCLUDE_DIR Model/COM/NMR_DLLInterfaces.h PATH_SUFFIXES lib3mf)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(lib3mf REQUIRED_VARS LIB3MF_LIBRARY LIB3MF_INCLUDE_DIR)
add_library(lib3mf::lib3mf INTERFACE IMPORTED GLOBAL)
target_link_libraries(lib3mf::lib3mf INTERFACE ${LIB3MF_LIBRARY})
target_include_directories(lib3mf::lib3mf INTERFACE ${LIB3MF_INCLUDE_DIR})
