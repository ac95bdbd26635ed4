//===- TestSupport.h - helpers of the data tests ----------------*- C++ -*-===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#ifndef MESH_TEST_UNIT_TESTSUPPORT_H
#define MESH_TEST_UNIT_TESTSUPPORT_H

#include "mesh/Driver/Data/Array.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include "gtest/gtest.h"

#include <string>
#include <vector>

namespace mesh::driver::test {

/// The text of an error, or "no error".
template <class T> std::string errorText(llvm::Expected<T> value) {
  if (value)
    return "no error";
  return llvm::toString(value.takeError());
}
inline std::string errorText(llvm::Error error) {
  if (!error)
    return "no error";
  return llvm::toString(std::move(error));
}

/// The value, or a failed test and a default.
template <class T> T get(llvm::Expected<T> value) {
  if (value)
    return std::move(*value);
  ADD_FAILURE() << llvm::toString(value.takeError());
  return T();
}

inline std::vector<double> values(const Array &array) {
  std::vector<double> result;
  for (int64_t i = 0; i < array.size(); ++i)
    result.push_back(array.doubleAt(i));
  return result;
}

inline std::vector<int64_t> dims(const Array &array) {
  return {array.shape.begin(), array.shape.end()};
}

/// Bytes from hexadecimal digits; blanks are skipped.
inline std::string bytesOf(llvm::StringRef hex) {
  std::string digits;
  for (char c : hex)
    if (c != ' ')
      digits += c;
  return llvm::fromHex(digits);
}

/// A folder that is removed with its contents at the end of the test.
class TempFolder {
public:
  TempFolder() { llvm::sys::fs::createUniqueDirectory("mesh-unit", path); }
  ~TempFolder() { llvm::sys::fs::remove_directories(path); }
  TempFolder(const TempFolder &) = delete;
  TempFolder &operator=(const TempFolder &) = delete;

  std::string file(llvm::StringRef name) const {
    llvm::SmallString<128> full(path);
    llvm::sys::path::append(full, name);
    return std::string(full);
  }
  std::string write(llvm::StringRef name, llvm::StringRef bytes) const {
    std::string full = file(name);
    std::error_code code;
    llvm::raw_fd_ostream os(full, code);
    EXPECT_FALSE(code) << code.message();
    os << bytes;
    return full;
  }
  /// Names of what is in the folder.
  std::vector<std::string> list() const {
    std::vector<std::string> names;
    std::error_code code;
    for (llvm::sys::fs::directory_iterator i(path, code), end;
         i != end && !code; i.increment(code))
      names.push_back(llvm::sys::path::filename(i->path()).str());
    return names;
  }
  llvm::StringRef root() const { return path; }

private:
  llvm::SmallString<128> path;
};

/// Expects that `text` contains `part`, and prints both otherwise.
#define EXPECT_CONTAINS(text, part)                                            \
  EXPECT_TRUE(llvm::StringRef(text).contains(part))                            \
      << "got:      " << (text) << "\nexpected: " << (part)

} // namespace mesh::driver::test

#endif // MESH_TEST_UNIT_TESTSUPPORT_H
