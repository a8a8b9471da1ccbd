import { Injectable } from '@nestjs/common';
import type { ProposeIeoRequest } from '../../../contract/operations/ieo.dto.js';
import { IEO_DATES } from '../../../contract/rules/ieo.rules.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { TEXT_REPLY } from '../../../platform/idempotency/command-key.js';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { IeoStore, SaleTerms } from '../../trading/ieo/index.js';
import { AuditLog } from '../audit/index.js';
import { type ActingOperator, SecondPerson } from '../review/index.js';

/** Sales of new coins take two: one proposes all terms, and a treasurer agrees. */
@Injectable()
export class ProposeIeo {
  constructor(
    private readonly store: IeoStore,
    private readonly saleTerms: SaleTerms,
    private readonly second: SecondPerson,
    private readonly log: AuditLog,
    private readonly commands: IdempotentCommands,
  ) {}

  /** @returns the proposal's number. @throws Refusal of {@link SaleTerms}, `operations.proposal-open`. */
  begin(actor: ActingOperator, request: ProposeIeoRequest, key: string | null): Promise<string> {
    const { reason, texts, ...terms } = request;
    const instants = Object.fromEntries(IEO_DATES.map((name) => [name, new Date(terms[name]).toISOString()]));
    const words = Object.fromEntries(texts.map(({ language, ...text }) => [language, text]));
    const detail = { ...terms, ...instants, texts: words };
    return this.commands.run(
      { userId: actor.operatorId, route: 'ops/ieo', key, body: request, reply: TEXT_REPLY },
      async (tx) => {
        await this.saleTerms.judge(tx, request);
        if (await this.store.hasCode(tx, terms.code)) throw new Refusal('ieo.terms', { field: 'code' });
        const asked = { kind: 'ieo-project', subjectId: null, userId: null, detail, reason } as const;
        const id = await this.second.propose(tx, actor, asked);
        const line = { action: 'ieo-project.propose', subject: 'proposal', subjectId: id };
        await this.log.record(tx, actor, { ...line, detail: { ...detail, reason } });
        return id;
      },
    );
  }
}
