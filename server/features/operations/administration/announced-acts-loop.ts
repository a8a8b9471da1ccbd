import { Injectable } from '@nestjs/common';
import { Loops } from '../../../platform/loop/loops.js';
import { CarryOutAnnouncedActs } from './carry-out-announced-acts.js';

const EVERY_MS = 5000;

/** Looks for what has waited long enough in every process with the role `worker`. */
@Injectable()
export class AnnouncedActsLoop {
  constructor(loops: Loops, carryOutAnnouncedActs: CarryOutAnnouncedActs) {
    const round = () => carryOutAnnouncedActs.execute();
    loops.add({ role: 'worker', everyMs: EVERY_MS, atStart: true, name: 'operations.announced-acts', round });
  }
}
