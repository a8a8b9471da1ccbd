import { Injectable } from '@nestjs/common';
import type { ClaimView } from '../../../contract/operations/cases.dto.js';
import { Clock } from '../../../platform/clock/clock.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { AskForLook } from '../../wallet/deposits/index.js';
import { AuditLog } from '../audit/index.js';
import type { ActingOperator } from './acting-operator.js';
import { type ClaimedCase, type ClaimRow, ClaimsStore } from './claims.store.js';

/** Minutes during which a case is one operator's. */
const CLAIM_MINUTES = 15;

/** One case, one operator: two people never work on the same deposit or withdrawal. */
@Injectable()
export class ClaimCase {
  constructor(
    private readonly store: ClaimsStore,
    private readonly log: AuditLog,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly askForLook: AskForLook,
  ) {}

  /**
   * Takes the case for a quarter of an hour. Again: keeps it. A deposit is looked up on its chain meanwhile, however many others wait for that: what is
   * decided is decided by what the chain says now.
   * @throws Refusal `operations.not-found`, `wallet.decided`, `operations.case-claimed`.
   */
  async execute(actor: ActingOperator, claimed: ClaimedCase): Promise<ClaimView> {
    const view = await this.transactions.run(async (tx) => {
      const holder = await this.take(tx, actor, claimed);
      await this.log.record(tx, actor, {
        action: `${claimed.kind}.claim`,
        subject: claimed.kind,
        subjectId: claimed.id,
      });
      return { operatorId: holder.operatorId, login: holder.login, until: holder.until.getTime(), mine: true };
    });
    if (claimed.kind === 'deposit') this.askForLook.execute(claimed.id);
    return view;
  }

  /**
   * Takes the case for what is decided about it in the same transaction.
   * @throws Refusal `operations.not-found`, `wallet.decided`, `operations.case-claimed`.
   */
  async take(tx: Transaction, actor: ActingOperator, claimed: ClaimedCase): Promise<ClaimRow> {
    const isOpen = await this.store.isOpen(tx, claimed);
    if (isOpen === null) throw new Refusal('operations.not-found');
    if (!isOpen) throw new Refusal('wallet.decided');
    const at = new Date(this.clock.now());
    const until = new Date(at.getTime() + CLAIM_MINUTES * 60_000);
    const isMine = await this.store.take(tx, claimed, { operatorId: actor.operatorId, at, until });
    const holder = await this.store.holder(tx, claimed);
    if (!isMine || !holder) throw new Refusal('operations.case-claimed', { login: holder?.login ?? '' });
    return holder;
  }

  /** @throws Refusal `operations.claim-needed`. */
  async release(actor: ActingOperator, claimed: ClaimedCase): Promise<void> {
    await this.transactions.run(async (tx) => {
      if (!(await this.store.release(tx, claimed, actor.operatorId))) throw new Refusal('operations.claim-needed');
      await this.log.record(tx, actor, {
        action: `${claimed.kind}.release`,
        subject: claimed.kind,
        subjectId: claimed.id,
      });
    });
  }

  /**
   * A decision about a case, in one transaction, its own or one that is open: only its holder decides, and afterwards it is
   * nobody's.
   * @throws Refusal `operations.claim-needed`, and those of the decision.
   */
  decide<Result>(
    actor: ActingOperator,
    claimed: ClaimedCase,
    decision: (tx: Transaction) => Promise<Result>,
    open?: Transaction,
  ): Promise<Result> {
    const work = async (tx: Transaction) => {
      const now = new Date(this.clock.now());
      // The row stays locked: the case is nobody else's until the transaction ends.
      const isHeld = await this.store.lockHeld(tx, claimed, actor.operatorId, now);
      if (!isHeld) throw new Refusal('operations.claim-needed');
      const result = await decision(tx);
      await this.store.release(tx, claimed, actor.operatorId);
      return result;
    };
    return open ? work(open) : this.transactions.run(work);
  }

  /** Work on a case that stays its holder's. @throws Refusal `operations.claim-needed`, and those of the work. */
  hold(actor: ActingOperator, claimed: ClaimedCase, work: (tx: Transaction) => Promise<void>): Promise<void> {
    return this.transactions.run(async (tx) => {
      const now = new Date(this.clock.now());
      const isHeld = await this.store.lockHeld(tx, claimed, actor.operatorId, now);
      if (!isHeld) throw new Refusal('operations.claim-needed');
      await work(tx);
    });
  }
}
