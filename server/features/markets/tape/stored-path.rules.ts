const HASH_BYTES = 32;

/** The hashes beside a way to a root as they are stored, one behind the other; hexadecimal. */
export function storedPath(path: Buffer): string[] {
  return Array.from({ length: path.length / HASH_BYTES }, (_, place) =>
    path.toString('hex', place * HASH_BYTES, (place + 1) * HASH_BYTES),
  );
}
