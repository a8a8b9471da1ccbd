import { Injectable } from '@nestjs/common';
import type { ProposeExchangeRateRequest } from '../../../contract/operations/reference.dto.js';
import { rateOf } from '../../../contract/rules/exchange-rate.rules.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { TEXT_REPLY } from '../../../platform/idempotency/command-key.js';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { AuditLog } from '../audit/index.js';
import { type ActingOperator, SecondPerson } from '../review/index.js';

/** What one of a currency is in yuan: said by one operator, agreed to by another one. */
@Injectable()
export class ProposeExchangeRate {
  constructor(
    private readonly second: SecondPerson,
    private readonly log: AuditLog,
    private readonly commands: IdempotentCommands,
  ) {}

  /** @returns the proposal's number. @throws Refusal `request.invalid`, `operations.proposal-open`. */
  execute(actor: ActingOperator, request: ProposeExchangeRateRequest, key: string | null): Promise<string> {
    const { currency, reason } = request;
    const yuan = rateOf(request.yuan);
    if (yuan === null) throw new Refusal('request.invalid', { field: 'yuan' });
    const detail = { currency, yuan };
    const command = { userId: actor.operatorId, route: 'ops/reference/rates', key, body: request, reply: TEXT_REPLY };
    return this.commands.run(command, async (tx) => {
      const asked = { kind: 'exchange-rate', subjectId: null, userId: null, detail, reason } as const;
      const id = await this.second.propose(tx, actor, asked);
      const line = { action: 'exchange-rate.propose', subject: 'proposal', subjectId: id };
      await this.log.record(tx, actor, { ...line, detail: { ...detail, reason } });
      return id;
    });
  }
}
