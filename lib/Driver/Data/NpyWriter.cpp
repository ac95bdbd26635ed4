//===- NpyWriter.cpp - numpy's .npy files, writing ------------------------===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#include "mesh/Driver/Data/Npy.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/SwapByteOrder.h"

using namespace llvm;
using namespace mesh::driver;

static StringRef descriptor(DType dtype) {
  switch (dtype) {
  case DType::Bool:
    return "b1";
  case DType::I8:
    return "i1";
  case DType::U8:
    return "u1";
  case DType::I16:
    return "i2";
  case DType::U16:
    return "u2";
  case DType::I32:
    return "i4";
  case DType::U32:
    return "u4";
  case DType::I64:
  case DType::Index:
    return "i8";
  case DType::U64:
    return "u8";
  case DType::F16:
    return "f2";
  case DType::BF16:
    return "V2";
  case DType::F32:
    return "f4";
  case DType::F64:
    return "f8";
  }
  llvm_unreachable("unknown element type");
}

std::string mesh::driver::npyHeader(const Array &array) {
  std::string dict;
  raw_string_ostream os(dict);
  char order = byteWidth(array.dtype) == 1 ? '|'
               : sys::IsLittleEndianHost   ? '<'
                                           : '>';
  os << "{'descr': '" << order << descriptor(array.dtype)
     << "', 'fortran_order': False, 'shape': (";
  interleaveComma(array.shape, os);
  os << (array.shape.size() == 1 ? ",), }" : "), }");
  // Magic, version and length take 10 bytes, the closing line end one.
  uint64_t total = alignTo(10 + dict.size() + 1, 64);
  dict.append(total - 10 - dict.size() - 1, ' ');
  dict += '\n';
  std::string header("\x93NUMPY\x01\0", 8);
  header += static_cast<char>(dict.size() & 0xff);
  header += static_cast<char>(dict.size() >> 8);
  return header + dict;
}

Expected<Array> mesh::driver::npyStorable(const Array &array) {
  if (array.dtype == DType::BF16)
    return convert(array, DType::F32);
  return array;
}

Error mesh::driver::writeNpy(raw_ostream &os, const Array &array) {
  Expected<Array> storable = npyStorable(array);
  if (!storable)
    return storable.takeError();
  os << npyHeader(*storable);
  os.write(storable->data(), storable->byteSize());
  return Error::success();
}
