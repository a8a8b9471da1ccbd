import { createHmac, createPublicKey, timingSafeEqual, verify } from 'node:crypto';

/** Before the 32 bytes of an Ed25519 key in SubjectPublicKeyInfo. Source: RFC 8410, 4. */
const SPKI_HEAD = Buffer.from('302a300506032b6570032100', 'hex');
const KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;
const PEM = /^-----BEGIN PUBLIC KEY-----\s+([A-Za-z0-9+/=\s]+?)\s*-----END PUBLIC KEY-----\s*$/;
const HEX = /^[0-9a-f]{64}$/;
/** The one spelling each: what is left over of the last letter is zero. */
const BASE64_SIGNATURE = /^[A-Za-z0-9+/]{85}[AQgw]==$/;
const BASE64_KEY = /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/;
/**
 * Points of small order, each without the bit of its sign: a signature under one of them can be made for anything by anybody. OpenSSL takes
 * them with either sign, and 0 and 1 also as 2^255 - 19 and one more. Source: RFC 7748, 6; libsodium's list.
 */
const WEAK = new Set([
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
]);

/** HMAC-SHA256 of the text under the secret's own characters, lower-case hexadecimal. */
export function hmacOf(secret: string, text: string): Buffer {
  return createHmac('sha256', secret).update(text, 'utf8').digest();
}

/** Whether it is the text's HMAC-SHA256 in the one spelling that is taken; in constant time. */
export function isHmac(signature: string, secret: string, text: string): boolean {
  const given = HEX.test(signature) ? Buffer.from(signature, 'hex') : Buffer.alloc(KEY_BYTES);
  return timingSafeEqual(given, hmacOf(secret, text)) && HEX.test(signature);
}

/** Whether it is the text's Ed25519 signature, in base64, under the 32 bytes. */
export function isEd25519(signature: string, publicKey: Buffer, text: string): boolean {
  const given = BASE64_SIGNATURE.test(signature) ? Buffer.from(signature, 'base64') : Buffer.alloc(SIGNATURE_BYTES);
  return verify(null, Buffer.from(text, 'utf8'), spki(publicKey), given) && BASE64_SIGNATURE.test(signature);
}

/** The 32 bytes of an Ed25519 public key, of its PEM or its base64; null for anything else, and for keys that fit everything. */
export function readPublicKey(text: string): Buffer | null {
  const trimmed = text.trim();
  const pem = PEM.exec(trimmed)?.[1]?.replaceAll(/\s/g, '');
  const der = pem === undefined ? null : Buffer.from(pem, 'base64');
  if (der && !(der.length === SPKI_HEAD.length + KEY_BYTES && der.subarray(0, SPKI_HEAD.length).equals(SPKI_HEAD))) {
    return null;
  }
  if (!der && !BASE64_KEY.test(trimmed)) return null;
  const bytes = der ? der.subarray(SPKI_HEAD.length) : Buffer.from(trimmed, 'base64');
  if (bytes.length !== KEY_BYTES || isWeak(bytes)) return null;
  try {
    spki(bytes);
    return Buffer.from(bytes);
  } catch {
    return null;
  }
}

function isWeak(bytes: Buffer): boolean {
  const withoutSign = Buffer.from(bytes);
  withoutSign.writeUInt8(bytes.readUInt8(KEY_BYTES - 1) & 0x7f, KEY_BYTES - 1);
  return WEAK.has(withoutSign.toString('hex'));
}

function spki(bytes: Buffer) {
  return createPublicKey({ key: Buffer.concat([SPKI_HEAD, bytes]), format: 'der', type: 'spki' });
}
