import { Injectable } from '@nestjs/common';
import { Loops } from '../../../platform/loop/loops.js';
import type { MarketEntity } from '../market-board/index.js';
import { TapeStore } from './tape.store.js';

const EVERY_MS = 5000;
/** So long after the last time that it was so: an order may have been on its way when its product was switched off. */
const RETENTION_MS = 60_000;

/**
 * Markets in which something is, or may be, decided from the tape second for second: those with options or futures, and
 * those that had them, until the last order, position and option there has ended (decision 155).
 */
@Injectable()
export class SettlingMarkets {
  /** Null before it was asked for: any market may be one. */
  private open: ReadonlySet<number> | null = null;
  /** When each was last known to be one, Unix milliseconds. */
  private readonly lastAt = new Map<number, number>();

  constructor(
    loops: Loops,
    private readonly store: TapeStore,
  ) {
    loops.add({ name: 'tape.settling', role: 'feed', everyMs: EVERY_MS, atStart: true, round: () => this.read() });
  }

  /** Looks where something is open; when that fails, what was known stays. */
  async read(): Promise<void> {
    this.open = new Set(await this.store.settlingMarkets());
  }

  /** @param at when the market was sampled, Unix milliseconds. */
  has({ id, option, perpetual }: Pick<MarketEntity, 'id' | 'option' | 'perpetual'>, at: number): boolean {
    if (this.open === null) return true;
    if (option || perpetual || this.open.has(id)) {
      this.lastAt.set(id, at);
      return true;
    }
    return at - (this.lastAt.get(id) ?? Number.NEGATIVE_INFINITY) < RETENTION_MS;
  }
}
