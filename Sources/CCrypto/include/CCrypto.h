#pragma once

#include <stddef.h>
#include <stdint.h>

/// A running SHA-256 of libcrypto.
typedef struct fcr_digest fcr_digest;

/// A fresh digest, or NULL when memory is out.
fcr_digest *fcr_digest_new(void);

/// Adds `count` bytes; 1 on success, 0 when libcrypto failed.
int fcr_digest_update(fcr_digest *digest, const void *bytes, size_t count);

/// Writes the 32 bytes of the digest to `out`; 1 on success. The digest takes no more bytes then.
int fcr_digest_finish(fcr_digest *digest, uint8_t out[32]);

/// Frees a digest; NULL is allowed.
void fcr_digest_free(fcr_digest *digest);
