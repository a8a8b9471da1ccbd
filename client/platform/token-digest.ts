import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * SHA-256 of a session's token, hexadecimal, as the server keeps it, too. The browser's own digest is missing on plain
 * http, and late: the tab may be gone by then.
 */
export function digestOf(token: string): string {
  return bytesToHex(sha256(utf8ToBytes(token)));
}
