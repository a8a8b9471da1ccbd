import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { DecimalText } from '../../../contract/money.js';
import type { ProposePartnerRequest, ProposeReferralTermsRequest } from '../../../contract/operations/referral.dto.js';
import { percentOf, ratioOf, REBATE_RATIO_MAX } from '../../../contract/rules/referral.rules.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { TEXT_REPLY } from '../../../platform/idempotency/command-key.js';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { ReferralTermsStore, SetReferralTerms } from '../../trading/referral/index.js';
import { AuditLog } from '../audit/index.js';
import { type ActingOperator, type Asked, type ProposalRow, SecondPerson } from '../review/index.js';

const ratioText = z.string().refine((text) => ratioOf(percentOf(text)) !== null);
const termsDetail = z.object({ ratio: ratioText });
const partnerDetail = z.object({ ratio: ratioText.nullable() });

/** Which part of fees comes back, in general and to a partner: proposed by one operator, agreed to by another one. */
@Injectable()
export class ProposeReferralTerms {
  constructor(
    private readonly second: SecondPerson,
    private readonly store: ReferralTermsStore,
    private readonly setReferralTerms: SetReferralTerms,
    private readonly log: AuditLog,
    private readonly commands: IdempotentCommands,
  ) {}

  /** @returns the proposal's number. @throws Refusal `referral.rate`, `operations.proposal-open`. */
  terms(actor: ActingOperator, request: ProposeReferralTermsRequest, key: string | null): Promise<string> {
    const ratio = allowed(request.percent);
    const detail = { percent: percentOf(ratio), ratio };
    const command = { userId: actor.operatorId, route: 'ops/referral/terms', key, body: request, reply: TEXT_REPLY };
    return this.commands.run(command, (tx) =>
      this.propose(tx, actor, {
        kind: 'referral-terms',
        subjectId: null,
        userId: null,
        detail,
        reason: request.reason,
      }),
    );
  }

  /** @returns the proposal's number. @throws Refusal `referral.rate`, `operations.not-found`, `operations.proposal-open`. */
  partner(actor: ActingOperator, request: ProposePartnerRequest, key: string | null): Promise<string> {
    const { userId, percent, reason } = request;
    const ratio = percent === undefined ? null : allowed(percent);
    const detail = { percent: ratio === null ? null : percentOf(ratio), ratio };
    const command = { userId: actor.operatorId, route: 'ops/referral/partners', key, body: request, reply: TEXT_REPLY };
    return this.commands.run(command, async (tx) => {
      if (!(await this.store.hasUser(tx, userId))) throw new Refusal('operations.not-found');
      return this.propose(tx, actor, { kind: 'referral-partner', subjectId: userId, userId, detail, reason });
    });
  }

  /** Within the transaction of the second person's decision. @throws Refusal `referral.rate`. */
  async apply(
    tx: Transaction,
    { kind, subjectId, detail }: Pick<ProposalRow, 'kind' | 'subjectId' | 'detail'>,
  ): Promise<void> {
    if (kind === 'referral-partner' && subjectId !== null) {
      const { data } = partnerDetail.safeParse(detail);
      if (!data) throw tooMuch();
      await this.setReferralTerms.partner(tx, { userId: subjectId, ratio: data.ratio });
      return;
    }
    const { data } = termsDetail.safeParse(detail);
    if (!data) throw tooMuch();
    await this.setReferralTerms.ratio(tx, data.ratio);
  }

  private async propose(tx: Transaction, actor: ActingOperator, asked: Asked): Promise<string> {
    const { kind, userId, detail, reason } = asked;
    const id = await this.second.propose(tx, actor, asked);
    const line = { action: `${kind}.propose`, subject: 'proposal', subjectId: id, userId };
    await this.log.record(tx, actor, { ...line, detail: { ...detail, reason } });
    return id;
  }
}

function allowed(percent: string): DecimalText {
  const given = ratioOf(percent);
  if (given === null) throw tooMuch();
  return given;
}

const tooMuch = (): Refusal => new Refusal('referral.rate', { maximum: percentOf(REBATE_RATIO_MAX) });
