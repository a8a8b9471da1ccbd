import { Injectable } from '@nestjs/common';
import type { ProposalKind } from '../../../contract/operations/words.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { TEXT_REPLY } from '../../../platform/idempotency/command-key.js';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { AuditLog } from '../audit/index.js';
import { type ActingOperator, SecondPerson } from '../review/index.js';

/** What is asked of a second person, and as which command. */
export interface AskedOfOffer {
  kind: Extract<ProposalKind, `subscription-${string}`>;
  /** The offer; null: one that there is not yet. */
  id: number | null;
  /** What the desk sent, for its key. */
  request: object;
  reason: string;
  key: string | null;
}

/** Writes a proposal about a new coin with its line in the audit log, once however often it is sent. */
@Injectable()
export class OfferProposals {
  constructor(
    private readonly second: SecondPerson,
    private readonly commands: IdempotentCommands,
    private readonly log: AuditLog,
  ) {}

  /** @returns the proposal's number. @throws Refusal of `judge`, `operations.proposal-open`, `request.key-reused`. */
  execute(
    actor: ActingOperator,
    { kind, id, request, reason, key }: AskedOfOffer,
    judge: (tx: Transaction) => Promise<Record<string, unknown>>,
  ): Promise<string> {
    const command = {
      userId: actor.operatorId,
      route: `ops/${kind}`,
      key,
      body: { id, ...request, reason },
      reply: TEXT_REPLY,
    };
    return this.commands.run(command, async (tx) => {
      const detail = await judge(tx);
      const subjectId = id === null ? null : String(id);
      const proposal = await this.second.propose(tx, actor, { kind, subjectId, userId: null, detail, reason });
      const line = { action: `${kind}.propose`, subject: 'proposal', subjectId: proposal };
      await this.log.record(tx, actor, { ...line, detail: { ...detail, about: subjectId, reason } });
      return proposal;
    });
  }
}
