import { Injectable } from '@nestjs/common';
import type { ProposalKind } from '../../../contract/operations/words.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Config } from '../../../platform/config/config.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import type { ActingOperator } from './acting-operator.js';
import { type NewProposal, type ProposalRow, ProposalsStore } from './proposals.store.js';

export type Asked = Omit<NewProposal, 'operatorId' | 'at'>;

type Detail = NewProposal['detail'];

export type Confirmation = Asked & {
  subjectId: string;
  /** Of the reason that each of the two has to give. */
  reasonMin: number;
  /** Whether what was proposed before is what is asked for now; as {@link sameDetail} where it is not said. */
  isSame?: (before: Detail, now: Detail) => boolean;
};

/** Three days: long enough for others to see in the audit log who made whom. */
const HOURS_IN_PRODUCTION = 72;

/** Four eyes: what one operator proposes another one confirms. */
@Injectable()
export class SecondPerson {
  constructor(
    private readonly store: ProposalsStore,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** @returns the proposal's number. @throws Refusal `operations.proposal-open`. */
  async propose(tx: Transaction, actor: ActingOperator, asked: Asked): Promise<string> {
    const id = await this.store.insert(tx, { ...asked, operatorId: actor.operatorId, at: this.now() });
    if (id === null) throw new Refusal('operations.proposal-open');
    return id;
  }

  /**
   * A second operator with the same details confirms the proposal; different details make a new one. So does a proposal
   * that has lapsed, one whose reason is too short for what each of the two has to give by now, and one of somebody who is
   * gone from the desk.
   * @returns what was proposed before and is approved by it; null: it was proposed, and waits for another one.
   * @throws Refusal `wallet.second-person` for the same operator again.
   */
  async confirm(
    tx: Transaction,
    actor: ActingOperator,
    { reasonMin, isSame = sameDetail, ...asked }: Confirmation,
  ): Promise<ProposalRow | null> {
    const open = await this.open(tx, actor, asked);
    if (open?.proposedById === actor.operatorId && !open.isLapsed) throw new Refusal('wallet.second-person');
    const isWhole = open !== null && isSame(open.detail, asked.detail) && open.reason.length >= reasonMin;
    const isConfirmed = isWhole && !open.isLapsed && (await this.store.isByWhoItWas(tx, open));
    if (open) await this.decide(tx, actor, open, isConfirmed ? 'approved' : 'rejected');
    if (isConfirmed) return open;
    await this.propose(tx, actor, asked);
    return null;
  }

  /**
   * What is proposed about the thing and not decided, locked with its people: that comes before whatever the decision locks.
   * Null: nothing.
   * @throws Refusal `access.forbidden` for an actor whose access was taken since they asked.
   */
  async open(
    tx: Transaction,
    actor: ActingOperator,
    { kind, subjectId }: { kind: ProposalKind; subjectId: string },
  ): Promise<ProposalRow | null> {
    const open = await this.store.lockOpen(tx, kind, subjectId);
    await this.assertAccess(tx, actor, open === null ? [] : [open.proposedById]);
    return open;
  }

  /**
   * Takes back what somebody proposed about the thing whose access was changed since, or too long ago: it has to be said anew.
   * @returns whether there was such a proposal.
   */
  async dropLapsed(
    tx: Transaction,
    actor: ActingOperator,
    about: { kind: ProposalKind; subjectId: string },
  ): Promise<boolean> {
    const open = await this.open(tx, actor, about);
    if (!open || (!open.isLapsed && (await this.store.isByWhoItWas(tx, open)))) return false;
    await this.decide(tx, actor, open, 'rejected');
    return true;
  }

  /** The thing itself was decided: what was proposed about it is, too. */
  async settle(
    tx: Transaction,
    actor: ActingOperator,
    about: { kind: ProposalKind; subjectId: string },
    status: 'approved' | 'rejected',
  ): Promise<void> {
    const open = await this.store.lockOpen(tx, about.kind, about.subjectId);
    if (open) await this.decide(tx, actor, open, status);
  }

  /** @throws Refusal `operations.not-found`, `operations.proposal-decided`. */
  async lock(tx: Transaction, id: string): Promise<ProposalRow> {
    const proposal = await this.store.lock(tx, id);
    if (!proposal) throw new Refusal('operations.not-found');
    if (proposal.status !== 'open') throw new Refusal('operations.proposal-decided');
    return proposal;
  }

  /**
   * @throws Refusal `access.forbidden` for an actor whose access was taken since they asked, `wallet.second-person` for the
   * proposer's own approval, `operations.proposer-gone` for that of what somebody
   * proposed whose access was changed since: what a thief of a session proposed goes with it; `operations.proposal-lapsed`.
   */
  async decide(
    tx: Transaction,
    actor: ActingOperator,
    proposal: ProposalRow,
    status: 'approved' | 'rejected',
  ): Promise<void> {
    const { operatorId } = actor;
    await this.assertAccess(tx, actor, [proposal.proposedById], changedBy(proposal));
    if (status === 'approved') {
      if (proposal.proposedById === operatorId) throw new Refusal('wallet.second-person');
      if (!(await this.store.isByWhoItWas(tx, proposal))) throw new Refusal('operations.proposer-gone');
    }
    await this.store.decide(tx, proposal.id, { status, operatorId, tiedHours: this.tiedHours(), at: this.now() });
  }

  /**
   * Whoever acts is somebody else than all who acted before.
   * @throws Refusal `wallet.second-person` for one of these operators, `access.forbidden` for an actor whose access was taken since
   * they asked, `operations.second-person-tied` where the actor was in the hands of one of them lately, or the other way round.
   */
  async assertOther(tx: Transaction, actor: ActingOperator, others: readonly string[]): Promise<void> {
    const { operatorId } = actor;
    if (others.includes(operatorId)) throw new Refusal('wallet.second-person');
    await this.assertAccess(tx, actor, others);
    const hours = this.tiedHours();
    for (const other of others) {
      if (await this.store.areTied(tx, [operatorId, other], hours)) {
        throw new Refusal('operations.second-person-tied', { hours });
      }
    }
  }

  /** The roles that the request came with hold to the end of the transaction, and so does the access of the others, whatever it is. */
  private async assertAccess(
    tx: Transaction,
    { operatorId, roles }: ActingOperator,
    others: readonly string[],
    changed: string | null = null,
  ): Promise<void> {
    const people =
      changed === null
        ? await this.store.lockPeople(tx, [operatorId, ...others])
        : await this.store.lockPeopleToChange(tx, [operatorId, ...others, changed]);
    const actor = people.find(({ id }) => id === operatorId);
    const holds = actor?.isThere && roles.every((role) => actor.roles.some((known) => known === role));
    if (!holds) throw new Refusal('access.forbidden');
  }

  private tiedHours(): number {
    const { SECOND_PERSON_HOURS: hours, NODE_ENV } = this.config.values;
    if (hours >= 0) return hours;
    return NODE_ENV === 'production' ? HOURS_IN_PRODUCTION : 0;
  }

  private now(): Date {
    return new Date(this.clock.now());
  }
}

/** The operator whom it is about; null: it is about none, or about a new one. */
function changedBy({ kind, subjectId }: ProposalRow): string | null {
  return kind.startsWith('operator-') ? subjectId : null;
}

/** Whether the one detail has just the fields of the other, with the same values. */
export function sameDetail(one: Detail, other: Detail): boolean {
  const keys = Object.keys(other);
  return keys.length === Object.keys(one).length && keys.every((key) => one[key] === other[key]);
}
