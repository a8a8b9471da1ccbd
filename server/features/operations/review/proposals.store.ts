import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import {
  type AnnouncedActStatus,
  type OperatorRole,
  PROPOSAL_DAYS,
  type ProposalKind,
  type ProposalStatus,
} from '../../../contract/operations/words.js';
import { callFunction } from '../../../platform/database/call-function.js';
import { sqlStateOf, type Transaction } from '../../../platform/database/transaction.js';
import { capReached } from '../../wallet/balances/index.js';
import { Refusal } from '../../../platform/http/refusal.js';
import type { SeenKinds } from './seen-kinds.rules.js';

export interface NewProposal {
  kind: ProposalKind;
  subjectId: string | null;
  userId: string | null;
  detail: Record<string, unknown>;
  reason: string;
  operatorId: string;
  at: Date;
}

export interface ProposalRow {
  id: string;
  kind: ProposalKind;
  subjectId: string | null;
  userId: string | null;
  detail: Record<string, unknown>;
  reason: string;
  status: ProposalStatus;
  proposedById: string;
  proposedBy: string;
  proposedAt: Date;
  decidedBy: string | null;
  decidedAt: Date | null;
  /** It is open still, and nobody approves it any more. */
  isLapsed: boolean;
  /** Where what was approved waits, or waited, before it takes effect. */
  announcedId: string | null;
  announcedStatus: AnnouncedActStatus | null;
  dueAt: Date | null;
}

export interface ProposalDecision {
  status: 'approved' | 'rejected';
  operatorId: string;
  /** For how many hours who was made, changed or reset by somebody is no second person beside them; kept with it. */
  tiedHours: number;
  at: Date;
}

/** What a list of proposals is about; null: whatever it is. */
export interface ProposalFilter {
  status: string | null;
  kind: string | null;
  /** By whom it is read. */
  seen: SeenKinds;
}

/** An operator's access. */
export interface AtTheDesk {
  id: string;
  roles: OperatorRole[];
  /** Neither disabled nor on the way in by a one-time password. */
  isThere: boolean;
}

/** Whether `proposed` was said too long ago to be the first of two: in SQL, by the database's clock. */
export const isPastDays = (proposed: string) =>
  `${proposed}.proposed_at <= clock_timestamp() - make_interval(days => ${PROPOSAL_DAYS})`;

const ROWS = `select p.id, p.kind, p.subject_id as "subjectId", p.user_id as "userId", p.detail, p.reason, p.status,
    p.proposed_by as "proposedById", a.login as "proposedBy", p.proposed_at as "proposedAt", b.login as "decidedBy",
    p.decided_at as "decidedAt",
    p.status = 'open' and ${isPastDays('p')} as "isLapsed",
    d.id as "announcedId", d.status as "announcedStatus", d.due_at as "dueAt"
  from operator_proposal p join operator a on a.id = p.proposed_by left join operator b on b.id = p.decided_by
  left join operator_announced_act d on d.proposal_id = p.id`;
// What the user took back meanwhile waits for nobody, nor does what two users settled between themselves.
// What lapsed is listed as that, whether a worker has ended it or not.
const WHERE = `($1::text is null or p.status = $1 or ($1 = 'lapsed' and p.status = 'open' and ${isPastDays('p')}))
  and ($2::text is null or p.kind = $2)
  and ($1::text is distinct from 'open' or p.kind <> 'withdrawal'
       or exists (select from withdrawal w where w.id = p.subject_id and w.status in ('review', 'approved')))
  and ($1::text is distinct from 'open' or p.kind <> 'otc-appeal'
       or exists (select from otc_order o where o.id = p.subject_id and o.status = 4))
  and ($3::text[] is null or p.kind = any($3) or p.proposed_by = $4 or ($5 and p.status = 'open'))`;

/** The SQL of what waits for a second person. */
@Injectable()
export class ProposalsStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /** Adds a proposal; null when one about the same thing is open. */
  async insert(tx: Transaction, proposal: NewProposal): Promise<string | null> {
    const { kind, subjectId, userId, detail, reason, operatorId, at } = proposal;
    const rows: { id: string }[] = await tx.query(
      `insert into operator_proposal (kind, subject_id, user_id, detail, reason, proposed_by, proposed_at)
       values ($1, $2, $3, $4, $5, $6, database_now($7)) on conflict do nothing returning id`,
      [kind, subjectId, userId, JSON.stringify(detail), reason, operatorId, at],
    );
    return rows[0]?.id ?? null;
  }

  async read(id: string): Promise<ProposalRow | null> {
    const rows: ProposalRow[] = await this.source.query(`${ROWS} where p.id = $1`, [id]);
    return rows[0] ?? null;
  }

  /** Number of what is proposed about the thing and not decided; null: nothing. */
  async openId(kind: ProposalKind, subjectId: string): Promise<string | null> {
    const rows: { id: string }[] = await this.source.query(
      `select id::text from operator_proposal where kind = $1 and subject_id = $2 and status = 'open'`,
      [kind, subjectId],
    );
    return rows[0]?.id ?? null;
  }

  listOf(ids: readonly string[]): Promise<ProposalRow[]> {
    return this.source.query(`${ROWS} where p.id = any($1)`, [ids]);
  }

  /** Locked until the transaction ends. */
  async lock(tx: Transaction, id: string): Promise<ProposalRow | null> {
    const rows: ProposalRow[] = await tx.query(`${ROWS} where p.id = $1 for update of p`, [id]);
    return rows[0] ?? null;
  }

  /** The open one about the thing, locked likewise. */
  async lockOpen(tx: Transaction, kind: ProposalKind, subjectId: string): Promise<ProposalRow | null> {
    const rows: ProposalRow[] = await tx.query(
      `${ROWS} where p.kind = $1 and p.subject_id = $2 and p.status = 'open' for update of p`,
      [kind, subjectId],
    );
    return rows[0] ?? null;
  }

  /**
   * Operators as they are now, who stay so until the transaction ends: each change of somebody's access waits. What is asked about
   * them behind it sees what was changed before.
   */
  async lockPeople(tx: Transaction, ids: readonly string[]): Promise<AtTheDesk[]> {
    return tx.query(
      `select o.id::text, o.roles, o.disabled_at is null and o.one_time_until is null as "isThere"
         from operator o where o.id = any($1::bigint[]) order by o.id for share`,
      [ids],
    );
  }

  /** The same where one of them is changed by it: whoever only reads the people waits, too. */
  async lockPeopleToChange(tx: Transaction, ids: readonly string[]): Promise<AtTheDesk[]> {
    return tx.query(
      `select o.id::text, o.roles, o.disabled_at is null and o.one_time_until is null as "isThere"
         from operator o where o.id = any($1::bigint[]) order by o.id for no key update`,
      [ids],
    );
  }

  /**
   * A constraint of the table refuses the proposer's own approval.
   * @throws Refusal `operations.second-person-tied` where one of the two was in the other's hands lately, `operations.proposal-lapsed`.
   */
  async decide(tx: Transaction, id: string, { status, operatorId, tiedHours, at }: ProposalDecision): Promise<void> {
    const decided =
      'update operator_proposal set status = $2, decided_by = $3, decided_at = $4, tied_hours = $5 where id = $1';
    try {
      await tx.query(decided, [id, status, operatorId, at, tiedHours]);
    } catch (error) {
      if (sqlStateOf(error) === 'OP003') throw new Refusal('operations.proposal-lapsed', { days: PROPOSAL_DAYS });
      if (sqlStateOf(error) === 'OP001') throw new Refusal('operations.second-person-tied', { hours: tiedHours });
      throw capReached(error) ?? error;
    }
  }

  /** Whether the proposer, whose row is locked by then, is at the desk with the access that they had when they proposed. */
  async isByWhoItWas(
    tx: Transaction,
    { proposedById, proposedAt }: Pick<ProposalRow, 'proposedById' | 'proposedAt'>,
  ): Promise<boolean> {
    const rows: unknown[] = await tx.query(
      `select 1 from operator o where o.id = $1 and o.disabled_at is null
          and not exists (select from operator_change c where c.operator_id = o.id and c.changed_at > $2)
        for share of o`,
      [proposedById, proposedAt],
    );
    return rows.length > 0;
  }

  /**
   * Numbers of what nobody approved in time, the oldest first, but for what is decided at its case: there a new opinion takes the
   * place of an old one.
   */
  async lapsed(now: Date, limit: number): Promise<string[]> {
    const rows: { id: string }[] = await this.source.query(
      `select p.id::text as id from operator_proposal p
        where p.status = 'open' and p.proposed_at <= database_now($1) - make_interval(days => $2)
          and p.kind not in ('deposit', 'withdrawal', 'otc-appeal') order by p.id limit $3`,
      [now, PROPOSAL_DAYS, limit],
    );
    return rows.map(({ id }) => id);
  }

  /** Nobody decides it any more. @returns whether it was open, and as old. */
  async lapse(tx: Transaction, id: string, at: Date): Promise<boolean> {
    const [, count]: [unknown, number] = await tx.query(
      `update operator_proposal set status = 'lapsed', decided_at = database_now($2)
        where id = $1 and status = 'open' and proposed_at <= database_now($2) - make_interval(days => $3)`,
      [id, at, PROPOSAL_DAYS],
    );
    return count > 0;
  }

  /** Whether one of the two was made, changed or reset by the other in these hours, or both by somebody else. */
  async areTied(tx: Transaction, [one, other]: readonly [string, string], hours: number): Promise<boolean> {
    const [row]: { since: Date }[] = await tx.query('select clock_timestamp() - make_interval(hours => $1) as since', [
      hours,
    ]);
    return callFunction(tx, 'operators_tied', { one, other, since: row?.since as Date });
  }

  list(filter: ProposalFilter, limit: number, offset: number): Promise<ProposalRow[]> {
    return this.source.query(`${ROWS} where ${WHERE} order by p.id desc limit $6 offset $7`, [
      ...asked(filter),
      limit,
      offset,
    ]);
  }

  /** Numbers of all that are so, the newest first; so many at most. */
  async ids(filter: ProposalFilter, limit: number): Promise<string[]> {
    const rows: { id: string }[] = await this.source.query(
      `select p.id::text as id from operator_proposal p where ${WHERE} order by p.id desc limit $6`,
      [...asked(filter), limit],
    );
    return rows.map(({ id }) => id);
  }

  async count(filter: ProposalFilter): Promise<number> {
    const rows: { count: number }[] = await this.source.query(
      `select count(*)::integer as count from operator_proposal p where ${WHERE}`,
      asked(filter),
    );
    return rows[0]?.count ?? 0;
  }
}

function asked({ status, kind, seen: { kinds, operatorId, isAllThatWaits } }: ProposalFilter): unknown[] {
  return [status, kind, kinds, operatorId, isAllThatWaits];
}
