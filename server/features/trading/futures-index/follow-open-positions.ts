import { Injectable, Logger } from '@nestjs/common';
import { DecisionMarkets } from './decision-markets.js';
import { FuturesIndex } from './futures-index.js';
import { FuturesIndexStore } from './futures-index.store.js';

const PAGE = 20_000;

/**
 * Mirrors open positions and pending orders into the index: one full load, then incremental reads of changed rows.
 * The watermark of a read is the oldest transaction that was still running, so late commits are not missed.
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

  /** Whether the full load has been done. */
  get loaded(): boolean {
    return this.place !== null;
  }

  /** The full load. */
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

  /**
   * Applies the rows changed since the last read; returns how many. Does the full load first if it has not been done.
   */
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

  /** Reads these rows again and applies them. */
  async refresh(ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    for (const contract of await this.store.contracts(ids)) this.contracts.put(contract);
  }

  /**
   * Marks cross accounts as dirty whose balance changed while their positions did not: transfers, funding of other
   * positions.
   */
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
