import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { Clock } from '../../../platform/clock/clock.js';
import { Config } from '../../../platform/config/config.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { LoginTries } from '../security/index.js';
import { readWalletAddress, type WalletChain } from './wallet-address.rules.js';
import { type Wallet, WalletKeysStore } from './wallet-keys.store.js';
import { loginText } from './wallet-message.rules.js';

const VALID_MS = 300_000;
const NONCE_BYTES = 16;
/** Chains on which an ERC wallet may be while it logs in: Ethereum, OP, BNB, Polygon, Base, Arbitrum. */
const ERC_CHAIN_IDS = new Set(['1', '10', '56', '137', '8453', '42161']);
/** TRON's main net. */
const TRC_CHAIN_ID = '728126428';

export interface WalletQuestion {
  message: string;
  nonce: string;
  validSeconds: number;
}

/** What a text is signed for: a login, or one act of a user with this wallet. */
export interface WalletPurpose {
  userId: string;
  /** As the owner reads it. */
  statement: string;
  /** What exactly is confirmed. */
  confirms: string;
}

/** Gives a wallet the text that it has to sign, to log in or to confirm an act. The server writes all of it. */
@Injectable()
export class AskWallet {
  constructor(
    private readonly store: WalletKeysStore,
    private readonly tries: LoginTries,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** @throws Refusal `account.wallet-erc-required`, `account.wallet-trc-required`, `account.locked`. */
  async execute(
    wallet: Wallet,
    { chainId, ip, purpose = null }: { chainId: string; ip: string; purpose?: WalletPurpose | null },
  ): Promise<WalletQuestion> {
    if (wallet.chain === 'ERC' && !ERC_CHAIN_IDS.has(chainId)) throw new Refusal('account.wallet-erc-required');
    await this.tries.beginWallet(ip);
    const now = this.clock.now();
    const { host, origin } = new URL(this.config.values.PUBLIC_URL);
    const nonce = randomBytes(NONCE_BYTES).toString('hex');
    const message = loginText({
      ...wallet,
      domain: host,
      uri: origin,
      chainId: wallet.chain === 'ERC' ? chainId : TRC_CHAIN_ID,
      ...(purpose ? { statement: purpose.statement } : {}),
      nonce,
      issuedAt: now,
      expiresAt: now + VALID_MS,
    });
    const times = { at: new Date(now), expiresAt: new Date(now + VALID_MS) };
    await this.store.putNonce({ ...wallet, nonce, message, ...times, purpose });
    return { message, nonce, validSeconds: VALID_MS / 1000 };
  }
}

/** @throws Refusal `account.wallet-erc-required`, `account.wallet-trc-required`: the wallet is not one of that chain. */
export function readWallet(chainText: string, address: string): Wallet {
  const chain: WalletChain = chainText.toUpperCase().startsWith('TR') ? 'TRC' : 'ERC';
  const canonical = readWalletAddress(chain, address);
  if (canonical === null) {
    throw new Refusal(chain === 'ERC' ? 'account.wallet-erc-required' : 'account.wallet-trc-required');
  }
  return { chain, address: canonical };
}
