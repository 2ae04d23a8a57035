#include "io/export/products.h"

#include <tbb/parallel_for.h>

namespace intercusp {

std::vector<OutputFile> make_all(const std::vector<Product>& products) {
  std::vector<OutputFile> files(products.size());
  tbb::parallel_for(std::size_t{0}, products.size(), [&](std::size_t i) {
    files[i] = {products[i].name, products[i].make()};
  });
  return files;
}

}  // namespace intercusp
