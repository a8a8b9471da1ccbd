import { Injectable } from '@nestjs/common';
import type { QueuesView } from '../../../contract/operations/cases.dto.js';
import type { ActingOperator } from './acting-operator.js';
import { DeskStore } from './desk.store.js';
import { seenKinds } from './seen-kinds.rules.js';

/** How much waits for an operator, and since when. */
@Injectable()
export class CountQueues {
  constructor(private readonly store: DeskStore) {}

  /** Of what takes two people, and of what is announced, what the operator sees. */
  async execute(actor: ActingOperator): Promise<QueuesView> {
    const rows = await this.store.queues(seenKinds(actor));
    return { queues: rows.map((row) => ({ ...row, oldestAt: row.oldestAt?.getTime() ?? null })) };
  }
}
