import { Injectable } from '@nestjs/common';
import { asksForSecret } from '../../../contract/rules/asks-for-secret.rules.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { SayInOtcOrder } from '../../trading/otc/index.js';
import { AuditLog } from '../audit/index.js';
import { type ActingOperator, ClaimCase } from '../review/index.js';

/** Says something to both sides of an appeal. Only who holds the case does. */
@Injectable()
export class WriteToBoth {
  constructor(
    private readonly claimCase: ClaimCase,
    private readonly sayInOtcOrder: SayInOtcOrder,
    private readonly log: AuditLog,
  ) {}

  /** @throws Refusal `help.asks-for-secret`, `operations.claim-needed`, `otc.not-found`. */
  async execute(actor: ActingOperator, id: string, text: string): Promise<void> {
    if (asksForSecret(text)) throw new Refusal('help.asks-for-secret');
    return this.claimCase.hold(actor, { kind: 'otc', id }, async (tx) => {
      // The line in the log before the streams of the two, whom everybody tells last.
      await this.log.record(tx, actor, { action: 'appeal.say', subject: 'otc', subjectId: id, detail: { text } });
      await this.sayInOtcOrder.asDesk(tx, id, { operatorId: actor.operatorId, text });
    });
  }
}
