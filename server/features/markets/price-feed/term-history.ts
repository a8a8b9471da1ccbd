import { setImmediate } from 'node:timers/promises';
import type { Logger } from '@nestjs/common';
import type { Feed } from '../../../platform/feeds/feed.js';
import { PERIOD_MS } from '../../../platform/feeds/venue-history.js';
import type { BackfillCandles, BackfillRequest, CandleRecorder, CandleSource } from '../candles/index.js';
import type { MarketCatalog } from '../market-board/index.js';
import { BASIS_WINDOW_MS, type FedMarket, type PriceEngine } from '../prices/index.js';
import type { ReadTape, TapedMark } from '../tape/index.js';
import { feeds, instrumentOf } from './feed-plan.js';

/** Bars that an outage cut are asked for when their last minute is closed at the venue. */
const REFILL_AFTER_MS = 70_000;
/** A connection that comes and goes puts that off no further than this. */
const REFILL_LATEST_MS = 5 * 60_000;
/** What a venue did not answer is asked for again after twice the time before, and at least this often. */
const RETRY_LATEST_MS = 30 * 60_000;
/** Markets of one query, and queries at the same time: a takeover waits for all of them, and one market's bars. */
const RESTORED_TOGETHER = 6;
const RESTORED_AT_ONCE = 4;

/** Where history comes from and goes to. */
export interface HistoryTools {
  engine: PriceEngine;
  recorder: Pick<CandleRecorder, 'restore' | 'lastCloses'>;
  backfillCandles: Pick<BackfillCandles, 'execute'>;
  taped: Pick<ReadTape, 'marksSince'>;
  catalog: Pick<MarketCatalog, 'session'>;
  logger: Pick<Logger, 'warn'>;
  now(): number;
}

/** Brings the bars of earlier times into one leadership term: those that are stored, and those that only the venues have. */
export class TermHistory {
  private timer: NodeJS.Timeout | null = null;
  private over = false;
  /** When the first of the notices came after which nothing was asked for yet; null without one. */
  private noticedAt: number | null = null;
  /** What some venue did not answer, or the store did not take, the last time. */
  private readonly missing = new Set<BackfillRequest['depth']>();
  private failuresInRow = 0;

  constructor(
    private readonly token: string,
    private readonly markets: readonly FedMarket[],
    private readonly venues: readonly Feed[],
    private readonly tools: HistoryTools,
  ) {}

  end(): void {
    this.over = true;
    if (this.timer) clearTimeout(this.timer);
  }

  /** Takes up what is stored of every market. Never throws: a market without its bars is better than none. */
  async restore(): Promise<void> {
    const waiting: FedMarket[][] = [];
    for (let from = 0; from < this.markets.length; from += RESTORED_TOGETHER) {
      waiting.push(this.markets.slice(from, from + RESTORED_TOGETHER));
    }
    const worker = async () => {
      for (let group = waiting.shift(); group && !this.over; group = waiting.shift()) await this.restoreGroup(group);
    };
    await Promise.all(Array.from({ length: RESTORED_AT_ONCE }, worker));
    await this.restoreCloses();
  }

  /** Shows the last close of the markets that have no price yet: a session that is over for days has left no minute. */
  private async restoreCloses(): Promise<void> {
    const { engine, recorder, logger } = this.tools;
    const without = this.markets.filter(({ market }) => engine.pricing(market.symbol)?.price.last === null);
    if (without.length === 0 || this.over) return;
    try {
      const closes = await recorder.lastCloses(
        without.map(({ market: { id, symbol }, origin }) => ({ id, symbol, origin })),
        this.tools.now(),
      );
      for (const { market } of without) {
        const close = closes.get(market.id);
        if (close) engine.pricing(market.symbol)?.showClose(close);
      }
    } catch (error) {
      logger.warn(`The last closes could not be read: ${messageOf(error)}`);
    }
  }

  /**
   * Takes up how far each mark stood from its index before a restart or a takeover, by the tape. Never throws: the mark then
   * begins with the first book.
   */
  async restoreBasis(): Promise<void> {
    try {
      const marks = await this.tools.taped.marksSince(this.tools.now() - BASIS_WINDOW_MS);
      const byMarket = new Map<number, TapedMark[]>();
      for (const one of marks) {
        const known = byMarket.get(one.marketId);
        if (known) known.push(one);
        else byMarket.set(one.marketId, [one]);
      }
      for (const { market, origin } of this.markets) {
        const own = byMarket.get(market.id)?.filter((one) => one.origin === origin) ?? [];
        this.tools.engine.pricing(market.symbol)?.index.restoreBasis(own);
      }
    } catch (error) {
      this.tools.logger.warn(`The marks before this term could not be read: ${messageOf(error)}`);
    }
  }

  private async restoreGroup(group: readonly FedMarket[]): Promise<void> {
    const { engine, recorder, logger } = this.tools;
    try {
      const wanted = group.map(({ market: { id, symbol }, origin }) => ({ id, symbol, origin }));
      const stored = await recorder.restore(wanted, this.tools.now());
      for (const { market } of group) {
        engine.pricing(market.symbol)?.restore(stored.get(market.id) ?? []);
        // Each market takes milliseconds; beats and sockets get their turn in between.
        await setImmediate();
        if (this.over) return;
      }
    } catch (error) {
      const symbols = group.map(({ market }) => market.symbol).join(', ');
      logger.warn(`${symbols}: stored bars could not be read: ${messageOf(error)}`);
    }
  }

  /**
   * Something was cut, or can come again: a connection was lost or is there, or a stream had a gap. The bars are asked for
   * when the last minute of it is closed at the venue, so every such notice begins the wait anew.
   */
  later(): void {
    const now = this.tools.now();
    this.noticedAt ??= now;
    // What failed for long is one venue's: another outage is asked for as soon as ever.
    this.failuresInRow = 0;
    const latest = Math.max(0, this.noticedAt + REFILL_LATEST_MS - now);
    this.arm(Math.min(REFILL_AFTER_MS, latest));
  }

  private arm(milliseconds: number): void {
    if (this.over) return;
    if (this.timer) clearTimeout(this.timer);
    this.timer = setTimeout(() => this.refill(), milliseconds);
    this.timer.unref();
  }

  private refill(): void {
    this.timer = null;
    const depths = new Set(this.missing);
    if (this.noticedAt !== null) depths.add('recent');
    this.noticedAt = null;
    this.fill(...(['recent', 'deep'] as const).filter((depth) => depths.has(depth)));
  }

  /** Asks again for what is missing, unless a refill is due anyhow. */
  private followUp(): void {
    if (this.missing.size === 0) {
      this.failuresInRow = 0;
      return;
    }
    const pause = Math.min(REFILL_AFTER_MS * 2 ** this.failuresInRow, RETRY_LATEST_MS);
    this.failuresInRow += 1;
    if (!this.timer) this.arm(pause);
  }

  /** Fills gaps from the venues' history and takes the bars up; far history last, because nobody waits for it. */
  fill(...depths: BackfillRequest['depth'][]): void {
    const waiting = new Set(depths);
    const fillAll = async () => {
      for (const depth of depths) {
        if (this.over) return;
        const request = { token: this.token, now: this.tools.now(), sources: this.sources(), depth };
        const { bars, failed } = await this.tools.backfillCandles.execute(request);
        if (this.over) return;
        for (const { symbol, reason } of failed) this.tools.logger.warn(`${symbol}: no history: ${reason}`);
        waiting.delete(depth);
        if (failed.length > 0) this.missing.add(depth);
        else this.missing.delete(depth);
        if (bars > 0 && depth === 'recent') await this.restore();
        if (bars > 0 && depth === 'deep') await this.restoreCloses();
      }
    };
    fillAll()
      .catch((error: unknown) => {
        for (const depth of waiting) this.missing.add(depth);
        if (!this.over) this.tools.logger.warn(`History was not filled: ${messageOf(error)}`);
      })
      .finally(() => this.followUp());
  }

  private sources(): CandleSource[] {
    return this.markets.flatMap(({ market, origin, priceInstrument }) => {
      const instrument = instrumentOf(priceInstrument);
      const feed = this.venues.find((one) => feeds(one, instrument));
      if (!feed) return [];
      return {
        marketId: market.id,
        symbol: market.symbol,
        origin,
        history: async (period, from, to) => {
          if (this.over) throw new Error('The term is over.');
          const bars = await feed.history(instrument, period, from, to);
          return this.tools.engine.soundHistory(priceInstrument, bars, { from, to, length: PERIOD_MS[period] });
        },
        isOpen: (at: number) => this.tools.catalog.session(market, at).open,
      };
    });
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
