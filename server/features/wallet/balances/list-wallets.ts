import { Injectable } from '@nestjs/common';
import type { DecimalText } from '../../../contract/money.js';
import { WALLET_ACCOUNTS, type WalletAccount } from '../../../contract/wallet/wallet.dto.js';
import { Ledger } from '../ledger/index.js';
import { type UsdtPrice, UsdtPrices } from './usdt-prices.js';
import { WalletCatalog } from './wallet-catalog.js';
import type { WalletCurrency } from './wallet-catalog.store.js';
import { isZero, sum, worth } from './worth.rules.js';

export interface AccountBalance {
  available: DecimalText;
  frozen: DecimalText;
}

/** One currency in all accounts of a user. */
export interface Wallet {
  currency: WalletCurrency;
  balances: Record<WalletAccount, AccountBalance>;
  /** Null: nobody knows what it is worth. */
  price: UsdtPrice | null;
}

/** A value, and how reliable it is. */
export interface Total {
  /** In USDT, of everything that has a price. */
  usdt: DecimalText;
  /** Age of the oldest price in it; null when no price was needed. */
  ageMs: number | null;
  /** Codes of what is held and has no price, and is not in the total. */
  unpriced: string[];
}

/** What a user has, currency by currency: of real money, or of demo money. */
@Injectable()
export class ListWallets {
  constructor(
    private readonly catalog: WalletCatalog,
    private readonly ledger: Ledger,
    private readonly prices: UsdtPrices,
  ) {}

  /** Every currency that a wallet may hold, held or not, in the catalogue's order. */
  async execute(userId: string, demo = false): Promise<Wallet[]> {
    const balances = new Map(
      (await this.ledger.balancesOf(userId, demo)).map(({ kind, currencyId, balance }) => [
        `${kind}:${currencyId}`,
        balance,
      ]),
    );
    return this.catalog.currencies().map((currency) => {
      const of = (account: WalletAccount): AccountBalance => ({
        available: balances.get(`${account}:${currency.id}`) ?? '0',
        frozen: balances.get(`${account}_frozen:${currency.id}`) ?? '0',
      });
      return {
        currency,
        balances: { spot: of('spot'), option: of('option'), contract: of('contract'), trust: of('trust') },
        price: this.prices.of(currency.code),
      };
    });
  }

  /** One currency of the user. @throws Refusal `wallet.unknown-currency`. */
  async one(userId: string, currencyId: number, demo = false): Promise<Wallet> {
    const { id } = this.catalog.currency(currencyId);
    const wallets = await this.execute(userId, demo);
    return wallets.find(({ currency }) => currency.id === id) as Wallet;
  }
}

/** What the wallets are worth in the given accounts, frozen money included. */
export function totalOf(wallets: readonly Wallet[], accounts: readonly WalletAccount[] = WALLET_ACCOUNTS): Total {
  const worths: DecimalText[] = [];
  const unpriced: string[] = [];
  let ageMs: number | null = null;
  for (const { currency, balances, price } of wallets) {
    const held = sum(accounts.flatMap((account) => [balances[account].available, balances[account].frozen]));
    if (isZero(held)) continue;
    if (!price) {
      unpriced.push(currency.code);
      continue;
    }
    worths.push(worth(held, price.price));
    ageMs = Math.max(ageMs ?? 0, price.ageMs);
  }
  return { usdt: sum(worths), ageMs, unpriced };
}
