import type { CandlePeriod } from '../../../../server/contract/markets/markets.dto';
import type { Bar } from '../../../ui/bar';
import { mergeLive, prepend, replaceTail } from './bar-merge';
import { BARS_A_PAGE, type BarsQuery } from './candles.api';

export interface BarSeriesState {
  bars: readonly Bar[];
  /** `empty`: asked and answered, and there are none. */
  phase: 'loading' | 'ready' | 'empty' | 'failed';
  failure: Error | null;
  /** The bars end before those that the stream tells of, or what is missing of them could not be read: they stand still. */
  isBehind: boolean;
}

const BARS_MOST = 20_000;
const RELOADS_APART_MS = 3000;
const RELOADS_APART_MOST_MS = 60_000;

/** The bars of one market and period: pages of history over HTTP, the running bar from the stream. */
export class BarSeries {
  private state: BarSeriesState = { bars: [], phase: 'loading', failure: null, isBehind: false };
  private readonly listeners = new Set<() => void>();
  private readonly abort = new AbortController();
  private live: readonly Bar[] = [];
  private reachedStart = false;
  private loadingOlder = false;
  private reloading: Promise<void> | null = null;
  private reloadTimer: ReturnType<typeof setTimeout> | null = null;
  private reloadsApart = RELOADS_APART_MS;

  constructor(
    private readonly symbol: string,
    private readonly period: CandlePeriod,
    private readonly fetchBars: (query: BarsQuery) => Promise<Bar[]>,
  ) {}

  readonly current = (): BarSeriesState => this.state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Reads the newest page again; older ones stay where they connect. */
  reload(): Promise<void> {
    this.reloading ??= this.read().finally(() => {
      this.reloading = null;
      // The history may lag behind the stream, which may have nothing more to say for a while.
      const isIncomplete = this.isIncomplete();
      if (isIncomplete) this.reloadLater();
      // What the history never gets is asked for less and less often.
      this.reloadsApart = isIncomplete ? Math.min(this.reloadsApart * 2, RELOADS_APART_MOST_MS) : RELOADS_APART_MS;
    });
    return this.reloading;
  }

  /** Reads the page before the first bar, once at a time and only while there is one. */
  async loadOlder(): Promise<void> {
    const before = this.state.bars[0]?.openAt;
    if (before === undefined || this.loadingOlder || this.reachedStart || this.state.bars.length >= BARS_MOST) return;
    this.loadingOlder = true;
    try {
      const older = await this.ask(before);
      this.reachedStart = older.length < BARS_A_PAGE;
      this.change({ bars: prepend(older, this.state.bars) });
    } catch {
      // The next swipe towards the start asks again.
    } finally {
      this.loadingOlder = false;
    }
  }

  /** Takes the running bar and the one before it. When bars in between are missing the range is read again. */
  applyLive(live: readonly Bar[]): void {
    this.live = live;
    const merge = mergeLive(this.state.bars, live, this.period);
    const bars = 'bars' in merge ? merge.bars : this.state.bars;
    const isBehind = merge.kind === 'gap' || (merge.kind === 'unfinished' && this.state.failure !== null);
    if (bars !== this.state.bars || isBehind !== this.state.isBehind) this.change({ bars, isBehind });
    if (merge.kind === 'gap' || merge.kind === 'unfinished') this.reloadSoon();
    else if (this.state.phase === 'empty' && live.length > 0) this.reloadSoon();
  }

  close(): void {
    this.abort.abort();
    if (this.reloadTimer !== null) clearTimeout(this.reloadTimer);
    this.listeners.clear();
  }

  private async read(): Promise<void> {
    if (this.state.bars.length === 0) this.change({ phase: 'loading', failure: null });
    try {
      const fresh = await this.ask(undefined);
      const bars = replaceTail(this.state.bars, fresh);
      if (bars.length === fresh.length) this.reachedStart = fresh.length < BARS_A_PAGE;
      this.change({ bars, phase: bars.length > 0 ? 'ready' : 'empty', failure: null });
      this.applyLive(this.live);
    } catch (error) {
      if (this.abort.signal.aborted) return;
      const failure = error instanceof Error ? error : new Error(String(error));
      const hasBars = this.state.bars.length > 0;
      this.change(hasBars ? { failure, isBehind: this.isIncomplete() } : { phase: 'failed', failure });
    }
  }

  private ask(before: number | undefined): Promise<Bar[]> {
    const { symbol, period, abort } = this;
    return this.fetchBars({ symbol, period, before, signal: abort.signal });
  }

  /** At most one reload every few seconds, however often the stream runs ahead of the history. */
  private reloadSoon(): void {
    if (this.reloadTimer !== null || this.reloading !== null) return;
    this.reloadLater();
    void this.reload();
  }

  /** Looks again after a while whether anything is still missing. */
  private reloadLater(): void {
    if (this.abort.signal.aborted) return;
    this.reloadTimer ??= setTimeout(() => {
      this.reloadTimer = null;
      if (this.isIncomplete()) this.reloadSoon();
      else this.reloadsApart = RELOADS_APART_MS;
    }, this.reloadsApart);
  }

  /** Whether bars are missing that the stream tells of, or the end of one is. */
  private isIncomplete(): boolean {
    const { kind } = mergeLive(this.state.bars, this.live, this.period);
    return kind === 'gap' || kind === 'unfinished';
  }

  private change(change: Partial<BarSeriesState>): void {
    if (this.abort.signal.aborted) return;
    this.state = { ...this.state, ...change };
    for (const listener of this.listeners) listener();
  }
}
