import { Injectable } from '@nestjs/common';
import type { PriceOrigin } from '../../../contract/markets/markets.dto.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Loops } from '../../../platform/loop/loops.js';
import { MarketBoard, MarketCatalog, type MarketEntity } from '../market-board/index.js';
import { type Spark, Sparks } from '../quotations/index.js';
import { HOUR_MS } from '../candle-series/index.js';
import { CandlesStore } from './candles.store.js';

const LOOK_MS = 3000;
/** After a start or a change of origin history is still being filled in: for two minutes the lines are read at every look, later at each tenth. */
const EAGER_LOOKS = 40;
const LAZY_EVERY = 10;
const POINTS = 24;

/**
 * Keeps the small lines of the market lists: the hourly closes of the last day, the running hour's last. Reads the
 * store and not the history's memory, which would then remember how empty a fresh product is.
 */
@Injectable()
export class RefreshSparks {
  private looks = 0;
  /** Where the prices of all markets came from at the last look. */
  private origins = '';

  constructor(
    private readonly store: CandlesStore,
    private readonly catalog: MarketCatalog,
    private readonly board: MarketBoard,
    private readonly sparks: Sparks,
    private readonly clock: Clock,
    loops: Loops,
  ) {
    const round = () => this.round();
    loops.add({ name: 'candles.sparks', role: 'gateway', everyMs: LOOK_MS, atStart: true, round });
  }

  /** Reads the closes of every market, one after the other: nobody waits for them. */
  async execute(): Promise<void> {
    const lines = new Map<string, Spark>();
    for (const market of this.catalog.all()) {
      const origin = this.board.tickerEntry(market.symbol)?.value.origin;
      if (origin) lines.set(market.symbol, { origin, closes: await this.line(market, origin) });
    }
    this.sparks.replace(lines);
  }

  private async round(): Promise<void> {
    const origins = this.catalog.all().map(({ symbol }) => this.board.tickerEntry(symbol)?.value.origin);
    if (origins.join() !== this.origins) this.looks = 0;
    this.origins = origins.join();
    const due = this.looks < EAGER_LOOKS || this.looks % LAZY_EVERY === 0;
    this.looks++;
    if (due) await this.execute();
  }

  private async line({ id, symbol }: MarketEntity, origin: PriceOrigin): Promise<string[]> {
    const to = this.clock.now();
    const range = { marketId: id, period: '60min' as const, origin, from: to - POINTS * HOUR_MS, to };
    const closed = await this.store.closedBars(symbol, range, POINTS);
    // A line of a list has no room for a label, so it has bars of the market's own origin alone.
    const points = closed.filter((bar) => bar.origin === origin).map((bar) => bar.close);
    const running = this.board.candles(symbol, '60min').at(-1);
    if (running && !running.closed && running.origin === origin) points.push(running.close);
    return points.slice(-POINTS);
  }
}
