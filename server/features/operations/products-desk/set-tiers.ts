import { Injectable } from '@nestjs/common';
import type { ProposeTiersRequest } from '../../../contract/operations/product-terms.dto.js';
import { areSameTiers, type TierTerms, wrongTier } from '../../../contract/rules/maintenance-tiers.rules.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { TEXT_REPLY } from '../../../platform/idempotency/command-key.js';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { ChangeMaintenance } from '../../trading/futures/index.js';
import { AuditLog } from '../audit/index.js';
import { type ActingOperator, type AgreedProposal, AnnouncedActsStore, SecondPerson } from '../review/index.js';
import { ProductTermsStore, type TermRows } from './product-terms.store.js';
import { parseTiersDetail, stepsOf, stepsVersionOf } from './tier-details.js';

/**
 * The maintenance table of a market: proposed whole by one operator, agreed to by another one. It judges positions that
 * are open, so it is announced to those who hold them and takes effect a week later at the earliest.
 */
@Injectable()
export class SetTiers {
  constructor(
    private readonly store: ProductTermsStore,
    private readonly second: SecondPerson,
    private readonly announcedActs: AnnouncedActsStore,
    private readonly changeMaintenance: ChangeMaintenance,
    private readonly log: AuditLog,
    private readonly commands: IdempotentCommands,
  ) {}

  /**
   * @returns the proposal's number.
   * @throws Refusal `operations.not-found`, `operations.nothing-changed`, `operations.proposal-open`,
   * `operations.act-waits` while another table is announced for the market, `operations.terms-changed` where the table is
   * another one by now than the one that was looked at, `request.invalid` naming the step and its field.
   */
  propose(
    actor: ActingOperator,
    marketId: number,
    { tiers, seen, reason }: ProposeTiersRequest,
    key: string | null,
  ): Promise<string> {
    const subjectId = String(marketId);
    const asked = stepsOf(tiers);
    const body = { tiers: asked, seen, reason };
    const command = {
      userId: actor.operatorId,
      route: `ops/products/tiers/${subjectId}`,
      key,
      body,
      reply: TEXT_REPLY,
    };
    return this.commands.run(command, async (tx) => {
      const row = await this.judge(tx, marketId, asked);
      const now = stepsOf(row.steps);
      if (stepsVersionOf(now) !== seen) throw new Refusal('operations.terms-changed');
      if (areSameTiers(now, asked)) throw new Refusal('operations.nothing-changed');
      const waits = await this.announcedActs.dueOf('perpetual-tiers', subjectId, tx);
      if (waits !== null) throw new Refusal('operations.act-waits');
      const detail = { name: row.name, before: { steps: now }, after: { steps: asked } };
      const proposal = { kind: 'perpetual-tiers' as const, subjectId, userId: null, detail, reason };
      const id = await this.second.propose(tx, actor, proposal);
      const line = { action: 'perpetual-tiers.propose', subject: 'proposal', subjectId: id };
      await this.log.record(tx, actor, { ...line, detail: { about: subjectId, ...detail, reason } });
      return id;
    });
  }

  /** The first day on which what is agreed on now may take effect. */
  earliest(tx: Transaction): Promise<Date> {
    return this.changeMaintenance.earliest(tx);
  }

  /** In the transaction of the second person's decision. @throws Refusal as {@link carryOut}, and `operations.act-waits`. */
  async announce(tx: Transaction, subjectId: string | null, stored: unknown, from: Date): Promise<void> {
    const { marketId, tiers } = await this.agreed(tx, subjectId, stored);
    await this.changeMaintenance.announce(tx, marketId, tiers, from);
  }

  /**
   * In the transaction in which it takes effect.
   * @throws Refusal `operations.not-found` for what was not announced, `operations.terms-changed` where the table is not
   * any more the one that was to change, `request.invalid` where it does not fit the product any more.
   */
  async carryOut(tx: Transaction, { id, subjectId, detail }: AgreedProposal): Promise<void> {
    // The number of the proposal is there where it did not wait.
    if (id !== undefined) throw new Refusal('operations.not-found');
    const { marketId, tiers } = await this.agreed(tx, subjectId, detail);
    await this.changeMaintenance.carryOut(tx, marketId, tiers);
  }

  callOff(tx: Transaction, subjectId: string | null): Promise<void> {
    return this.changeMaintenance.callOff(tx, numberOf(subjectId));
  }

  committed(): void {
    void this.changeMaintenance.committed();
  }

  /** What was agreed on, judged again by what there is now. */
  private async agreed(
    tx: Transaction,
    subjectId: string | null,
    stored: unknown,
  ): Promise<{ marketId: number; tiers: TierTerms[] }> {
    const marketId = numberOf(subjectId);
    const { before, after } = parseTiersDetail(stored);
    const { steps } = await this.judge(tx, marketId, after.steps);
    if (!areSameTiers(steps, before.steps)) throw new Refusal('operations.terms-changed');
    return { marketId, tiers: after.steps };
  }

  private async judge(tx: Transaction, marketId: number, tiers: TierTerms[]): Promise<TermRows['perpetual']> {
    const row = await this.store.lock(tx, 'perpetual', marketId);
    if (row?.steps == null) throw new Refusal('operations.not-found');
    const wrong = wrongTier(tiers, row);
    if (wrong !== null) throw new Refusal('request.invalid', { field: wrong });
    return row;
  }
}

function numberOf(subjectId: string | null): number {
  return Number.parseInt(subjectId ?? '0', 10);
}
