import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { QueueKind } from '../../../contract/operations/words.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import type { SeenKinds } from './seen-kinds.rules.js';

export interface StepRow {
  from: string | null;
  to: string;
  operator: string | null;
  reason: string | null;
  at: Date;
}

export interface QueueRow {
  kind: QueueKind;
  waiting: number;
  oldestAt: Date | null;
}

export interface UserRow {
  id: string;
  account: string;
  username: string | null;
  email: string | null;
  phone: string | null;
  createdAt: Date;
  disabled: boolean;
  verifiedLevel: number;
}

const USER = `select u.id, coalesce(u.username, u.phone, u.email, u.id::text) as account, u.username, u.email, u.phone,
    u.created_at as "createdAt", u.disabled_at is not null as disabled,
    (select case when bool_or(v.level = 'advanced') then 2 when count(*) > 0 then 1 else 0 end::integer
       from verification_case v where v.user_id = u.id and v.status = 'verified') as "verifiedLevel"
  from account_user u`;
// The beginning of a name or contact, whatever its capitals; a number is the account's own. Each has an index, as it stands here, so
// that nobody reads all users for what is not there.
const SEARCH = `($2::text is null or u.id = $1::bigint or u.username_key like $2 or u.email like $2 or u.phone like $2)`;
const NUMBER = /^[1-9][0-9]{0,17}$/;
/** Nobody counts further than people read. */
const COUNTED_MAX = 10_000;

/** What every part of the desk reads: users, the steps of a case, how much waits. */
@Injectable()
export class DeskStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /** What became of a deposit or withdrawal, and by whom. */
  steps(subject: 'deposit' | 'withdrawal', subjectId: string): Promise<StepRow[]> {
    return this.source.query(
      `select a.from_status as from, a.to_status as to, a.reason, a.at,
              case when a.operator_id is not null then coalesce(o.login, a.operator_id::text) end as operator
         from wallet_act a left join operator o on o.id = a.operator_id
        where a.subject = $1 and a.subject_id = $2 order by a.id limit 100`,
      [subject, subjectId],
    );
  }

  queues({ kinds, isAllThatWaits, operatorId }: SeenKinds): Promise<QueueRow[]> {
    return this.source.query(
      `select 'deposit' as kind, count(*)::integer as waiting, min(created_at) as "oldestAt" from deposit
        where status = 'review'
       union all select 'withdrawal', count(*)::integer, min(created_at) from withdrawal where status = 'review'
       union all select 'payment', count(*)::integer, min(updated_at) from withdrawal where status = 'approved'
       union all select 'verification', count(*)::integer, min(submitted_at) from verification_case
                  where status = 'under-review' and erased_at is null
       union all select 'appeal', count(*)::integer, min(appealed_at) from otc_order where status = 4
       union all select 'merchant', count(*)::integer, min(applied_at) from otc_merchant where status = 'applied'
       union all select 'proposal', count(*)::integer, min(proposed_at) from operator_proposal
                  where status = 'open' and kind not in ('deposit', 'withdrawal', 'otc-appeal')
                    and ($1::text[] is null or kind = any($1) or proposed_by = $2)
       union all select 'announced', count(*)::integer, min(began_at) from operator_announced_act
                  where status = 'waiting' and ($1::text[] is null or kind = any($1) or proposed_by = $2)
       union all select 'help', count(*)::integer, min(waiting_since) from help_chat where state = 'waiting'
       union all select 'complaint', count(*)::integer, min(received_at) from complaint where due_at is not null`,
      [isAllThatWaits ? null : kinds, operatorId],
    );
  }

  async loginOf(operatorId: string, tx: Transaction = this.source.manager): Promise<string> {
    const rows: { login: string }[] = await tx.query('select login from operator where id = $1', [operatorId]);
    return rows[0]?.login ?? '';
  }

  /** The logins of those operators, by their numbers. */
  async loginsOf(operatorIds: (string | null)[]): Promise<Map<string, string>> {
    const rows: { id: string; login: string }[] = await this.source.query(
      'select id::text, login from operator where id::text = any($1)',
      [operatorIds.filter((id) => id !== null)],
    );
    return new Map(rows.map(({ id, login }) => [id, login]));
  }

  /** Whose verification it is. */
  async ownerOfCase(tx: Transaction, caseId: string): Promise<string | null> {
    const rows: { userId: string }[] = await tx.query(
      'select user_id as "userId" from verification_case where id = $1',
      [caseId],
    );
    return rows[0]?.userId ?? null;
  }

  async user(id: string): Promise<UserRow | null> {
    const rows: UserRow[] = await this.source.query(`${USER} where u.id = $1`, [id]);
    return rows[0] ?? null;
  }

  users(search: string | null, limit: number, offset: number): Promise<UserRow[]> {
    return this.source.query(`${USER} where ${SEARCH} order by u.id desc limit $3 offset $4`, [
      numbered(search),
      beginning(search),
      limit,
      offset,
    ]);
  }

  /** Numbers of all users that the search finds, the newest first; so many at most. */
  async userIds(search: string | null, limit: number): Promise<string[]> {
    const rows: { id: string }[] = await this.source.query(
      `select u.id::text as id from account_user u where ${SEARCH} order by u.id desc limit $3`,
      [numbered(search), beginning(search), limit],
    );
    return rows.map(({ id }) => id);
  }

  /** In any order. */
  usersOf(ids: readonly string[]): Promise<UserRow[]> {
    return this.source.query(`${USER} where u.id = any($1::bigint[])`, [ids]);
  }

  async countUsers(search: string | null): Promise<number> {
    const rows: { count: number }[] = await this.source.query(
      `select count(*)::integer as count from (select from account_user u where ${SEARCH} limit ${COUNTED_MAX}) as counted`,
      [numbered(search), beginning(search)],
    );
    return rows[0]?.count ?? 0;
  }
}

/** The number that the search is, of an account that may be there; null: none. */
function numbered(search: string | null): string | null {
  return search !== null && NUMBER.test(search) ? search : null;
}

/** The pattern of what begins so; the letters that a pattern reads as something else are meant as they are. */
function beginning(search: string | null): string | null {
  return search === null ? null : `${search.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
