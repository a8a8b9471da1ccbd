import { Injectable } from '@nestjs/common';
import { asksForSecret } from '../../../contract/rules/asks-for-secret.rules.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { TEXT_REPLY } from '../../../platform/idempotency/command-key.js';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { ComplaintsStore } from '../../account/complaints/index.js';
import { WriteNotices } from '../../account/notices/index.js';
import { AuditLog } from '../audit/index.js';
import type { ActingOperator } from '../review/index.js';

export interface GivenAnswer {
  text: string;
  /** How many entries were on the screen. A page that does not say has answered complaints that were new. */
  seen?: number;
}

/** The answer to a complaint that waits for one: whoever comes first gives it, and its user is told. */
@Injectable()
export class AnswerComplaint {
  constructor(
    private readonly store: ComplaintsStore,
    private readonly writeNotices: WriteNotices,
    private readonly log: AuditLog,
    private readonly commands: IdempotentCommands,
    private readonly clock: Clock,
  ) {}

  /**
   * The answer to what was on the screen: one that comes after another answer and a reopening is none to what was written there.
   * @throws Refusal `help.asks-for-secret`, `operations.not-found`, `complaints.answered`, `request.key-reused`.
   */
  execute(
    actor: ActingOperator,
    id: string,
    { text: given, seen = 1 }: GivenAnswer,
    key: string | null,
  ): Promise<string> {
    if (asksForSecret(given)) throw new Refusal('help.asks-for-secret');
    const { operatorId } = actor;
    const text = given.trim();
    // What was seen is no part of the command: under one key it is the same answer.
    const command = {
      userId: operatorId,
      route: 'ops/complaints/answer',
      key,
      body: { id, text: given },
      reply: TEXT_REPLY,
    };
    return this.commands.run(command, async (tx) => {
      const waiting = await this.store.lock(tx, id, null);
      if (!waiting) throw new Refusal('operations.not-found');
      if (waiting.dueAt === null || waiting.entries !== seen) throw new Refusal('complaints.answered');
      const at = new Date(this.clock.now());
      const { userId } = await this.store.answer(tx, id, { text, operatorId, at });
      const isLate = waiting.dueAt < at;
      const line = { action: 'complaint.answer', subject: 'complaint', subjectId: id, userId };
      await this.log.record(tx, actor, { ...line, detail: { isFinal: waiting.entries === 3, isLate } });
      await this.writeNotices.execute(tx, [{ userId, kind: 'complaint-answered', parameters: { number: id }, at }]);
      return 'ok';
    });
  }
}
