import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { hex } from '@scure/base';
import { ercAddress, trcAddress, type WalletChain } from './wallet-address.rules.js';

export interface LoginText {
  chain: WalletChain;
  address: string;
  /** Of the site: host, with the port where it is not the usual one. */
  domain: string;
  uri: string;
  /** The number of the chain, as EIP-155 counts. */
  chainId: string;
  /** What is signed for, where it is no login. */
  statement?: string;
  nonce: string;
  /** Unix milliseconds. */
  issuedAt: number;
  expiresAt: number;
}

const CHAIN_NAMES: Record<WalletChain, string> = { ERC: 'Ethereum', TRC: 'TRON' };
const STATEMENT = 'Log in. This signature moves no funds and approves nothing.';

/** The text that a wallet signs to log in, or to confirm what the statement says. Source: EIP-4361, for TRON with its name in the place of Ethereum's. */
export function loginText(login: LoginText): string {
  return [
    `${login.domain} wants you to sign in with your ${CHAIN_NAMES[login.chain]} account:`,
    login.address,
    '',
    login.statement ?? STATEMENT,
    '',
    `URI: ${login.uri}`,
    'Version: 1',
    `Chain ID: ${login.chainId}`,
    `Nonce: ${login.nonce}`,
    `Issued At: ${new Date(login.issuedAt).toISOString()}`,
    `Expiration Time: ${new Date(login.expiresAt).toISOString()}`,
  ].join('\n');
}

/** Each chain's own words before what is signed, so that a signature can never be that of a transaction. */
const PREFIXES: Record<WalletChain, string> = {
  ERC: '\x19Ethereum Signed Message:\n',
  TRC: '\x19TRON Signed Message:\n',
};

const SIGNATURE = /^(0x)?[0-9a-fA-F]{130}$/;

/**
 * The address whose key signed the text; null for what is no signature. Sources: EIP-191 version 0x45, TIP-191. The
 * last byte may be 0 or 1 in the place of 27 or 28, as some wallets write it.
 */
export function signerOf(chain: WalletChain, text: string, signature: string): string | null {
  if (!SIGNATURE.test(signature)) return null;
  const bytes = hex.decode(signature.replace(/^0x/, '').toLowerCase());
  const last = bytes[64] ?? 0;
  const recovery = last >= 27 ? last - 27 : last;
  if (recovery > 1) return null;
  try {
    const point = secp256k1.Signature.fromBytes(bytes.slice(0, 64), 'compact')
      .addRecoveryBit(recovery)
      .recoverPublicKey(digestOf(chain, text));
    const address = keccak_256(point.toBytes(false).slice(1)).slice(12);
    return chain === 'ERC' ? ercAddress(address) : trcAddress(address);
  } catch {
    return null;
  }
}

function digestOf(chain: WalletChain, text: string): Uint8Array {
  const encoder = new TextEncoder();
  const message = encoder.encode(text);
  const prefix = encoder.encode(`${PREFIXES[chain]}${message.length}`);
  return keccak_256(Uint8Array.from([...prefix, ...message]));
}
