import { Injectable } from '@nestjs/common';
import { Loops } from '../../../platform/loop/loops.js';
import { SamplePremiums } from './sample-premiums.js';
import { SettleFunding } from './settle-funding.js';

const EVERY_MS = 1000;

/**
 * Runs the scheduled funding work every second in processes with the role `worker`, so that it does not depend on
 * Redis. Two loops, because charging many positions takes longer than a premium sample may wait.
 */
@Injectable()
export class FundingClock {
  constructor(loops: Loops, samplePremiums: SamplePremiums, settleFunding: SettleFunding) {
    const worker = { role: 'worker', everyMs: EVERY_MS } as const;
    loops.add({ ...worker, name: 'funding.premiums', round: () => samplePremiums.execute() });
    loops.add({ ...worker, name: 'funding.charges', round: () => settleFunding.execute() });
  }
}
