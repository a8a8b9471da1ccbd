import type { DecimalText } from '../../../../server/contract/money';

const SECOND_MS = 1000;
/** So long after a second its sample may still be on its way. */
const LATE_MS = 2500;

/** The index of each second of a market, as the stream and the tape have told so far. */
export class IndexSeconds {
  private readonly bySecond = new Map<number, DecimalText>();
  private readonly listeners = new Set<() => void>();

  /** Hears of everything new. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Grows with everything new. */
  readonly revision = (): number => this.known;
  private known = 0;

  /** @returns whether anything is new. */
  put(at: number, index: DecimalText | null): boolean {
    const second = at - (at % SECOND_MS);
    // The first word counts: the stream may tell of a second twice.
    if (index === null || this.bySecond.has(second)) return false;
    this.bySecond.set(second, index);
    this.known += 1;
    for (const listener of this.listeners) listener();
    return true;
  }

  /** The indexes from one second to another, both inclusive. */
  between(from: number, to: number): DecimalText[] {
    return this.seconds(from, to).flatMap((second) => this.bySecond.get(second) ?? []);
  }

  /** Whether a second that should be known by now is not. */
  hasGap(from: number, to: number, now: number): boolean {
    return this.seconds(from, Math.min(to, now - LATE_MS)).some((second) => !this.bySecond.has(second));
  }

  /** How many seconds may still be told of: those to come, and those that are only late. */
  awaited(from: number, to: number, now: number): number {
    return this.seconds(from, to).filter((second) => second > now - LATE_MS && !this.bySecond.has(second)).length;
  }

  /** Forgets what no window needs any more. */
  forgetBefore(second: number): void {
    for (const known of this.bySecond.keys()) if (known < second) this.bySecond.delete(known);
  }

  private seconds(from: number, to: number): number[] {
    const seconds: number[] = [];
    for (let second = from; second <= to; second += SECOND_MS) seconds.push(second);
    return seconds;
  }
}
