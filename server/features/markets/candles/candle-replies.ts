import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CandlesRequest } from '../../../contract/markets/quotations.dto.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { ReplyCache, type ReplyPlan } from '../../../platform/http/reply-cache.js';
import { MarketBoard } from '../market-board/index.js';
import { CANDLES_MAX } from './candle-history.js';
import { type CandleQuery, candleQuery } from './candle-request.rules.js';
import { ListCandles } from './list-candles.js';

const RUNNING_VALID_MS = 100;
/** A range that ended this long ago changes only by a correction. */
const SETTLED_AFTER_MS = 3_600_000;
const SETTLED_VALID_MS = 2000;

/** Sends bars, serialised once for everybody who asks for the same range in the same beat. */
@Injectable()
export class CandleReplies {
  constructor(
    private readonly listCandles: ListCandles,
    private readonly replies: ReplyCache,
    private readonly board: MarketBoard,
    private readonly clock: Clock,
  ) {}

  /**
   * @param symbol one that the catalogue has.
   * @throws Refusal `markets.unknown-period` or `markets.invalid-range`.
   */
  async send(request: FastifyRequest, reply: FastifyReply, symbol: string, wanted: CandlesRequest): Promise<void> {
    const now = this.clock.now();
    const query = candleQuery(wanted, now, CANDLES_MAX);
    if (typeof query === 'string') throw new Refusal(query);
    await this.replies.send(request, reply, this.plan(symbol, query, now), () =>
      this.listCandles.execute(symbol, query),
    );
  }

  private plan(symbol: string, { period, from, to, limit }: CandleQuery, now: number): ReplyPlan {
    const key = `candles ${symbol} ${period} ${from} ${to} ${limit}`;
    if (now - to > SETTLED_AFTER_MS && period !== '1week' && period !== '1mon' && period !== '1day') {
      // Never kept by a browser without asking: the same range has other bars when the origin of the prices changes.
      const origin = () => `settled ${this.board.tickerEntry(symbol)?.value.origin}`;
      return { key, version: origin, validMs: SETTLED_VALID_MS, cacheControl: 'no-cache' };
    }
    const version = () => `${this.board.epoch} ${this.board.sequence}`;
    return { key, version, validMs: RUNNING_VALID_MS, cacheControl: 'no-cache' };
  }
}
