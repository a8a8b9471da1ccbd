import { Injectable } from '@nestjs/common';
import type { Loop } from '../../../platform/loop/loop.js';
import { Loops } from '../../../platform/loop/loops.js';
import { ActivateSpotExits } from './activate-spot-exits.js';
import { BOOKS } from './moved-markets.js';

/**
 * Looks for purchases that have ended, in every process with the role `worker`: in rounds of their own for real and for demo money, so that no
 * stop-loss of real money waits for those of demo money.
 */
@Injectable()
export class WatchSpotExits {
  private readonly loops: Loop[];

  constructor(
    loops: Loops,
    private readonly activateSpotExits: ActivateSpotExits,
  ) {
    this.loops = BOOKS.map((demo) => {
      const loop: Loop = loops.add({
        name: demo ? 'spot.demo-exits' : 'spot.exits',
        role: 'worker',
        round: () => this.look(demo, () => loop.wake()),
      });
      return loop;
    });
  }

  /** Goes on at once where more are due: a round is one look, so that whoever ends the process waits for no more than that. */
  private async look(demo: boolean, goOn: () => void): Promise<void> {
    try {
      await this.activateSpotExits.execute([demo]);
    } finally {
      if (this.activateSpotExits.isUnfinished(demo)) goOn();
    }
  }

  /** Has both books looked at, without waiting for it. */
  sweep(): void {
    for (const loop of this.loops) loop.wake();
  }
}
