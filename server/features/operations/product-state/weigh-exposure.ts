import { Injectable } from '@nestjs/common';
import type { MarketExposureView, ProductStateView } from '../../../contract/operations/product-state.dto.js';
import { Clock } from '../../../platform/clock/clock.js';
import { MarketBoard, MarketCatalog } from '../../markets/market-board/index.js';
import { netOf, quantityOf, stakesOf } from './exposure.rules.js';
import { coverageOf, profitOf } from './house-figures.rules.js';
import { type OpenLotsRow, type OpenStakesRow, ProductStateStore } from './product-state.store.js';

/** Asked for by several desks at once, it is reckoned once in so many milliseconds. */
const VALID_MS = 4000;

/** What the house stands in for and what it has: the books' figures at the board's prices. */
@Injectable()
export class WeighExposure {
  private last: { at: number; state: Promise<ProductStateView> } | null = null;

  constructor(
    private readonly store: ProductStateStore,
    private readonly catalog: MarketCatalog,
    private readonly board: MarketBoard,
    private readonly clock: Clock,
  ) {}

  execute(): Promise<ProductStateView> {
    const now = this.clock.now();
    if (this.last === null || Math.abs(now - this.last.at) >= VALID_MS) {
      const state = this.weigh(now);
      this.last = { at: now, state };
      // What failed is asked anew by the next one.
      state.catch(() => {
        this.last = null;
      });
    }
    return this.last.state;
  }

  private async weigh(now: number): Promise<ProductStateView> {
    const [lots, stakes, accounts] = await Promise.all([
      this.store.openLots(),
      this.store.openStakes(),
      this.store.houseAccounts(),
    ]);
    return {
      at: now,
      exposure: this.exposure(lots, stakes, now),
      profit: profitOf(accounts),
      coverage: coverageOf(accounts),
    };
  }

  private exposure(lots: OpenLotsRow[], stakes: OpenStakesRow[], now: number): MarketExposureView[] {
    const concerned = new Set([...lots, ...stakes].map(({ marketId }) => marketId));
    return this.catalog
      .all()
      .filter(({ id }) => concerned.has(id))
      .map(({ id, symbol, lotSize }) => {
        const held = lots.find(({ marketId }) => marketId === id) ?? { long: '0', short: '0' };
        const [long, short] = [quantityOf(held.long, lotSize), quantityOf(held.short, lotSize)];
        const [base = '', quote = ''] = symbol.split('/');
        const { price, at } = this.priceOf(symbol, now);
        return {
          marketId: id,
          symbol,
          long,
          short,
          base,
          quote,
          price,
          priceAgeMs: at === null ? null : Math.max(0, now - at),
          net: price === null ? null : netOf({ long, short }, price),
          options: stakesOf(stakes.filter(({ marketId }) => marketId === id)),
        };
      });
  }

  /** The mark; where there is none the last price, which says how old it is. */
  private priceOf(symbol: string, now: number): { price: string | null; at: number | null } {
    const row = this.board.ticker(symbol, now);
    return { price: row?.mark ?? row?.last ?? null, at: row?.pricedAt ?? null };
  }
}
