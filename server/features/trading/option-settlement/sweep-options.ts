import { Injectable } from '@nestjs/common';
import type { Loop } from '../../../platform/loop/loop.js';
import { Loops } from '../../../platform/loop/loops.js';
import { TapeUpdates } from '../../markets/tape/index.js';
import { SettleOptions } from './settle-options.js';

/** While samples of a window are awaited. */
const LOOK_AGAIN_MS = 200;

/**
 * Settles in processes with the role `worker`: when a job comes due, when the tape has gone on while somebody waits for
 * it, and in any case when a second begins, which needs neither a job nor Redis: options close at whole seconds.
 */
@Injectable()
export class SweepOptions {
  private readonly loop: Loop;
  private isWaiting = false;

  constructor(
    loops: Loops,
    private readonly settleOptions: SettleOptions,
    private readonly tape: TapeUpdates,
  ) {
    const listen = () => this.listen();
    this.loop = loops.add({
      name: 'options.settle',
      role: 'worker',
      onEachSecond: true,
      listen,
      round: () => this.round(),
    });
  }

  /** A run that begins after the call, at once or after the one that is under way. @throws what the run throws. */
  run(): Promise<void> {
    return this.loop.run();
  }

  private listen(): () => void {
    return this.tape.on(() => {
      if (this.isWaiting) this.loop.wake();
    });
  }

  private async round(): Promise<void> {
    const { waiting } = await this.settleOptions.execute();
    this.isWaiting = waiting > 0;
    if (this.isWaiting) this.loop.wakeIn(LOOK_AGAIN_MS);
  }
}
