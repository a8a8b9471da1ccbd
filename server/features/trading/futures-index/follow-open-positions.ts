import { Injectable, Logger } from '@nestjs/common';
import { DecisionMarkets } from './decision-markets.js';
import { FuturesIndex } from './futures-index.js';
import { FuturesIndexStore } from './futures-index.store.js';

const PAGE = 20_000;

/**
 * Keeps what is open in memory as the rows say: reads all of it once, then whatever transactions have changed since.
 * A change counts from its commit: the place to read on from is the oldest transaction that was still running.
 */
@Injectable()
export class FollowOpenPositions {
  private readonly logger = new Logger(FollowOpenPositions.name);
  private place: string | null = null;
  private sequences = new Map<string, string>();

  constructor(
    private readonly store: FuturesIndexStore,
    private readonly contracts: FuturesIndex,
    private readonly markets: DecisionMarkets,
  ) {}

  /** Whether everything that is open has been read. */
  get loaded(): boolean {
    return this.place !== null;
  }

  /** Reads everything that is open. */
  async load(): Promise<void> {
    await this.readTerms();
    const place = await this.store.place();
    let last = 0;
    for (;;) {
      const page = await this.store.open(last, PAGE);
      for (const contract of page) this.contracts.put(contract);
      last = page.at(-1)?.id ?? last;
      if (page.length < PAGE) break;
    }
    this.place = place;
    this.logger.log(`${this.contracts.margins.size} open positions, ${this.contracts.orders.size} pending orders.`);
  }

  /** Takes up what has changed; answers how many rows. Everything first, when that has not been read. */
  async follow(): Promise<number> {
    if (this.place === null) {
      await this.load();
      return 0;
    }
    const place = await this.store.place();
    const changed = await this.store.changedSince(this.place);
    for (const contract of changed) this.contracts.put(contract);
    this.place = place;
    return changed.length;
  }

  /** Takes up these rows as they stand now. */
  async refresh(ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    for (const contract of await this.store.contracts(ids)) this.contracts.put(contract);
  }

  /** Finds cross accounts whose money has moved without any of their positions: transfers, funding of others. */
  async followMoney(): Promise<void> {
    const keys = [...this.contracts.allAccounts()];
    if (keys.length === 0) return;
    const users = [...new Set(keys.map((key) => key.split(':')[0] as string))];
    const now = await this.store.sequences(users);
    for (const key of keys) if (now.get(key) !== this.sequences.get(key)) this.contracts.dirty.add(key);
    this.sequences = now;
  }

  async readTerms(): Promise<void> {
    const terms = await this.markets.reload();
    this.contracts.know(
      new Map(
        [...terms].map(([marketId, { tiers }]) => [
          marketId,
          tiers.map(({ floor, rate, deduction }) => ({
            floor: Number(floor),
            rate: Number(rate),
            deduction: Number(deduction),
          })),
        ]),
      ),
    );
  }
}
