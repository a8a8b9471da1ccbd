/** 128 random bits: two commands never share one by chance. Works on plain HTTP too, where `randomUUID` does not. */
export function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
