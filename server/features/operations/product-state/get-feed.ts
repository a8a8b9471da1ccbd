import { Injectable } from '@nestjs/common';
import type { FeedMarketView, FeedStateView } from '../../../contract/operations/product-state.dto.js';
import { Clock } from '../../../platform/clock/clock.js';
import { MarketBoard, MarketCatalog } from '../../markets/market-board/index.js';

const SHOWN_MAX = 50;

/** What this gateway knows of the feed: the same picture that its users see. */
@Injectable()
export class GetFeed {
  constructor(
    private readonly catalog: MarketCatalog,
    private readonly board: MarketBoard,
    private readonly clock: Clock,
  ) {}

  execute(): FeedStateView {
    const now = this.clock.now();
    const markets = this.catalog.all().map(({ symbol }) => this.market(symbol, now));
    const live = markets.filter(({ status }) => status === 'live');
    const ages = live.flatMap(({ ageMs }) => (ageMs === null ? [] : [ageMs]));
    return {
      at: now,
      fed: !this.board.unfed,
      ageMs: Math.max(0, now - this.board.publishedAt),
      live: live.length,
      total: markets.length,
      others: markets.filter(({ status }) => status !== 'live').slice(0, SHOWN_MAX),
      oldestMs: ages.length === 0 ? null : Math.max(...ages),
    };
  }

  private market(symbol: string, now: number): FeedMarketView {
    const row = this.board.ticker(symbol, now);
    if (!row) return { symbol, status: 'stale', reason: 'no-data', origin: 'live', indexState: 'stale', ageMs: null };
    const { status, reason, origin, indexState, pricedAt } = row;
    return {
      symbol,
      status,
      reason,
      origin,
      indexState,
      ageMs: pricedAt === null ? null : Math.max(0, now - pricedAt),
    };
  }
}
