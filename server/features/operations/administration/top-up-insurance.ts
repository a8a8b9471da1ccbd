import { Injectable } from '@nestjs/common';
import type { ProposeInsuranceRequest } from '../../../contract/operations/proposals.dto.js';
import { Clock } from '../../../platform/clock/clock.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { TEXT_REPLY } from '../../../platform/idempotency/command-key.js';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { AuditLog } from '../audit/index.js';
import { Ledger, registerReason, requestedAmount } from '../../wallet/ledger/index.js';
import { insuranceDetail, parseDetail } from './proposal-details.js';
import { type ActingOperator, type ProposalRow, SecondPerson } from '../review/index.js';
import { WalletCatalog } from '../../wallet/balances/index.js';

// The fund's only source beside liquidations (C03); each has the two people who said so.
registerReason(
  'insurance.top-up',
  `select from operator_proposal p where p.id = j.number and p.kind = 'insurance' and p.status = 'approved'`,
  {
    kinds: ['insurance', 'adjustment'],
    explained: {
      kind: 'adjustment',
      // Other proposals have other details: theirs are not read as numbers.
      rows: `select p.id as number, case when p.kind = 'insurance' then (p.detail ->> 'currencyId')::integer end as currency_id,
                    case when p.kind = 'insurance' then -(p.detail ->> 'amount')::numeric end as amount
               from operator_proposal p where p.kind = 'insurance' and p.status = 'approved'`,
    },
  },
);

/**
 * Puts the house's own money into the insurance fund, never takes any out. Nobody can aim it: the fund pays for whoever
 * is liquidated next, by the same rules for everybody.
 */
@Injectable()
export class TopUpInsurance {
  constructor(
    private readonly second: SecondPerson,
    private readonly catalog: WalletCatalog,
    private readonly ledger: Ledger,
    private readonly log: AuditLog,
    private readonly commands: IdempotentCommands,
    private readonly clock: Clock,
  ) {}

  /**
   * Nothing moves yet, and one proposal comes of it however often it is sent.
   * @returns the proposal's number.
   * @throws Refusal those of currencies and amounts, `request.key-reused`.
   */
  async propose(actor: ActingOperator, request: ProposeInsuranceRequest, key: string | null): Promise<string> {
    const { currencyId, reason } = request;
    const { code: currency, scale } = this.catalog.currency(currencyId);
    const detail = { currency, currencyId, amount: requestedAmount(request.amount, scale, 'amount') };
    const command = { userId: actor.operatorId, route: 'ops/insurance', key, body: request, reply: TEXT_REPLY };
    return this.commands.run(command, async (tx) => {
      const asked = { kind: 'insurance', subjectId: null, userId: null, detail, reason } as const;
      const id = await this.second.propose(tx, actor, asked);
      const line = { action: 'insurance.propose', subject: 'proposal', subjectId: id, userId: null };
      await this.log.record(tx, actor, { ...line, detail: { ...detail, reason } });
      return id;
    });
  }

  /** Moves the money of a proposal that somebody else has approved. */
  async execute(tx: Transaction, { id, detail }: ProposalRow): Promise<void> {
    const { currencyId, amount } = parseDetail(insuranceDetail, detail);
    await this.ledger.post(tx, {
      reason: 'insurance.top-up',
      reference: id,
      at: this.clock.now(),
      legs: [
        { owner: null, kind: 'adjustment', currencyId, amount: `-${amount}` },
        { owner: null, kind: 'insurance', currencyId, amount },
      ],
    });
  }
}
