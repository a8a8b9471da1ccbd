import { Injectable } from '@nestjs/common';
import type { JobQueuesView } from '../../../contract/operations/audit.dto.js';
import { type QueueName, QUEUES } from '../../../jobs.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { JobQueues } from '../../../platform/jobs/job-queues.js';

const ANSWER_LIMIT_MS = 3000;

/** How much background work waits, and how much failed. */
@Injectable()
export class CountJobs {
  constructor(private readonly queues: JobQueues) {}

  /** @throws Refusal `request.unavailable` when Redis does not answer. */
  async execute(): Promise<JobQueuesView> {
    const counted = await Promise.all(QUEUES.map((queue) => this.count(queue)));
    return { queues: counted };
  }

  private async count(name: QueueName): Promise<JobQueuesView['queues'][number]> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(() => resolve(null), ANSWER_LIMIT_MS);
    });
    const counts = await Promise.race([this.ask(name), late]).finally(() => clearTimeout(timer));
    if (counts === null) throw new Refusal('request.unavailable');
    const { waiting = 0, active = 0, delayed = 0, failed = 0 } = counts;
    return { queue: name, waiting, active, delayed, failed };
  }

  private async ask(name: QueueName): Promise<Record<string, number> | null> {
    const queue = await this.queues.readable(name);
    return queue.getJobCounts('waiting', 'active', 'delayed', 'failed').catch(() => null);
  }
}
