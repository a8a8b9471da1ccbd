import { Injectable } from '@nestjs/common';
import type { QueuesView } from '../../../contract/operations/cases.dto.js';
import { DeskStore } from './desk.store.js';

/** How much waits for an operator, and since when. */
@Injectable()
export class CountQueues {
  constructor(private readonly store: DeskStore) {}

  async execute(): Promise<QueuesView> {
    const rows = await this.store.queues();
    return { queues: rows.map((row) => ({ ...row, oldestAt: row.oldestAt?.getTime() ?? null })) };
  }
}
