import { Injectable } from '@nestjs/common';
import { Loops } from '../../../platform/loop/loops.js';
import { CarryOutAnnouncedActs } from './carry-out-announced-acts.js';
import { LapseProposals } from './lapse-proposals.js';
import { NotifyAdministrators } from './notify-administrators.js';

const EVERY_MS = 5000;

/** Tells of what waits, carries out what has waited long enough, and ends what nobody approved, in every process with the role `worker`. */
@Injectable()
export class AnnouncedActsLoop {
  constructor(
    loops: Loops,
    carryOutAnnouncedActs: CarryOutAnnouncedActs,
    notifyAdministrators: NotifyAdministrators,
    lapseProposals: LapseProposals,
  ) {
    const worker = { role: 'worker', everyMs: EVERY_MS, atStart: true } as const;
    loops.add({ ...worker, name: 'operations.announced-acts', round: () => carryOutAnnouncedActs.execute() });
    // Apart: a mail server that does not answer keeps nothing from taking effect.
    loops.add({ ...worker, name: 'operations.notify-administrators', round: () => notifyAdministrators.execute() });
    loops.add({ ...worker, name: 'operations.lapse-proposals', round: () => lapseProposals.execute() });
  }
}
