import { keccak_256 } from '@noble/hashes/sha3.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { bech32, bech32m, createBase58check } from '@scure/base';

/** Chains whose addresses we can check. */
export type AddressChain = 'ethereum' | 'tron' | 'bitcoin';

const base58check = createBase58check(sha256);
const TRON_VERSION = 0x41;
const P2PKH_VERSION = 0x00;
const P2SH_VERSION = 0x05;
const BITCOIN_PREFIX = 'bc';

/**
 * Whether the text is an address on the chain, with its checksum right and in its one canonical spelling: EIP-55 on
 * EVM chains, Base58Check with version 0x41 on TRON, and on Bitcoin P2PKH, P2SH (Base58Check) or a witness program
 * (BIP-173, BIP-350, lower case). An EVM address without capitals has no checksum to check and is refused; so is the
 * zero address.
 */
export function isAddress(chain: AddressChain, text: string): boolean {
  if (chain === 'ethereum')
    return /^0x[0-9a-fA-F]{40}$/.test(text) && !/^0x0+$/.test(text) && checksummed(text) === text;
  if (chain === 'tron') return hasVersion(text, [TRON_VERSION]);
  return hasVersion(text, [P2PKH_VERSION, P2SH_VERSION]) || isWitnessAddress(text);
}

/**
 * The one spelling of a transaction's hash: 64 hexadecimal digits in lower case, without `0x`. Null for other text.
 */
export function canonicalHash(text: string): string | null {
  const digits = text.startsWith('0x') || text.startsWith('0X') ? text.slice(2) : text;
  return /^[0-9a-fA-F]{64}$/.test(digits) && !/^0+$/.test(digits) ? digits.toLowerCase() : null;
}

const BANK_REFERENCE = /^[A-Z0-9 /_.-]{3,128}$/;

/**
 * The one spelling of what a bank calls a transfer: capitals, without blanks around it and with one between its words. Null for text that no
 * bank writes.
 */
export function canonicalBankReference(text: string): string | null {
  const spelled = text.trim().replaceAll(/\s+/g, ' ').toUpperCase();
  return BANK_REFERENCE.test(spelled) ? spelled : null;
}

/** EIP-55: a letter is a capital where the digest of the lower-case digits has a digit of 8 or more. */
export function checksummed(address: string): string {
  const digits = address.slice(2).toLowerCase();
  const digest = bytesToHex(keccak_256(utf8ToBytes(digits)));
  const spelled = [...digits].map((digit, index) =>
    Number.parseInt(digest.charAt(index), 16) >= 8 ? digit.toUpperCase() : digit,
  );
  return `0x${spelled.join('')}`;
}

function hasVersion(text: string, versions: number[]): boolean {
  if (!/^[1-9A-HJ-NP-Za-km-z]{25,40}$/.test(text)) return false;
  try {
    const bytes = base58check.decode(text);
    return bytes.length === 21 && versions.includes(bytes[0] as number);
  } catch {
    return false;
  }
}

/** Version 0 is written in Bech32 with 20 or 32 bytes, later versions in Bech32m with 2 to 40. */
function isWitnessAddress(text: string): boolean {
  if (!/^bc1[02-9ac-hj-np-z]{6,87}$/.test(text)) return false;
  const isFirst = text.charAt(3) === 'q';
  try {
    const coder = isFirst ? bech32 : bech32m;
    const { prefix, words } = coder.decode(text as `bc1${string}`, 90);
    const [version = 99, ...program] = words;
    const length = coder.fromWords(program).length;
    const isLength = isFirst ? length === 20 || length === 32 : length >= 2 && length <= 40;
    return prefix === BITCOIN_PREFIX && version <= 16 && (version === 0) === isFirst && isLength;
  } catch {
    return false;
  }
}
