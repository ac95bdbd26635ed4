/* What the test programs share: checks that say where they fail, and arrays
 * from .npy files that mesh-opt has written. */
#ifndef TESTING_H
#define TESTING_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(CONDITION)                                                       \
  do {                                                                         \
    if (!(CONDITION)) {                                                        \
      fprintf(stderr, "%s:%d: not true: %s\n", __FILE__, __LINE__,             \
              #CONDITION);                                                     \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)

/* Whether a call failed with this code and a message that holds `text`. */
#define CHECK_ERROR(CALL, CODE, TEXT)                                          \
  do {                                                                         \
    int32_t code_ = (CALL);                                                    \
    if (code_ != (CODE) || error.code != (CODE) ||                             \
        !strstr(error.message, TEXT)) {                                        \
      fprintf(stderr, "%s:%d: code %d, message: %s\n", __FILE__, __LINE__,     \
              (int)code_, error.message);                                      \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)

/* The elements of a .npy file (version 1) and their size in bytes. */
static inline void *read_npy(const char *folder, const char *name,
                             size_t *bytes) {
  char path[4096];
  unsigned char head[10];
  FILE *file;
  long begin, end;
  void *data;
  snprintf(path, sizeof path, "%s/%s", folder, name);
  file = fopen(path, "rb");
  CHECK(file);
  CHECK(fread(head, 1, 10, file) == 10 && head[6] == 1);
  begin = 10 + head[8] + 256 * head[9];
  CHECK(fseek(file, 0, SEEK_END) == 0);
  end = ftell(file);
  CHECK(end >= begin && fseek(file, begin, SEEK_SET) == 0);
  *bytes = (size_t)(end - begin);
  data = malloc(*bytes + 1);
  CHECK(data && fread(data, 1, *bytes, file) == *bytes);
  fclose(file);
  return data;
}

#endif
