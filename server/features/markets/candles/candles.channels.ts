import { Injectable, type OnModuleInit, Optional } from '@nestjs/common';
import { CANDLE_PERIODS, type CandlePeriod } from '../../../contract/markets/markets.dto.js';
import {
  ChannelRegistry,
  type ChannelSource,
  type SerialisedState,
} from '../../../platform/realtime/channel-source.js';
import { type BoardEntry, MarketBoard, MarketCatalog } from '../market-board/index.js';

/** In by socket: the running bar of a symbol and period, and the one before it. */
@Injectable()
export class CandlesChannels implements ChannelSource, OnModuleInit {
  constructor(
    private readonly board: MarketBoard,
    private readonly catalog: MarketCatalog,
    @Optional() private readonly registry?: ChannelRegistry,
  ) {}

  onModuleInit(): void {
    this.registry?.serve('markets.candle', this);
  }

  /** `BTC/USDT:1min` */
  resolve(key: unknown): string | null {
    const { symbol, period } = (key ?? {}) as { symbol?: unknown; period?: unknown };
    if (typeof symbol !== 'string' || !isPeriod(period)) return null;
    return this.catalog.bySymbol(symbol) ? `${symbol}:${period}` : null;
  }

  snapshot(id: string): SerialisedState {
    return this.state(this.entries(id));
  }

  /** Bars that changed after the sequence; normally the running one alone. */
  since(id: string, ep: string, s: number): SerialisedState | 'unchanged' | 'unknown' {
    if (!this.board.covers(ep, s)) return 'unknown';
    const changed = this.entries(id).filter((entry) => entry.s > s);
    return changed.length === 0 ? 'unchanged' : this.state(changed);
  }

  private entries(id: string): readonly BoardEntry<unknown>[] {
    const separator = id.lastIndexOf(':');
    return this.board.candleEntries(id.slice(0, separator), id.slice(separator + 1) as CandlePeriod);
  }

  private state(entries: readonly BoardEntry<unknown>[]): SerialisedState {
    return { ep: this.board.epoch, s: this.board.sequence, payload: entries, at: this.board.publishedAt };
  }
}

function isPeriod(value: unknown): value is CandlePeriod {
  return CANDLE_PERIODS.includes(value as CandlePeriod);
}
