import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { AlertState, PriceAlertView } from '../../../contract/trading/price-alerts.dto.js';
import { ALERTS_MAX } from '../../../contract/rules/price-alert.rules.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import type { Standing } from './alert.rules.js';
import type { AlertTerms } from './watched-alert.js';

/** An alert that is to be stored, with where it stands. */
export interface NewAlert extends AlertTerms, Standing {
  pauseSeconds: number | null;
  note: string;
}

/** What became of a change. `same`: the user waits for it already. */
export type AlertFate = 'stored' | 'same' | 'too-many' | 'unknown';

interface StoredTerms extends AlertTerms {
  state: AlertState;
}

const VALUES = `$2::integer, $3::text, $4::numeric, $5::integer, $6::text, $7::integer, $8::text, $9::text,
  to_timestamp($10::float8 / 1000), to_timestamp($11::float8 / 1000)`;
const COUNTED = `state in ('active', 'paused')`;

/** The SQL of users' own alerts. Whatever they change grows the version, and is to be heard by whoever judges. */
@Injectable()
export class PriceAlertsStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  async add(tx: Transaction, userId: string, alert: NewAlert, at: Date): Promise<{ fate: AlertFate; id: string }> {
    await this.lock(tx, userId);
    const full = await this.isFull(tx, userId, null);
    const rows: { id: string }[] = await tx.query(
      `insert into price_alert (user_id, market_id, kind, value, window_seconds, source, pause_seconds, note, phase, since,
         wakes_at, state, created_at, changed_at)
       select $1::bigint, ${VALUES}, 'active', $12::timestamptz, $12::timestamptz where not $13::boolean
       on conflict (user_id, kind, market_id, value, window_seconds, source) where ${COUNTED} do nothing returning id`,
      [...valuesOf(userId, alert), at, full],
    );
    const [row] = rows;
    return { fate: row ? 'stored' : full ? 'too-many' : 'same', id: row?.id ?? '' };
  }

  /**
   * One that went off waits again. What it went off at is judged, also where that was after its figure was read: the next figure
   * says where it stands then.
   */
  async change(tx: Transaction, userId: string, id: string, alert: NewAlert, at: Date): Promise<AlertFate> {
    await this.lock(tx, userId);
    if (await this.isFull(tx, userId, id)) return 'too-many';
    const [rows]: [{ id: string }[], number] = await tx.query(
      `update price_alert a
          set (market_id, kind, value, window_seconds, source, pause_seconds, note, phase, since, wakes_at) = row (
                $2::integer, $3::text, $4::numeric, $5::integer, $6::text, $7::integer, $8::text,
                case when a.last_at > to_timestamp($10::float8 / 1000) then 'asleep' else $9::text end,
                greatest(a.last_at, to_timestamp($10::float8 / 1000)),
                case when a.last_at > to_timestamp($10::float8 / 1000) then a.last_at else to_timestamp($11::float8 / 1000) end),
              state = 'active', version = a.version + 1, is_heard = false, changed_at = $12::timestamptz
        where a.id = $13::bigint and a.user_id = $1::bigint and a.state <> 'deleted'
          and not exists (select from price_alert other where other.user_id = $1::bigint and other.id <> $13::bigint
            and other.state in ('active', 'paused') and other.kind = $3::text and other.value = $4::numeric
            and other.market_id is not distinct from $2::integer and other.window_seconds is not distinct from $5::integer
            and other.source is not distinct from $6::text) returning a.id`,
      [...valuesOf(userId, alert), at, id],
    );
    if (rows.length > 0) return 'stored';
    return (await this.termsOf(userId, id, tx)) === null ? 'unknown' : 'same';
  }

  /** @returns whether there was one that waits. */
  async pause(userId: string, id: string, at: Date): Promise<boolean> {
    const [rows]: [unknown[], number] = await this.source.query(
      `update price_alert set state = 'paused', version = version + 1, is_heard = false, changed_at = $3
        where id = $1 and user_id = $2 and state = 'active' returning id`,
      [id, userId, at],
    );
    return rows.length > 0;
  }

  /** It stands from now on where its figure is now; that it went off meanwhile is judged, as with {@link change}. */
  async resume(userId: string, id: string, { phase, since, wakesAt }: Standing, at: Date): Promise<boolean> {
    const [rows]: [unknown[], number] = await this.source.query(
      `update price_alert
          set state = 'active', version = version + 1, is_heard = false, changed_at = $3,
              phase = case when last_at > to_timestamp($5::float8 / 1000) then 'asleep' else $4 end,
              since = greatest(last_at, to_timestamp($5::float8 / 1000)),
              wakes_at = case when last_at > to_timestamp($5::float8 / 1000) then last_at
                              else to_timestamp($6::float8 / 1000) end
        where id = $1 and user_id = $2 and state = 'paused' returning id`,
      [id, userId, at, phase, since, wakesAt],
    );
    return rows.length > 0;
  }

  async remove(userId: string, id: string, at: Date): Promise<boolean> {
    const [rows]: [unknown[], number] = await this.source.query(
      `update price_alert set state = 'deleted', version = version + 1, is_heard = false, changed_at = $3
        where id = $1 and user_id = $2 and state <> 'deleted' returning id`,
      [id, userId, at],
    );
    return rows.length > 0;
  }

  async termsOf(userId: string, id: string, tx: Transaction = this.source.manager): Promise<StoredTerms | null> {
    const rows: StoredTerms[] = await tx.query(
      `select kind, market_id as "marketId", trim_scale(value)::text as value, window_seconds as "windowSeconds", source, state
         from price_alert where id = $1 and user_id = $2 and state <> 'deleted'`,
      [id, userId],
    );
    return rows[0] ?? null;
  }

  /** Newest first. */
  list(userId: string, states: readonly AlertState[], limit: number, offset: number): Promise<PriceAlertView[]> {
    return this.source.query(
      `select a.id::text as id, coalesce(m.symbol, '') as symbol, coalesce(m.price_scale, 0) as price_scale, a.kind,
              trim_scale(a.value)::text as value, a.window_seconds as "window", a.source, a.pause_seconds as pause, a.note,
              a.state, a.times, (extract(epoch from a.last_at) * 1000)::float8 as last_at,
              trim_scale(a.last_value)::text as last_value,
              floor(extract(epoch from a.created_at) * 1000)::float8 as created_at
         from price_alert a left join market m on m.id = a.market_id
        where a.user_id = $1 and a.state = any ($2) and a.state <> 'deleted' order by a.id desc limit $3 offset $4`,
      [userId, states, limit, offset],
    );
  }

  async count(userId: string, states: readonly AlertState[]): Promise<number> {
    const rows: { count: number }[] = await this.source.query(
      `select count(*)::integer as count from price_alert where user_id = $1 and state = any ($2) and state <> 'deleted'`,
      [userId, states],
    );
    return rows[0]?.count ?? 0;
  }

  /** Forgets what went off, or was deleted, before these instants, at most so many. @returns how many. */
  async forget({ doneBefore, deletedBefore, limit }: { doneBefore: Date; deletedBefore: Date; limit: number }) {
    const [rows]: [unknown[], number] = await this.source.query(
      `delete from price_alert where id in (
         select id from price_alert
          where is_heard and (state = 'done' and changed_at < $1 or state = 'deleted' and changed_at < $2)
          order by id limit $3) returning id`,
      [doneBefore, deletedBefore, limit],
    );
    return rows.length;
  }

  /** One at a time of a user, or more than there may be would be there. */
  private async lock(tx: Transaction, userId: string): Promise<void> {
    await tx.query(`select pg_advisory_xact_lock(hashtextextended(concat('price_alert ', $1::text), 0))`, [userId]);
  }

  /** Whether there is no room for one more, apart from this one. */
  private async isFull(tx: Transaction, userId: string, but: string | null): Promise<boolean> {
    const rows: { full: boolean }[] = await tx.query(
      `select count(*) >= $3 as full from price_alert where user_id = $1 and ${COUNTED} and id is distinct from $2::bigint`,
      [userId, but, ALERTS_MAX],
    );
    return rows[0]?.full === true;
  }
}

function valuesOf(userId: string, alert: NewAlert): unknown[] {
  const { marketId, kind, value, windowSeconds, source, pauseSeconds, note, phase, since, wakesAt } = alert;
  return [userId, marketId, kind, value, windowSeconds, source, pauseSeconds, note, phase, since, wakesAt];
}
