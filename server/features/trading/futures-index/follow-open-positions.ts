import { Injectable, Logger } from '@nestjs/common';
import { DecisionMarkets } from './decision-markets.js';
import { FuturesIndex } from './futures-index.js';
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
        const page = await this.store.open(last, PAGE);
        for (const contract of page) this.futuresIndex.put(contract);
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
      const changed = await this.store.changedSince(this.place);
      for (const contract of changed) this.futuresIndex.put(contract);
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
    for (const contract of await this.store.contracts(ids)) this.futuresIndex.put(contract);
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
