import { Injectable } from '@nestjs/common';
import { type AccountKey, type BookOfMarket, BOOKS, DecisionMarkets, FuturesIndex } from '../futures-index/index.js';

/** Queries the index for positions and accounts that the current marks have reached. */
@Injectable()
export class ReachedMargins {
  private paused: ReadonlySet<number> = new Set();

  constructor(
    private readonly markets: DecisionMarkets,
    private readonly futuresIndex: FuturesIndex,
  ) {}

  /** Samples the current mark; call it with every notice, so that no sample is missed while decisions run. */
  sample(marketId: number): void {
    this.markets.sample(marketId);
  }

  /** Isolated positions, earliest reached first, and cross accounts. */
  by(marketIds: readonly number[]): { ids: number[]; accounts: AccountKey[] } {
    const ids: number[] = [];
    const accounts = new Set<AccountKey>();
    for (const marketId of marketIds) {
      if (!this.markets.sample(marketId)) continue;
      for (const demo of BOOKS) {
        for (const id of this.reached({ marketId, demo })) {
          const account = this.futuresIndex.account(id);
          if (account === undefined) ids.push(id);
          else accounts.add(account);
        }
      }
    }
    return { ids, accounts: [...accounts] };
  }

  /** None where the market's prices may not serve the book's money. */
  private reached(book: BookOfMarket): number[] {
    const marks = this.markets.of(book)?.marks;
    return marks
      ? this.futuresIndex.reachedMargins(book, { long: Number(marks.long), short: Number(marks.short) })
      : [];
  }

  /** All positions and accounts that the current marks have reached, in all markets, and accounts queued for recomputation. */
  inHand(): ReadonlySet<number | AccountKey> {
    const { ids, accounts } = this.by(this.markets.marketIds());
    return new Set([...ids, ...accounts, ...this.futuresIndex.dirty]);
  }

  /** Has all cross accounts recomputed once a market counts as paused: it backs nothing any more, and no mark tells. */
  async putPaused(): Promise<void> {
    const paused = await this.markets.paused();
    const isNew = [...paused].some((marketId) => !this.paused.has(marketId));
    this.paused = paused;
    if (isNew) this.putDirty([...this.futuresIndex.allAccounts()]);
  }

  /** Takes cross accounts whose thresholds must be recomputed, at most `limit`. */
  takeDirty(limit: number): AccountKey[] {
    const { dirty } = this.futuresIndex;
    const accounts = [...dirty].slice(0, limit);
    for (const key of accounts) dirty.delete(key);
    return accounts;
  }

  /** Puts back accounts that could not be recomputed; accounts without open positions are dropped. */
  putDirty(accounts: readonly AccountKey[]): void {
    for (const key of accounts) if (this.futuresIndex.positionsOf(key).size > 0) this.futuresIndex.dirty.add(key);
  }

  /** Isolated positions with a margin warning. */
  warned(): number[] {
    return [...this.futuresIndex.warnedPositions];
  }
}
