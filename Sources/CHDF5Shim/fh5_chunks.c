// Chunks as they lie in the file, past the library's conversion: runs in the reading process only.
//
// Of a matrix in the form that our writer gives it, the library would copy every chunk twice and
// sum it word by word. Its stored bytes are its values: they are read to where they shall lie and
// summed there. Whatever is not as expected is left to the library, which reads it or says what is
// wrong.

#include <string.h>

#include "fh5_reading.h"

/// Bytes of the sum behind a chunk.
enum { SUM_BYTES = 4 };

static int summed_only(hid_t creation) {
  unsigned flags, configuration, values[8];
  size_t value_count = 8;
  return H5Pget_nfilters(creation) == 1 &&
         H5Pget_filter2(creation, 0, &flags, &value_count, values, 0, NULL, &configuration) ==
             H5Z_FILTER_FLETCHER32;
}

void fh5r_find_chunks(fh5_numbers *numbers, hid_t creation, size_t most) {
  numbers->chunk_bytes = 0;
  if (numbers->rank < 1 || H5Pget_layout(creation) != H5D_CHUNKED || !summed_only(creation)) return;
  hid_t stored = H5Dget_type(numbers->dataset);
  const int same = stored >= 0 && H5Tequal(stored, numbers->type) > 0;
  if (stored >= 0) H5Tclose(stored);
  hsize_t *chunk = numbers->chunk;
  chunk[0] = chunk[1] = 1;
  if (!same || H5Pget_chunk(creation, 2, chunk) != numbers->rank) return;
  // Only then the values of a chunk follow each other in the matrix too.
  if (chunk[0] != 1 && chunk[1] != numbers->columns) return;
  if (chunk[0] == 0 || chunk[1] == 0 || chunk[0] > most / chunk[1]) return;
  const hsize_t bytes = chunk[0] * chunk[1] * numbers->value_bytes;
  if (bytes + SUM_BYTES <= most) numbers->chunk_bytes = bytes;
}

/// Reads the chunk at `numbers->next` and checks its sum; 0 when the library must look at it.
static int read_stored(fh5_numbers *numbers, char *out) {
  hsize_t stored = 0;
  uint32_t skipped = 0, sum;
  // The length first: reading trusts the file, and would go past the end.
  const int good =
      H5Dget_chunk_storage_size(numbers->dataset, numbers->next, &stored) >= 0 &&
      stored == numbers->chunk_bytes + SUM_BYTES &&
      H5Dread_chunk(numbers->dataset, H5P_DEFAULT, numbers->next, &skipped, out) >= 0 &&
      skipped == 0;
  if (!good) {
    H5Eclear2(H5E_DEFAULT);
    return 0;
  }
  memcpy(&sum, out + numbers->chunk_bytes, sizeof sum);
  return sum == fh5_fletcher32(out, numbers->chunk_bytes);
}

size_t fh5r_next_chunks(fh5_numbers *numbers, char *out, size_t most, fh5_problem *problem) {
  size_t used = 0;
  while (numbers->next[0] < numbers->rows && used + numbers->chunk_bytes + SUM_BYTES <= most) {
    hsize_t count[2];
    fh5r_extent_of_next(numbers, numbers->chunk, count);
    // The sum behind one chunk is overwritten by the next.
    if (!read_stored(numbers, out + used) && !fh5r_read_next(numbers, count, out + used, problem)) {
      return 0;
    }
    used += count[0] * count[1] * numbers->value_bytes;
    fh5r_step(numbers, count);
  }
  return used;
}
