import { keccak_256 } from '@noble/hashes/sha3.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check, hex } from '@scure/base';

/** The two families of wallets: Ethereum and its like, and TRON. */
export type WalletChain = 'ERC' | 'TRC';

const base58check = createBase58check(sha256);
const TRON_PREFIX = 0x41;
const ERC_ADDRESS = /^0x[0-9a-fA-F]{40}$/;
const TRC_ADDRESS = /^T[1-9A-HJ-NP-Za-km-z]{33}$/;

/** An address of 20 bytes with the checksum in its letters' case. Source: EIP-55. */
export function ercAddress(bytes: Uint8Array): string {
  const plain = hex.encode(bytes);
  const digest = hex.encode(keccak_256(new TextEncoder().encode(plain)));
  const signs = [...plain].map((sign, index) => (/[89a-f]/.test(digest.charAt(index)) ? sign.toUpperCase() : sign));
  return `0x${signs.join('')}`;
}

/** An address of 20 bytes as TRON writes it: base58check over a prefix of 0x41. */
export function trcAddress(bytes: Uint8Array): string {
  return base58check.encode(Uint8Array.from([TRON_PREFIX, ...bytes]));
}

/**
 * The canonical form of a wallet's address; null when it is none of that chain. An ERC address in one case carries no
 * checksum and is taken as it is, as wallets hand it out; in mixed case its checksum must be right.
 */
export function readWalletAddress(chain: WalletChain, text: string): string | null {
  return chain === 'ERC' ? readErcAddress(text) : readTrcAddress(text);
}

function readErcAddress(text: string): string | null {
  if (!ERC_ADDRESS.test(text)) return null;
  const digits = text.slice(2);
  const address = ercAddress(hex.decode(digits.toLowerCase()));
  const isOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  return isOneCase || address === text ? address : null;
}

function readTrcAddress(text: string): string | null {
  if (!TRC_ADDRESS.test(text)) return null;
  try {
    const bytes = base58check.decode(text);
    return bytes.length === 21 && bytes[0] === TRON_PREFIX ? text : null;
  } catch {
    return null;
  }
}
