import type { ErcProvider, TronWallet } from './wallet-providers';

export type Chain = 'ERC' | 'TRC';
export type WalletProblem = 'declined' | 'pending' | 'failed' | 'needErc' | 'needTrc';

/** Why a wallet did not sign, as the page says it. */
export class WalletFailed extends Error {
  constructor(readonly problem: WalletProblem) {
    super(problem);
    this.name = 'WalletFailed';
  }
}

/** Somebody who can sign one line of text, and nothing else. */
export interface Signer {
  chain: Chain;
  address: string;
  /** Decimal number of the chain; only of ERC wallets. */
  chainId: string | null;
  sign: (message: string) => Promise<string>;
}

const ERC_ADDRESS = /^0x[0-9a-fA-F]{40}$/;
const TRON_ADDRESS = /^T[1-9A-HJ-NP-Za-km-z]{33}$/;

/** Asks an ERC wallet who it is. @throws WalletFailed */
export async function connectErc(provider: ErcProvider): Promise<Signer> {
  const accounts = await asked(() => provider.request({ method: 'eth_requestAccounts' }));
  const address: unknown = Array.isArray(accounts) ? accounts[0] : undefined;
  if (typeof address !== 'string') throw new WalletFailed('failed');
  if (!ERC_ADDRESS.test(address)) throw new WalletFailed('needErc');
  const chain = await asked(() => provider.request({ method: 'eth_chainId' }));
  return {
    chain: 'ERC',
    address,
    chainId: readChainId(chain),
    sign: (message) => signed(() => provider.request({ method: 'personal_sign', params: [toHex(message), address] })),
  };
}

/** Asks a TRON wallet who it is. @throws WalletFailed */
export async function connectTron(wallet: TronWallet): Promise<Signer> {
  if (wallet.request) await asked(() => wallet.request?.({ method: 'tron_requestAccounts' }) ?? Promise.resolve());
  const { tronWeb } = wallet;
  const address = tronWeb?.defaultAddress?.base58;
  const trx = tronWeb?.trx;
  if (typeof address !== 'string' || address === '') throw new WalletFailed('failed');
  if (!TRON_ADDRESS.test(address)) throw new WalletFailed('needTrc');
  return {
    chain: 'TRC',
    address,
    chainId: null,
    sign: (message) =>
      signed(() => trx?.signMessageV2?.(message) ?? Promise.reject(new Error('The wallet signs no messages'))),
  };
}

async function signed(ask: () => Promise<unknown>): Promise<string> {
  const signature = await asked(ask);
  if (typeof signature !== 'string' || signature === '') throw new WalletFailed('failed');
  return signature;
}

async function asked(ask: () => Promise<unknown>): Promise<unknown> {
  try {
    return await ask();
  } catch (error) {
    throw new WalletFailed(problemOf(error));
  }
}

/** EIP-1193 and EIP-1474 give these numbers; TRON wallets throw words. */
function problemOf(error: unknown): WalletProblem {
  const { code, message } = (typeof error === 'object' && error !== null ? error : { message: error }) as {
    code?: unknown;
    message?: unknown;
  };
  if (code === 4001 || (typeof message === 'string' && /declin|reject|cancel|denied/i.test(message))) return 'declined';
  return code === -32_002 ? 'pending' : 'failed';
}

/** Chain numbers come as `0x1`; some wallets give decimal text or a number. */
function readChainId(chain: unknown): string | null {
  const number = typeof chain === 'string' || typeof chain === 'number' ? Number(chain) : Number.NaN;
  return Number.isSafeInteger(number) && number > 0 ? String(number) : null;
}

function toHex(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
