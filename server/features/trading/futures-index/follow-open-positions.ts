import { Injectable, Logger } from '@nestjs/common';
import { DecisionMarkets } from './decision-markets.js';
import { FuturesIndex, type IndexedPosition } from './futures-index.js';
import { FuturesIndexStore } from './futures-index.store.js';
import type { RoughTier } from './threshold.rules.js';

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
  /** The maintenance tables that the thresholds were computed from, and whether other ones have been read since. */
  private tables = '';
  private outdated = false;
  /** The last read that was asked for, until it is applied. */
  private reading: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly store: FuturesIndexStore,
    private readonly futuresIndex: FuturesIndex,
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
    await this.readAll();
    this.place = place;
    this.logger.log(
      `${this.futuresIndex.margins.size} open positions, ${this.futuresIndex.orders.size} pending orders.`,
    );
  }

  /** Puts everything that is open and pending into the index, with thresholds by the tables of now. */
  private async readAll(): Promise<void> {
    this.outdated = false;
    try {
      let last = 0;
      for (;;) {
        const after = last;
        const page = await this.apply(() => this.store.open(after, PAGE));
        last = page.at(-1)?.id ?? last;
        if (page.length < PAGE) return;
      }
    } catch (error) {
      this.outdated = true;
      throw error;
    }
  }

  /**
   * Applies the rows changed since the last read; returns how many. Does the full load first if it has not been done. After
   * a change of the maintenance tables everything is read again, and after a read that failed: perhaps another server
   * answers next, which gives out numbers of transactions anew.
   */
  async follow(): Promise<number> {
    if (this.place === null) {
      await this.load();
      return 0;
    }
    try {
      const place = await this.store.place();
      if (BigInt(place) < BigInt(this.place)) this.outdated = true;
      const since = this.place;
      const changed = await this.apply(() => this.store.changedSince(since));
      this.place = place;
      if (this.outdated) await this.readAll();
      return changed.length;
    } catch (error) {
      this.outdated = true;
      throw error;
    }
  }

  /** Reads these rows again and applies them. */
  async refresh(ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    await this.apply(() => this.store.positions(ids));
  }

  /**
   * Puts the rows of a read into the index. A read begins when the one before it has been applied, whichever loop asks: of two
   * at once the older could be applied last, and what it does not know of would be lost until the row changes again. A row has no
   * version that tells, because its exposure and its warnings are those of other rows.
   */
  private apply(read: () => Promise<IndexedPosition[]>): Promise<IndexedPosition[]> {
    const applied = this.reading.then(async () => {
      const rows = await read();
      for (const position of rows) this.futuresIndex.put(position);
      return rows;
    });
    this.reading = applied.catch(() => undefined);
    return applied;
  }

  /**
   * Marks cross accounts as dirty whose balance changed while their positions did not: transfers, funding of other
   * positions.
   */
  async followMoney(): Promise<void> {
    const keys = [...this.futuresIndex.allAccounts()];
    if (keys.length === 0) return;
    const users = [...new Set(keys.map((key) => key.split(':')[0] as string))];
    const now = await this.store.sequences(users);
    for (const key of keys) if (now.get(key) !== this.sequences.get(key)) this.futuresIndex.dirty.add(key);
    this.sequences = now;
  }

  async readTerms(): Promise<void> {
    const terms = await this.markets.reload();
    const rough = [...terms].map(([marketId, { tiers }]): [number, RoughTier[]] => [
      marketId,
      tiers.map(({ floor, rate, deduction }) => ({
        floor: Number(floor),
        rate: Number(rate),
        deduction: Number(deduction),
      })),
    ]);
    const tables = JSON.stringify(rough);
    if (tables === this.tables) return;
    this.tables = tables;
    this.outdated = true;
    this.futuresIndex.know(new Map(rough));
  }
}
