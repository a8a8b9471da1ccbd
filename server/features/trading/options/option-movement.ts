import { Injectable } from '@nestjs/common';
import type { DecimalText } from '../../../contract/money.js';
import { OptionsStore } from './options.store.js';

/** `option_movement` says the same for all seconds of ten. */
const STEP_MS = 10_000;
const KNOWN_MAX = 1000;

/** How far a market's index usually moves in a second, read once for all who ask in ten seconds: orders of one second come together. */
@Injectable()
export class OptionMovement {
  private readonly known = new Map<string, Promise<DecimalText | null>>();

  constructor(private readonly store: OptionsStore) {}

  /** Before the second; null where the tape has too little of it. */
  of(marketId: number, second: number): Promise<DecimalText | null> {
    const key = `${marketId} ${Math.floor(second / STEP_MS)}`;
    const known = this.known.get(key);
    if (known) return known;
    if (this.known.size >= KNOWN_MAX) this.known.clear();
    const asked = this.store.movement(marketId, second);
    this.known.set(key, asked);
    asked.catch(() => this.known.delete(key));
    return asked;
  }
}
