import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { TEXT_REPLY } from '../../../platform/idempotency/command-key.js';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { IeoStore, paidFor } from '../../trading/ieo/index.js';
import { AuditLog } from '../audit/index.js';
import { type ActingOperator, AnnouncedActsStore, SecondPerson } from '../review/index.js';

/** The end of a sale takes two: one proposes it, and a treasurer agrees. Everybody gets everything back. */
@Injectable()
export class ProposeSaleEnd {
  constructor(
    private readonly store: IeoStore,
    private readonly announced: AnnouncedActsStore,
    private readonly second: SecondPerson,
    private readonly log: AuditLog,
    private readonly commands: IdempotentCommands,
    private readonly clock: Clock,
  ) {}

  /**
   * What it ends depends on how far the sale is: the stage, and what was paid by then, are part of what is proposed.
   * @returns the proposal's number.
   * @throws Refusal `operations.not-found`, `operations.nothing-changed`, `operations.proposal-open`, `operations.act-waits` where its
   * end is agreed on already.
   */
  execute(actor: ActingOperator, projectId: number, reason: string, key: string | null): Promise<string> {
    const command = {
      userId: actor.operatorId,
      route: 'ops/ieo/cancel',
      key,
      body: { projectId, reason },
      reply: TEXT_REPLY,
    };
    return this.commands.run(command, async (tx) => {
      const project = await this.store.project(projectId, new Date(this.clock.now()), tx);
      if (!project) throw new Refusal('operations.not-found');
      if (project.listedAt || project.cancelledAt) throw new Refusal('operations.nothing-changed');
      const subjectId = String(projectId);
      if ((await this.announced.dueOf('ieo-cancel', subjectId, tx)) !== null) throw new Refusal('operations.act-waits');
      const { code, name, phase } = project;
      const detail = { code, name, phase, ...(await paidFor(projectId, tx)) };
      const asked = { kind: 'ieo-cancel', subjectId, userId: null, detail, reason } as const;
      const id = await this.second.propose(tx, actor, asked);
      const line = { action: 'ieo-cancel.propose', subject: 'proposal', subjectId: id };
      await this.log.record(tx, actor, { ...line, detail: { ...detail, about: subjectId, reason } });
      return id;
    });
  }
}
