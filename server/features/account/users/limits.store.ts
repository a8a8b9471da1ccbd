import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Transaction } from '../../../platform/database/transaction.js';
import { countedNetworksOf, networkOf } from '../../../platform/http/network-of.rules.js';

/** At most so many in any span of so many seconds. */
export interface LimitWindow {
  seconds: number;
  most: number;
}

/** What is counted, and for whom or what. */
export interface Limited {
  kind: string;
  subject: string;
}

/** Counts what people do, in Postgres: a limit survives a restart and the loss of Redis. */
@Injectable()
export class LimitsStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /**
   * Takes one place inside all windows, or none; one statement under the row's lock, so that parallel takers each
   * count. Answers the seconds until a place is free, 0 when this one was taken.
   * @param tx what takes it: rolled back, it was not taken, and whoever comes for the same subject waits until it ends.
   */
  async take(
    { kind, subject }: Limited,
    windows: readonly LimitWindow[],
    now: Date,
    tx: Transaction = this.source.manager,
  ): Promise<number> {
    const longest = Math.max(...windows.map(({ seconds }) => seconds));
    const rows: { granted: boolean; taken: Date[] }[] = await tx.query(
      `insert into account_limit as l (kind, subject, taken, tries, granted, last_at)
       values ($1, $2, array[$3::timestamptz], 1, true, $3)
       on conflict (kind, subject) do update set
         tries = l.tries + 1, last_at = $3,
         granted = ${free('$5', '$6')},
         taken = array(select t from unnest(l.taken) t where t > $3::timestamptz - make_interval(secs => $4))
                 || case when ${free('$5', '$6')} then array[$3::timestamptz] else array[]::timestamptz[] end
       returning granted, taken`,
      [kind, subject, now, longest, windows.map(({ seconds }) => seconds), windows.map(({ most }) => most)],
    );
    const [row] = rows;
    return !row || row.granted ? 0 : secondsUntilFree(row.taken, windows, now);
  }

  /**
   * Takes a place for an address: one of its network, then one of what lies around that (see {@link countedNetworksOf}), or none. What a
   * network has used up for itself takes nothing of what it shares.
   * @returns as {@link take}.
   */
  async takeFrom(ip: string, kind: string, windows: readonly LimitWindow[], now: Date): Promise<number> {
    for (const { network: subject, factor } of countedNetworksOf(ip)) {
      const wider = windows.map(({ seconds, most }) => ({ seconds, most: most * factor }));
      const wait = await this.take({ kind, subject }, wider, now);
      if (wait === 0) continue;
      if (factor > 1) await this.giveBack({ kind, subject: networkOf(ip) }, now);
      return wait;
    }
    return 0;
  }

  /** Gives back what {@link takeFrom} took at the instant. */
  async giveBackFrom(ip: string, kind: string, takenAt: Date): Promise<void> {
    for (const { network: subject } of countedNetworksOf(ip)) await this.giveBack({ kind, subject }, takenAt);
  }

  /** Whether a place is left inside all windows, without taking one. */
  async hasPlace({ kind, subject }: Limited, windows: readonly LimitWindow[], now: Date): Promise<boolean> {
    const rows: unknown[] = await this.source.query(
      `select from account_limit l where kind = $1 and subject = $2 and not (${free('$4', '$5')})`,
      [kind, subject, now, windows.map(({ seconds }) => seconds), windows.map(({ most }) => most)],
    );
    return rows.length === 0;
  }

  /** Counts without any window and answers the count. */
  async count({ kind, subject }: Limited, now: Date): Promise<number> {
    const rows: { tries: number }[] = await this.source.query(
      `insert into account_limit as l (kind, subject, taken, tries, granted, last_at) values ($1, $2, '{}', 1, true, $3)
       on conflict (kind, subject) do update set tries = l.tries + 1, last_at = $3 returning tries::int as tries`,
      [kind, subject, now],
    );
    return rows[0]?.tries ?? 0;
  }

  /** What was counted, without counting. */
  async counted({ kind, subject }: Limited, tx: Transaction = this.source.manager): Promise<number> {
    const rows: { tries: number }[] = await tx.query(
      'select tries::int as tries from account_limit where kind = $1 and subject = $2',
      [kind, subject],
    );
    return rows[0]?.tries ?? 0;
  }

  /** Gives back one place taken at the instant, others of the same instant stay: what was counted beforehand turned out not to count. */
  async giveBack({ kind, subject }: Limited, takenAt: Date): Promise<void> {
    await this.source.query(
      `update account_limit set taken = taken[:array_position(taken, $3::timestamptz) - 1]
                                    || taken[array_position(taken, $3::timestamptz) + 1:]
        where kind = $1 and subject = $2 and $3 = any (taken)`,
      [kind, subject, takenAt],
    );
  }

  /** Forgets all that was taken. */
  async clear({ kind, subject }: Limited): Promise<void> {
    await this.source.query(`delete from account_limit where kind = $1 and subject = $2`, [kind, subject]);
  }

  /** Removes counters that nobody touched since the instant, at most so many; answers how many. */
  async prune(before: Date, most: number): Promise<number> {
    const [, removed]: [unknown, number] = await this.source.query(
      `delete from account_limit where (kind, subject) in
         (select kind, subject from account_limit where last_at < $1 limit $2)`,
      [before, most],
    );
    return removed;
  }
}

/** Whether every window has a place left at $3, by the parameters of the windows' seconds and places. */
function free(seconds: string, most: string): string {
  return `not exists (
  select 1 from unnest(${seconds}::int[], ${most}::int[]) as w (seconds, most)
   where (select count(*) from unnest(l.taken) t where t > $3::timestamptz - make_interval(secs => w.seconds)) >= w.most)`;
}

function secondsUntilFree(taken: Date[], windows: readonly LimitWindow[], now: Date): number {
  const ages = taken.map((instant) => (now.getTime() - instant.getTime()) / 1000).sort((left, right) => left - right);
  const waits = windows.map(({ seconds, most }) => {
    const age = ages[most - 1];
    return age === undefined || age >= seconds ? 0 : seconds - age;
  });
  return Math.max(1, Math.ceil(Math.max(...waits)));
}
