import { Injectable } from '@nestjs/common';
import type { CandleView } from '../../../contract/markets/markets.dto.js';
import type { CandleRowsReply, CandleRowView, CandlesRequest } from '../../../contract/markets/quotations.dto.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { MarketBoard } from '../market-board/index.js';
import { CandleHistory, CANDLES_MAX } from './candle-history.js';
import { type CandleQuery, candleQuery } from './candle-request.rules.js';

/** Bars of a market in the K-line form, ascending, the newest of the range, with the way to the page before. */
@Injectable()
export class ListCandles {
  constructor(
    private readonly history: CandleHistory,
    private readonly board: MarketBoard,
    private readonly clock: Clock,
  ) {}

  /**
   * As a client asks for it, without a place in the store of replies.
   * @param symbol one that the catalogue has.
   * @throws Refusal `markets.unknown-period` or `markets.invalid-range`.
   */
  asked(symbol: string, wanted: CandlesRequest): Promise<CandleRowsReply> {
    const query = candleQuery(wanted, this.clock.now(), CANDLES_MAX);
    if (typeof query === 'string') throw new Refusal(query);
    return this.execute(symbol, query);
  }

  /** @param symbol one that the catalogue has. */
  async execute(symbol: string, query: CandleQuery): Promise<CandleRowsReply> {
    const { period, from, to, limit } = query;
    const bars = await this.history.range({ symbol, period, from, to, limit });
    const first = bars[0];
    const ticker = this.board.ticker(symbol, this.clock.now());
    return {
      code: 1,
      msg: 'success',
      data: bars.map(candleRow),
      symbol,
      period,
      origin: ticker?.origin ?? null,
      status: ticker?.status ?? null,
      reason: ticker?.reason ?? null,
      next_to: first && bars.length >= limit && first.openAt > from ? Math.floor(first.openAt / 1000) - 1 : null,
    };
  }
}

function candleRow(bar: CandleView): CandleRowView {
  return {
    id: Math.floor(bar.openAt / 1000),
    time: bar.openAt,
    open: bar.open,
    close: bar.close,
    high: bar.high,
    low: bar.low,
    volume: bar.volume,
    amount: bar.volume,
    vol: bar.quoteVolume,
    count: bar.trades,
    symbol: bar.symbol,
    closed: bar.closed,
    filled: bar.filled,
    outage: bar.outage,
    origin: bar.origin,
    revision: bar.revision,
  };
}
