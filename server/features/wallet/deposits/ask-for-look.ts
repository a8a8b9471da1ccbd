import { Injectable } from '@nestjs/common';
import { JobQueues } from '../../../platform/jobs/job-queues.js';

/** Asks the workers to look a deposit up on its chain now: a gateway asks no chain. */
@Injectable()
export class AskForLook {
  constructor(private readonly queues: JobQueues) {}

  /** A hint: where it is lost, the round over all claims comes to the deposit. Nobody waits for it. */
  execute(depositId: string): void {
    void this.queues.add('deposits.look-at-one', { depositId });
  }
}
