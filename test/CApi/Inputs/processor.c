/* Calls a library that was compiled for processors of the given level. */
#include "numbers.h"
#include "testing.h"

int main(void) {
  const float x[4] = {1, 2, 3, 4};
  double twice = 0;
  int8_t square;
  uint8_t inverse;
  mesh_output sum = {0};
  mesh_error error;
  int32_t code = numbers(2, 3, 0, x, &twice, &square, &inverse, &sum, &error);
  __builtin_cpu_init();
  if (__builtin_cpu_supports(LEVEL)) {
    CHECK(code == MESH_SUCCESS && twice == 4 && *(float *)sum.data == 10);
    mesh_free(sum.data);
    return 0;
  }
  CHECK(code == MESH_ERROR_PROCESSOR && code == error.code);
  CHECK(strstr(error.message, "avx512f"));
  CHECK(twice == 0 && !sum.data);
  return 0;
}
