import type { CandlePeriod, CandleView, PriceOrigin } from '../../../contract/markets/markets.dto.js';
import { type Bar, isSameBar, nextOpen, barView } from './bars.rules.js';

/** Whose bars they are. */
export interface BarLabel {
  symbol: string;
  origin: PriceOrigin;
}

interface Slot {
  bar: Bar;
  revision: number;
  closed: boolean;
  /** Changed since it was last handed out. */
  pending: boolean;
}

/**
 * Clients have seen revisions of a running bar that were never stored: at most one a beat, from a crash back to the last
 * write, a minute of beats for longer bars (BarQueue). Who takes the bar up goes on above all of them.
 */
const TAKEOVER_STEP = 1000;

/** Bars kept in memory for each period: enough to fold the running and the previous bar of the next longer ones. */
const BARS_RETAINED: Record<CandlePeriod, number> = {
  '1min': 1500,
  '5min': 600,
  '15min': 200,
  '30min': 200,
  '60min': 200,
  '1day': 100,
  '1week': 10,
  '1mon': 10,
};

/** The bars of one market and period that are kept in memory, ascending. */
export class PeriodBars {
  /** From this instant on no bar is missing here that the bars of the longer periods contain. */
  completeFrom = Number.NEGATIVE_INFINITY;
  /** Open times of bars whose content changed since the longer periods were last folded. */
  readonly changed = new Set<number>();
  private readonly slots: Slot[] = [];
  private pending: Slot[] = [];

  constructor(
    readonly period: CandlePeriod,
    private readonly capacity = BARS_RETAINED[period],
  ) {}

  get newest(): Bar | null {
    return this.slots.at(-1)?.bar ?? null;
  }

  get isEmpty(): boolean {
    return this.slots.length === 0;
  }

  isClosed(openAt: number): boolean {
    return this.find(openAt)?.closed ?? false;
  }

  barAt(openAt: number): Bar | null {
    return this.find(openAt)?.bar ?? null;
  }

  /** The newest bar that opened before the instant. */
  before(instant: number): Bar | null {
    for (let index = this.slots.length - 1; index >= 0; index -= 1) {
      const { bar } = this.slots[index] as Slot;
      if (bar.openAt < instant) return bar;
    }
    return null;
  }

  /** Bars with `from <= openAt < to`, ascending. */
  between(from: number, to: number): Bar[] {
    let end = this.slots.length;
    while (end > 0 && (this.slots[end - 1] as Slot).bar.openAt >= to) end -= 1;
    let start = end;
    while (start > 0 && (this.slots[start - 1] as Slot).bar.openAt >= from) start -= 1;
    return this.slots.slice(start, end).map((slot) => slot.bar);
  }

  /** Sets what a bar says; the revision grows when that is new. Answers whether it is. */
  set(bar: Bar): boolean {
    const slot = this.find(bar.openAt);
    if (!slot) {
      this.change(this.insert({ bar, revision: 0, closed: false, pending: false }));
      return true;
    }
    if (isSameBar(slot.bar, bar)) return false;
    slot.bar = bar;
    this.change(slot);
    return true;
  }

  /** Closes one bar for good. */
  close(openAt: number): void {
    const slot = this.find(openAt);
    if (slot && !slot.closed) this.closeSlot(slot);
  }

  /** Closes every bar that ends at or before the instant. */
  closeThrough(instant: number): void {
    for (let index = this.slots.length - 1; index >= 0; index -= 1) {
      const slot = this.slots[index] as Slot;
      if (slot.closed) return;
      if (nextOpen(this.period, slot.bar.openAt) <= instant) this.closeSlot(slot);
    }
  }

  /**
   * Takes up a stored bar: one that is not known, or the correction of a closed one, by its revision. A bar that is running
   * here stays as it is. Answers whether it was taken.
   * @param isFolded whether the shorter bars that it consists of are all here: what it says then comes from them.
   */
  load(bar: Bar, { revision, closed }: CandleView, isFolded: boolean): boolean {
    const slot = this.find(bar.openAt);
    if (!slot) {
      this.insert({ bar, revision: closed ? revision : revision + TAKEOVER_STEP, closed, pending: false });
      return true;
    }
    if (!slot.closed || !closed || revision <= slot.revision) return false;
    // What changes from here on is newer than what is stored.
    slot.revision = revision;
    if (isFolded || isSameBar(slot.bar, bar)) return false;
    slot.bar = bar;
    this.emit(slot);
    return true;
  }

  /** Every bar that changed since the last call, ascending. */
  drain(of: BarLabel): CandleView[] {
    if (this.pending.length === 0) return [];
    const slots = this.pending.sort((a, b) => a.bar.openAt - b.bar.openAt);
    this.pending = [];
    for (const slot of slots) slot.pending = false;
    this.prune();
    return slots.map((slot) => this.view(slot, of));
  }

  /** The newest bars, ascending. */
  tail(count: number, of: BarLabel): CandleView[] {
    return this.slots.slice(-count).map((slot) => this.view(slot, of));
  }

  private view({ bar, revision, closed }: Slot, of: BarLabel): CandleView {
    const { period } = this;
    return barView(bar, { symbol: of.symbol, origin: of.origin, period, revision, closed });
  }

  private closeSlot(slot: Slot): void {
    slot.closed = true;
    slot.revision += 1;
    this.emit(slot);
  }

  private change(slot: Slot): void {
    slot.revision += 1;
    this.changed.add(slot.bar.openAt);
    this.emit(slot);
  }

  private emit(slot: Slot): void {
    if (slot.pending) return;
    slot.pending = true;
    this.pending.push(slot);
  }

  /** Bars that are asked for are nearly always the newest, so the search starts there. */
  private find(openAt: number): Slot | null {
    for (let index = this.slots.length - 1; index >= 0; index -= 1) {
      const slot = this.slots[index] as Slot;
      if (slot.bar.openAt === openAt) return slot;
      if (slot.bar.openAt < openAt) return null;
    }
    return null;
  }

  private insert(slot: Slot): Slot {
    let index = this.slots.length;
    while (index > 0 && (this.slots[index - 1] as Slot).bar.openAt > slot.bar.openAt) index -= 1;
    this.slots.splice(index, 0, slot);
    return slot;
  }

  private prune(): void {
    const surplus = this.slots.length - this.capacity;
    if (surplus < this.capacity / 8) return;
    this.slots.splice(0, surplus);
    this.completeFrom = Math.max(this.completeFrom, this.slots[0]?.bar.openAt ?? this.completeFrom);
  }
}
