import { Injectable } from '@nestjs/common';
import { Loops } from '../../../platform/loop/loops.js';
import { CarryOutDelayedActs } from './carry-out-delayed-acts.js';

const EVERY_MS = 5000;

/** Looks for what has waited long enough in every process with the role `worker`. */
@Injectable()
export class DelayedActsLoop {
  constructor(loops: Loops, carryOutDelayedActs: CarryOutDelayedActs) {
    const round = () => carryOutDelayedActs.execute();
    loops.add({ role: 'worker', everyMs: EVERY_MS, atStart: true, name: 'operations.delayed-acts', round });
  }
}
