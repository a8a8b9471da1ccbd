import { Injectable } from '@nestjs/common';
import type { ProposeListingRequest } from '../../../contract/operations/listing.dto.js';
import { LEAST_ORDER } from '../../../contract/rules/listing.rules.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { TEXT_REPLY } from '../../../platform/idempotency/command-key.js';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { IeoStore, ListSoldCoin } from '../../trading/ieo/index.js';
import { AuditLog } from '../audit/index.js';
import { type ActingOperator, SecondPerson } from '../review/index.js';

/** How the coin of a sale is listed takes two; it may be agreed on before the sale's date, and waits for it. */
@Injectable()
export class ProposeListing {
  constructor(
    private readonly store: IeoStore,
    private readonly listSoldCoin: ListSoldCoin,
    private readonly second: SecondPerson,
    private readonly log: AuditLog,
    private readonly commands: IdempotentCommands,
    private readonly clock: Clock,
  ) {}

  /** @returns the proposal's number. @throws Refusal of `ListSoldCoin.judge`, `operations.not-found`, `operations.proposal-open`. */
  execute(
    actor: ActingOperator,
    projectId: number,
    { reason, ...request }: ProposeListingRequest,
    key: string | null,
  ): Promise<string> {
    const body = { projectId, ...request, reason };
    const market = { ...request, leastOrder: request.leastOrder ?? LEAST_ORDER };
    return this.commands.run(
      { userId: actor.operatorId, route: 'ops/ieo/list', key, body, reply: TEXT_REPLY },
      async (tx) => {
        const project = await this.store.project(projectId, new Date(this.clock.now()), tx);
        if (!project) throw new Refusal('operations.not-found');
        const subjectId = String(projectId);
        const detail = { coin: project.coinCode, ...market };
        await this.listSoldCoin.judge(tx, projectId, detail);
        const id = await this.second.propose(tx, actor, { kind: 'ieo-list', subjectId, userId: null, detail, reason });
        const line = { action: 'ieo-list.propose', subject: 'proposal', subjectId: id };
        await this.log.record(tx, actor, { ...line, detail: { ...detail, about: subjectId, reason } });
        return id;
      },
    );
  }
}
