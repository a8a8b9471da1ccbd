import { Injectable } from '@nestjs/common';
import { CachedRows } from '../../../platform/database/cached-rows.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { type CoinNetwork, WalletCatalogStore, type WalletCurrency } from './wallet-catalog.store.js';

const RELOAD_MS = 15_000;

/**
 * The coins of the wallet and their networks, read at start and again every 15 s: switching one off is a row. A
 * reading that fails leaves the former one in place.
 */
@Injectable()
export class WalletCatalog extends CachedRows {
  private known = new Map<number, WalletCurrency>();
  private ways: CoinNetwork[] = [];

  constructor(private readonly store: WalletCatalogStore) {
    super('The coins', RELOAD_MS);
  }

  currencies(): WalletCurrency[] {
    return [...this.known.values()];
  }

  /** @throws Refusal `wallet.unknown-currency`. */
  currency(id: number): WalletCurrency {
    const currency = this.known.get(id);
    if (!currency) throw new Refusal('wallet.unknown-currency');
    return currency;
  }

  /** Its code, `USDT`; a currency that no wallet holds has its number. */
  codeOf(id: number): string {
    return this.known.get(id)?.code ?? String(id);
  }

  /** All networks, switched on or not. */
  networks(currencyId?: number): CoinNetwork[] {
    return currencyId === undefined ? this.ways : this.ways.filter((way) => way.currencyId === currencyId);
  }

  network(id: number): CoinNetwork | undefined {
    return this.ways.find((way) => way.id === id);
  }

  protected async read(): Promise<void> {
    const [currencies, networks] = await Promise.all([this.store.currencies(), this.store.networks()]);
    this.known = new Map(currencies.map((currency) => [currency.id, currency]));
    this.ways = networks;
  }
}
