//===- SaveTest.cpp - results to files ------------------------------------===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#include "mesh/Driver/Data/Save.h"
#include "TestSupport.h"
#include "mesh/Driver/Data/Npy.h"

using namespace llvm;
using namespace mesh::driver;
using namespace mesh::driver::test;

namespace {

TEST(Save, ReplacesAWholeFile) {
  TempFolder folder;
  std::string path = folder.write("y.npy", "old");
  Array array = get(makeArray({1, 2, 3, 4}, {2, 2}, DType::F32));
  ASSERT_EQ(errorText(saveArrays(path, NamedArray{"r0", array})), "no error");
  EXPECT_EQ(values(get(readNpy(path))), values(array));
  EXPECT_EQ(folder.list(), std::vector<std::string>{"y.npy"});
}

TEST(Save, FailureLeavesNothing) {
  TempFolder folder;
  Array array = get(makeArray({1}, {1}));
  EXPECT_CONTAINS(errorText(saveNpy(folder.file("none/y.npy"), array)),
                  "none/y.npy");
  // Two equal names fail after the temporary file has been opened.
  std::string path = folder.write("y.npz", "old");
  EXPECT_CONTAINS(errorText(saveNpz(path, {{"a", array}, {"a", array}})),
                  "cannot write '");
  EXPECT_EQ(folder.list(), std::vector<std::string>{"y.npz"});
  EXPECT_CONTAINS(errorText(saveNpy(folder.root(), array)), "it is a folder");
}

TEST(Save, FullDisk) {
  if (!sys::fs::exists("/dev/full"))
    GTEST_SKIP() << "no /dev/full here";
  Array array = get(makeArray({1}, {1}));
  EXPECT_CONTAINS(errorText(saveNpy("/dev/full", array)), "/dev/full");
  EXPECT_EQ(errorText(saveNpy("/dev/null", array)), "no error");
}

TEST(Save, LinksAreFollowed) {
  TempFolder folder;
  std::string path = folder.write("real.npy", "old"),
              link = folder.file("link.npy");
  ASSERT_FALSE(sys::fs::create_link(path, link));
  Array array = get(makeArray({5}, {1}));
  ASSERT_EQ(errorText(saveNpy(link, array)), "no error");
  EXPECT_EQ(get(readNpy(path)).doubleAt(0), 5);
}

TEST(Save, Extensions) {
  TempFolder folder;
  Array array = get(makeArray({1}, {1}));
  std::vector<NamedArray> two{{"r0", array}, {"r1", array}};
  EXPECT_CONTAINS(errorText(saveArrays(folder.file("y.npy"), two)),
                  "holds one array, but there are 2; use .npz");
  EXPECT_CONTAINS(errorText(saveArrays(folder.file("y.txt"), two)),
                  "ends in .npy or .npz");
  EXPECT_EQ(errorText(saveArrays(folder.file("y.npz"), two)), "no error");
}

} // namespace
