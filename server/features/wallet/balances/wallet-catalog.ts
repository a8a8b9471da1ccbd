import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Refusal } from '../../../platform/http/refusal.js';
import { type CoinNetwork, WalletCatalogStore, type WalletCurrency } from './wallet-catalog.store.js';

const RELOAD_MS = 15_000;

/**
 * The coins of the wallet and their networks, read at start and again every 15 s: switching one off is a row. A
 * reading that fails leaves the former one in place.
 */
@Injectable()
export class WalletCatalog implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger(WalletCatalog.name);
  private known = new Map<number, WalletCurrency>();
  private ways: CoinNetwork[] = [];
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly store: WalletCatalogStore) {}

  async onModuleInit(): Promise<void> {
    await this.read();
    this.timer = setInterval(() => void this.reload(), RELOAD_MS);
    this.timer.unref();
  }

  onApplicationShutdown(): void {
    if (this.timer) clearInterval(this.timer);
  }

  /** Reads the rows again. Never throws. */
  async reload(): Promise<void> {
    try {
      await this.read();
    } catch (error) {
      this.logger.warn(`The coins could not be read again: ${error instanceof Error ? error.message : 'unknown'}`);
    }
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

  private async read(): Promise<void> {
    const [currencies, networks] = await Promise.all([this.store.currencies(), this.store.networks()]);
    this.known = new Map(currencies.map((currency) => [currency.id, currency]));
    this.ways = networks;
  }
}
