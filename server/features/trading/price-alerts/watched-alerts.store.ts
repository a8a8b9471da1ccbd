import { Injectable } from '@nestjs/common';
import type { AlertKind, AlertSource } from '../../../contract/rules/price-alert.rules.js';
import { directionOf, levelOf } from '../../../contract/rules/price-alert.rules.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import type { Phase } from './alert.rules.js';
import type { AlertChange } from './alert-changes.js';
import type { ShownReading, WatchedAlert } from './watched-alert.js';

/** A going off that was written, with the notice that tells of it. */
export interface NewFiring {
  alertId: number;
  reading: ShownReading;
  noticeId: string;
}

/** An alert that was changed by its user since whoever judges has looked. */
export interface UnheardAlert {
  alert: WatchedAlert;
  /** Neither paused, deleted nor over. */
  isActive: boolean;
}

interface AlertRow {
  id: number;
  userId: string;
  version: number;
  marketId: number | null;
  kind: AlertKind;
  value: string;
  windowSeconds: number | null;
  source: AlertSource | null;
  pauseSeconds: number | null;
  note: string;
  state: string;
  phase: Phase;
  since: number;
  wakesAt: number | null;
}

const COLUMNS = `id::float8 as id, user_id::text as "userId", version, market_id as "marketId", kind,
  trim_scale(value)::text as value, window_seconds as "windowSeconds", source, pause_seconds as "pauseSeconds", note, state,
  phase, (extract(epoch from since) * 1000)::float8 as since, (extract(epoch from wakes_at) * 1000)::float8 as "wakesAt"`;

/** The SQL of whoever judges alerts. */
@Injectable()
export class WatchedAlertsStore {
  /**
   * Takes or keeps the turn until the transaction ends, and from then on for so long.
   * @returns null where somebody else has it; `taken` where somebody may have judged meanwhile.
   */
  async takeTurn(tx: Transaction, holder: string, forMs: number): Promise<'held' | 'taken' | null> {
    const rows: { holder: string; isOver: boolean }[] = await tx.query(
      `select holder, until < clock_timestamp() as "isOver" from price_alert_turn for update skip locked`,
    );
    const [turn] = rows;
    if (!turn || (turn.holder !== holder && !turn.isOver)) return null;
    await tx.query(
      `update price_alert_turn set holder = $1, until = clock_timestamp() + $2 * interval '1 millisecond'`,
      [holder, forMs],
    );
    return turn.holder === holder ? 'held' : 'taken';
  }

  /** Alerts that wait and were judged before, from this one on. */
  async watched(tx: Transaction, after: number, limit: number): Promise<WatchedAlert[]> {
    const rows: AlertRow[] = await tx.query(
      `select ${COLUMNS} from price_alert where state = 'active' and is_heard and id > $1 order by id limit $2`,
      [after, limit],
    );
    return rows.map(watchedOf);
  }

  /** Alerts that were changed since, the oldest first. */
  async unheard(tx: Transaction, limit: number): Promise<UnheardAlert[]> {
    const rows: AlertRow[] = await tx.query(
      `select ${COLUMNS} from price_alert where not is_heard order by id limit $1`,
      [limit],
    );
    return rows.map((row) => ({ alert: watchedOf(row), isActive: row.state === 'active' }));
  }

  /** Whoever judges knows of these, as they then were. */
  async hear(tx: Transaction, alerts: readonly WatchedAlert[]): Promise<void> {
    await tx.query(
      `with heard as (
         select a.id from price_alert a join unnest($1::bigint[], $2::integer[]) as given (id, version)
             on given.id = a.id and given.version = a.version
          order by a.id for no key update of a)
       update price_alert a set is_heard = true from heard where heard.id = a.id`,
      [alerts.map(({ id }) => id), alerts.map(({ version }) => version)],
    );
  }

  /**
   * Writes what became of alerts, of each once. One that its user has changed meanwhile is left as it is.
   * @returns the ids of those that were written.
   */
  async write(tx: Transaction, changes: readonly AlertChange[]): Promise<Set<number>> {
    const last = ({ firings }: AlertChange) => firings.at(-1);
    const [rows]: [{ id: number }[], number] = await tx.query(
      `with given as (
         select * from unnest($1::bigint[], $2::integer[], $3::text[], $4::float8[], $5::float8[], $6::boolean[], $7::integer[],
           $8::float8[], $9::numeric[])
           as one (id, version, phase, since, wakes_at, is_over, times, last_at, last_value)),
       ours as (
         select a.id from price_alert a join given on given.id = a.id and given.version = a.version
          where a.state = 'active' order by a.id for no key update of a)
       update price_alert a
          set phase = given.phase, since = to_timestamp(given.since / 1000), wakes_at = to_timestamp(given.wakes_at / 1000),
              state = case when given.is_over then 'done' else a.state end, times = a.times + given.times,
              last_at = coalesce(to_timestamp(given.last_at / 1000), a.last_at),
              last_value = coalesce(given.last_value, a.last_value), is_heard = true,
              changed_at = case when given.is_over then now() else a.changed_at end
         from given join ours on ours.id = given.id where a.id = given.id returning a.id::float8 as id`,
      [
        changes.map(({ alert }) => alert.id),
        changes.map(({ alert }) => alert.version),
        changes.map(({ alert }) => alert.phase),
        changes.map(({ alert }) => alert.since),
        changes.map(({ alert }) => alert.wakesAt),
        changes.map(({ isOver }) => isOver),
        changes.map(({ firings }) => firings.length),
        changes.map((change) => last(change)?.at ?? null),
        changes.map((change) => last(change)?.figure ?? null),
      ],
    );
    return new Set(rows.map(({ id }) => id));
  }

  async writeFirings(tx: Transaction, firings: readonly NewFiring[]): Promise<void> {
    await tx.query(
      `insert into price_alert_firing (alert_id, at, value, notice_id)
       select id, to_timestamp(at / 1000), value, notice_id
         from unnest($1::bigint[], $2::float8[], $3::numeric[], $4::bigint[]) as one (id, at, value, notice_id)`,
      [
        firings.map(({ alertId }) => alertId),
        firings.map(({ reading }) => reading.at),
        firings.map(({ reading }) => reading.figure),
        firings.map(({ noticeId }) => noticeId),
      ],
    );
  }
}

function watchedOf({ pauseSeconds, state: _state, ...row }: AlertRow): WatchedAlert {
  return {
    ...row,
    direction: directionOf(row.kind),
    level: levelOf(row.kind, row.value),
    pauseMs: pauseSeconds === null ? null : pauseSeconds * 1000,
  };
}
