# The lit suites: every .mlir and .test file below test/, except Inputs and the
# unit tests.
#
# Features    mesh-data   MESH_DATA_DIR names a folder with the public data sets
#             asan        the tools are built with the address sanitizer
#             mesh-bench  mesh-bench is built, which takes Clang and no sanitizer
#             numpy       a Python with NumPy is installed
# Names       %examples   the folder examples/
#             %data       the shipped data, examples/data/
#             %mesh_build the build folder
#             %cxx        the C++ compiler
#             %numpy_python  that Python (only with REQUIRES: numpy)
#             %mesh_data  MESH_DATA_DIR (only with REQUIRES: mesh-data)

import os
import subprocess

import lit.formats

config.name = "Mesh"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs", "unit", "corpus"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.mesh_binary_root, "test")

mesh_tools = os.path.join(config.mesh_binary_root, "bin")
config.environment["PATH"] = os.pathsep.join(
    [mesh_tools, config.llvm_tools_dir, config.environment["PATH"]]
)


def add_tool(name, folder):
    """Replaces a command word by its full path, so that no other program of the name is run."""
    pattern = r"(?<![\w./%-])" + name + r"(?![\w./-])"
    config.substitutions.append((pattern, os.path.join(folder, name)))


for tool in ["mesh-opt", "mesh-lsp-server", "mesh-reduce", "mesh-bench", "mesh-replay"]:
    add_tool(tool, mesh_tools)
add_tool("FileCheck", config.llvm_tools_dir)  # `not` and `count` come by way of PATH

examples = os.path.join(config.mesh_source_root, "examples")
config.substitutions.append(("%examples", examples))
config.substitutions.append(("%mesh_build", config.mesh_binary_root))
config.substitutions.append(("%cxx", config.mesh_cxx_compiler))
config.substitutions.append(("%data", os.path.join(examples, "data")))

if "address" in config.mesh_sanitizers.split(","):
    config.available_features.add("asan")
    # LLVM's allocators poison what they have not given out, but only in code that
    # is instrumented: what its libraries, which are not, give out stays poisoned.
    config.environment["ASAN_OPTIONS"] = "allow_user_poisoning=0"

for variable in ["ASAN_OPTIONS", "LSAN_OPTIONS", "UBSAN_OPTIONS", "FILECHECK_OPTS"]:
    if variable in os.environ:
        config.environment[variable] = os.environ[variable]

if os.path.exists(os.path.join(mesh_tools, "mesh-bench")):
    config.available_features.add("mesh-bench")

data_dir = os.environ.get("MESH_DATA_DIR")
if data_dir and os.path.isdir(data_dir):
    data_dir = os.path.abspath(data_dir)
    config.available_features.add("mesh-data")
    config.environment["MESH_DATA_DIR"] = data_dir
    config.substitutions.append(("%mesh_data", data_dir))
else:
    lit_config.note(
        "MESH_DATA_DIR names no folder: tests that need the public data sets are skipped"
    )

# The system's Python has the NumPy of Debian's package, also where another one comes first.
for python in ["python3", "/usr/bin/python3"]:
    try:
        found = subprocess.run([python, "-c", "import numpy"], capture_output=True).returncode == 0
    except OSError:
        found = False
    if found:
        config.available_features.add("numpy")
        config.substitutions.append(("%numpy_python", python))
        break
else:
    lit_config.note("no Python with NumPy (Debian: python3-numpy): tests of layers against it are skipped")
# One thread: the arrays are small, and other tests run at the same time.
config.environment["OPENBLAS_NUM_THREADS"] = "1"

# A test that hangs fails instead of stopping the run, where lit can end it.
if lit_config.maxIndividualTestTimeIsSupported[0] and not lit_config.maxIndividualTestTime:
    lit_config.maxIndividualTestTime = 600
