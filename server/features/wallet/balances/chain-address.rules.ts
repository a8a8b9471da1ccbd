import { secp256k1 } from '@noble/curves/secp256k1.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { bech32, createBase58check } from '@scure/base';
import {
  type AddressChain,
  canonicalBankReference,
  canonicalHash,
  checksummed,
  isAddress,
} from '../../../contract/rules/chain-address.rules.js';

export { type AddressChain, canonicalBankReference, canonicalHash, checksummed, isAddress };
/** How the address of a public key is written. */
export type AddressForm = 'evm' | 'tron' | 'p2pkh' | 'p2wpkh';

const base58check = createBase58check(sha256);
const TRON_VERSION = 0x41;
const P2PKH_VERSION = 0x00;
const BITCOIN_PREFIX = 'bc';

/** The address of a public key of 33 bytes (compressed). */
export function addressOf(form: AddressForm, publicKey: Uint8Array): string {
  if (form === 'evm') return checksummed(`0x${bytesToHex(accountBytes(publicKey))}`);
  if (form === 'tron') return base58check.encode(Uint8Array.from([TRON_VERSION, ...accountBytes(publicKey)]));
  const hash = ripemd160(sha256(publicKey));
  if (form === 'p2pkh') return base58check.encode(Uint8Array.from([P2PKH_VERSION, ...hash]));
  return bech32.encode(BITCOIN_PREFIX, [0, ...bech32.toWords(hash)]);
}

/** The 20 bytes inside a TRON address, as hexadecimal digits; null when the text is none. */
export function tronAccount(address: string): string | null {
  return isAddress('tron', address) ? bytesToHex(base58check.decode(address).slice(1)) : null;
}

/** The TRON address of 20 bytes in hexadecimal digits, with or without the version `41` before them. */
export function tronAddress(hex: string): string {
  const bytes = Uint8Array.from(hex.slice(-40).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  return base58check.encode(Uint8Array.from([TRON_VERSION, ...bytes]));
}

/** The last 20 bytes of the digest of the uncompressed key. */
function accountBytes(publicKey: Uint8Array): Uint8Array {
  return keccak_256(secp256k1.Point.fromBytes(publicKey).toBytes(false).slice(1)).slice(-20);
}
