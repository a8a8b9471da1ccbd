import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { AllotmentRow } from '../../../contract/rules/ieo-proof.rules.js';
import { callForRow, callFunction } from '../../../platform/database/call-function.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { allowLonger } from '../../../platform/database/watched-pool.js';

/** Reading, closing and sealing go over all applications of a sale at once: 100,000 took 4.3 seconds on two shared cores. */
const SEAL_LIMIT_MS = 60_000;

/** What a batch did. */
export interface Worked {
  applications: number;
  userIds: string[];
}

/** A project that something may be due of. */
export interface DueProject {
  id: number;
  supply: string;
  cap: string;
  isCancelled: boolean;
  isListed: boolean;
}

/** An application as a round takes it. */
export type RoundRow = AllotmentRow & { id: string };

/** The SQL of the worker: each step is one call of a stored function, which says by itself whether it is due. */
@Injectable()
export class IeoWorkStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /** Projects after this one of which something is due now, at most so many. What waits for a later date is none of them. */
  due(at: Date, after: number, limit: number): Promise<DueProject[]> {
    return this.source.query(
      `select p.id, p.supply::text, p.cap::text, p.cancelled_at is not null as "isCancelled",
              p.listed_at is not null as "isListed"
         from ieo_project p cross join (select database_now($1) as at) now
        where p.id > $2 and (
              (p.listed_at is null and p.cancelled_at is null and p.apply_until <= now.at and (
                not exists (select from ieo_round r where r.project_id = p.id and r.round = 0)
                or (greatest(p.allot_at, ieo_draw_due(p)) <= now.at and not exists (
                      select from ieo_round r where r.project_id = p.id and r.round = 1 and r.settled_at is not null))
                or (ieo_pay_end(p, 1::smallint) <= now.at and (
                      exists (select from ieo_application a where a.project_id = p.id and a.status = 'allotted')
                      or not exists (
                        select from ieo_round r where r.project_id = p.id and r.round = 2 and r.settled_at is not null)))
                or (ieo_pay_end(p, 2::smallint) <= now.at and exists (
                      select from ieo_application a where a.project_id = p.id and a.second_status = 'offered'))))
           or (p.listed_at is not null and exists (
                 select from ieo_application a where a.project_id = p.id and a.status = 'paid'))
           or (p.cancelled_at is not null and exists (
                 select from ieo_application a
                  where a.project_id = p.id and a.status in ('committed', 'allotted', 'paid'))))
        order by p.id limit $3`,
      [at, after, limit],
    );
  }

  async rounds(projectId: number): Promise<Map<number, { root: string; isSettled: boolean }>> {
    const rows: { round: number; root: string; isSettled: boolean }[] = await this.source.query(
      `select round, encode(root, 'hex') as root, settled_at is not null as "isSettled" from ieo_round
        where project_id = $1`,
      [projectId],
    );
    return new Map(rows.map(({ round, ...rest }) => [round, rest]));
  }

  /** All rows in the order of the table, however many. What was paid counts when nobody can pay any more. */
  async rows(tx: Transaction, projectId: number): Promise<RoundRow[]> {
    await allowLonger(tx, SEAL_LIMIT_MS);
    return tx.query(
      `select a.id::text, encode(a.account_hash, 'hex') as account, a.units::text as committed, a.allotted::text as first,
              case when a.allotted > 0 then a.status not in ('missed', 'allotted') end as paid, null as second
         from ieo_application a where a.project_id = $1 order by a.account_hash`,
      [projectId],
    );
  }

  async close(
    tx: Transaction,
    projectId: number,
    { root, rows, units, at }: { root: string; rows: number; units: string; at: Date },
  ): Promise<boolean> {
    await allowLonger(tx, SEAL_LIMIT_MS);
    return callFunction(tx, 'ieo_close', { project: projectId, root: Buffer.from(root, 'hex'), rows, units, at });
  }

  /** Whether it stands which prices a sale is drawn by; always, where it is drawn without. */
  recordDraw(tx: Transaction, projectId: number, at: Date): Promise<boolean> {
    return callFunction(tx, 'ieo_draw_record', { project: projectId, at });
  }

  /** The root that a sale is drawn by; null where it is drawn without prices. */
  async drawRoot(tx: Transaction, projectId: number): Promise<string | null> {
    const [draw]: { root: string }[] = await tx.query(
      `select encode(root, 'hex') as root from ieo_draw where project_id = $1`,
      [projectId],
    );
    return draw?.root ?? null;
  }

  /** Null before the allotment is due. */
  seed(tx: Transaction, projectId: number, at: Date): Promise<string | null> {
    return callFunction(tx, 'ieo_seed_of', { project: projectId, at });
  }

  async seal(
    tx: Transaction,
    { projectId, round, root, applications, units, drawRoot, at }: SealedRound & { at: Date },
  ): Promise<boolean> {
    await allowLonger(tx, SEAL_LIMIT_MS);
    const draw = drawRoot === null ? null : Buffer.from(drawRoot, 'hex');
    const sealed = { project: projectId, round, root: Buffer.from(root, 'hex'), draw };
    return callFunction(tx, 'ieo_seal', { ...sealed, applications: [...applications], units: [...units], at });
  }

  settled(tx: Transaction, projectId: number, round: number, at: Date): Promise<boolean> {
    return callFunction(tx, 'ieo_settled', { project: projectId, round, at });
  }

  async settle(tx: Transaction, projectId: number, round: number, given: Batch): Promise<Worked> {
    return worked(await callForRow(tx, 'ieo_settle', { project: projectId, round, ...asked(given) }));
  }

  async lapse(tx: Transaction, projectId: number, given: Batch): Promise<Worked> {
    return worked(await callForRow(tx, 'ieo_lapse', { project: projectId, ...asked(given) }));
  }

  /** Numbers of applications that a step may be due of, at most so many and none of those. */
  async dueOf(
    step: IeoStep,
    of: { projectId: number; round: number; at: Date; limit: number; except: readonly string[] },
  ): Promise<string[]> {
    const rows: { id: string }[] = await this.source.query(
      `select a.id::text as id from ieo_application a
        where ${DUE[step]} and ($1::integer, $2::integer, $3::timestamptz) is not null and a.id <> all ($5::bigint[])
        order by ${step === 'release' ? 'a.next_release_at, a.id' : 'a.id'} limit $4`,
      [of.projectId, of.round, of.at, of.limit, of.except],
    );
    return rows.map(({ id }) => id);
  }

  /** Ends what nobody listed in time. @returns how many. */
  expire(tx: Transaction, at: Date): Promise<number> {
    return callFunction(tx, 'ieo_expire', { at });
  }

  async lock(tx: Transaction, projectId: number, given: Batch): Promise<Worked> {
    return worked(await callForRow(tx, 'ieo_lock', { project: projectId, ...asked(given) }));
  }

  async release(tx: Transaction, given: Batch): Promise<Worked> {
    return worked(await callForRow(tx, 'ieo_release', asked(given)));
  }

  async giveBack(tx: Transaction, projectId: number, given: Batch): Promise<Worked> {
    return worked(await callForRow(tx, 'ieo_return', { project: projectId, ...asked(given) }));
  }

  /** How many seconds late the oldest step is that should have been done; 0 when none is. */
  async lagSeconds(at: Date): Promise<number> {
    const rows: { lag: number }[] = await this.source.query(
      `select coalesce(max(extract(epoch from database_now($1) - due.since)), 0)::integer as lag from (
         select min(next_release_at) as since from ieo_application where next_release_at is not null
         union all
         select case when not exists (select from ieo_round r where r.project_id = p.id and r.round = 0) then p.apply_until
                  when not exists (select from ieo_round r where r.project_id = p.id and r.round = 1)
                    then greatest(p.allot_at, ieo_draw_due(p))
                  when not exists (select from ieo_round r where r.project_id = p.id and r.round = 2) then ieo_pay_end(p, 1::smallint)
                  when exists (select from ieo_application a where a.project_id = p.id and a.second_status = 'offered')
                    then ieo_pay_end(p, 2::smallint)
                  else p.list_at + interval '720 hours' end
           from ieo_project p where p.listed_at is null and p.cancelled_at is null) due
        where due.since < database_now($1)`,
      [at],
    );
    return rows[0]?.lag ?? 0;
  }
}

interface Batch {
  limit: number;
  at: Date;
  /** Of these applications; left out: of all. */
  only?: readonly string[];
}

/** What is done application by application; of a project, but for the release. */
export type IeoStep = 'settle' | 'lapse' | 'lock' | 'release' | 'giveBack';

/** Of which applications each step may be due; the step itself looks again under its locks. $1 is the project, $2 the round, $3 now. */
const DUE: Record<IeoStep, string> = {
  settle: `a.project_id = $1 and ((a.status = 'committed' and $2 = 1) or (a.status = 'paid' and $2 = 2 and a.second is null
    and exists (select from ieo_allotment x where x.application_id = a.id and x.round = 2)))`,
  lapse: `a.project_id = $1 and (a.status = 'allotted' or a.second_status = 'offered')`,
  lock: `a.project_id = $1 and a.status = 'paid'`,
  release: 'a.next_release_at <= $3',
  giveBack: `a.project_id = $1 and a.status in ('committed', 'allotted', 'paid')`,
};

export interface SealedRound {
  projectId: number;
  round: number;
  root: string;
  applications: readonly string[];
  units: readonly string[];
  /** The root that it was drawn by; null: without prices. */
  drawRoot: string | null;
}

function asked({ limit, at, only }: Batch): { limit: number; at: Date; only: string[] | null } {
  return { limit, at, only: only ? [...only] : null };
}

function worked({ applications, users }: { applications: number; users: string[] }): Worked {
  return { applications, userIds: users };
}
