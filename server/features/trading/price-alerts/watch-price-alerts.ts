import { Injectable } from '@nestjs/common';
import type { Loop } from '../../../platform/loop/loop.js';
import { Loops } from '../../../platform/loop/loops.js';
import { TapeUpdates } from '../../markets/tape/index.js';
import { JudgePriceAlerts } from './judge-price-alerts.js';

/** Word of a new second may be lost. */
const EVERY_MS = 1000;

/** Judges alerts whenever a second is on the tape, in processes with the role `worker`; one of them has the turn. */
@Injectable()
export class WatchPriceAlerts {
  private readonly loop: Loop;

  constructor(
    loops: Loops,
    updates: TapeUpdates,
    private readonly judgePriceAlerts: JudgePriceAlerts,
  ) {
    const listen = () => updates.on(() => this.loop.wake());
    const terms = { name: 'price-alerts', role: 'worker', atStart: true, everyMs: EVERY_MS } as const;
    this.loop = loops.add({ ...terms, listen, round: () => this.round() });
  }

  private async round(): Promise<void> {
    const { more } = await this.judgePriceAlerts.execute();
    if (more) this.loop.wake();
  }
}
