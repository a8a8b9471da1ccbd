import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { DecimalText } from '../../../contract/money.js';
import type { RebateLine } from '../../../contract/rules/referral.rules.js';
import { callForRow, callFunction } from '../../../platform/database/call-function.js';
import type { Transaction } from '../../../platform/database/transaction.js';

/** A UTC day of rebates. */
export interface RebatedDay {
  day: string;
  firstJournal: string;
  lastJournal: string;
  status: 'gathering' | 'booking' | 'booked';
  openedAt: Date;
  bookedAt: Date | null;
}

/** The sums of a day in one currency. */
export interface DaySum {
  day: string;
  currencyId: number;
  payers: number;
  inviters: number;
  fees: DecimalText;
  rebates: DecimalText;
}

const TEXT = (column: string) => `trim_scale(${column})::text`;
const DAY = `select d.day::text, d.first_journal::text as "firstJournal", d.last_journal::text as "lastJournal", d.status,
  d.opened_at as "openedAt", d.booked_at as "bookedAt" from referral_day d`;

/** The SQL of the days that are rebated: what a worker does is one call of a stored function each. */
@Injectable()
export class RebatesStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /** The UTC day whose turn it is; null for none. @param waiting the newest one, where it waits for what cannot be booked. */
  async openDay(at: Date, waiting: string | null): Promise<string | null> {
    return callFunction(this.source.manager, 'referral_open_day', { at, waiting });
  }

  /** Days before the newest whose fees are gathered, and of which something could not be booked, the oldest first. */
  async waitingDays(): Promise<string[]> {
    const rows: { day: string }[] = await this.source.query(
      `select d.day::text from referral_day d where d.status = 'booking' and d.day < (select max(day) from referral_day)
        order by d.day`,
    );
    return rows.map(({ day }) => day);
  }

  /** Whose rebates are decided next, but for those who are put apart. */
  async nextPayer(day: string, except: readonly string[]): Promise<string | null> {
    const rows: { payer: string }[] = await this.source.query(
      `select payer_id::text as payer from referral_rebate
        where day = $1 and outcome is null and payer_id <> all ($2::bigint[])
        order by inviter_id, payer_id, currency_id limit 1`,
      [day, except],
    );
    return rows[0]?.payer ?? null;
  }

  /** Adds up the fees of at most so many journals. @returns how many journals were looked at; 0 when all were. */
  async gather(tx: Transaction, day: string, journals: number, at: Date): Promise<number> {
    return Number(await callFunction(tx, 'referral_gather', { day, journals, at }));
  }

  /** Decides and books at most so many rebates, but for those of some payers. @returns how many; 0 when nothing else is left. */
  async book(
    tx: Transaction,
    { day, limit, except, at }: { day: string; limit: number; except: readonly string[]; at: Date },
  ): Promise<{ rebates: number; userIds: string[] }> {
    const { rebates, users } = await callForRow(tx, 'referral_book', { day, rebates: limit, at, except: [...except] });
    return { rebates, userIds: users };
  }

  async day(day: string): Promise<RebatedDay | null> {
    const rows: RebatedDay[] = await this.source.query(`${DAY} where d.day = $1`, [day]);
    return rows[0] ?? null;
  }

  /** The last day that is booked. */
  async lastBooked(): Promise<RebatedDay | null> {
    const rows: RebatedDay[] = await this.source.query(
      `${DAY} where d.status = 'booked' and d.last_journal >= d.first_journal order by d.day desc limit 1`,
    );
    return rows[0] ?? null;
  }

  /** The newest first. */
  async days(limit: number, offset: number): Promise<{ days: RebatedDay[]; sums: DaySum[]; total: number }> {
    const [days, counted]: [RebatedDay[], { total: number }[]] = await Promise.all([
      this.source.query(`${DAY} order by d.day desc offset $1 limit $2`, [offset, limit]),
      this.source.query('select count(*)::integer as total from referral_day'),
    ]);
    const sums: DaySum[] = await this.source.query(
      `select r.day::text, r.currency_id as "currencyId", count(*)::integer as payers,
              count(distinct r.inviter_id)::integer as inviters, ${TEXT('sum(r.fee)')} as fees,
              ${TEXT('sum(r.amount)')} as rebates
         from referral_rebate r where r.day = any($1::date[]) group by r.day, r.currency_id order by r.day desc, r.currency_id`,
      [days.map(({ day }) => day)],
    );
    return { days, sums, total: counted[0]?.total ?? 0 };
  }

  /** How many days that are over have passed since the oldest that waits for rebates, by the database's clock. */
  async lagDays(): Promise<number> {
    const rows: { lag: number }[] = await this.source.query(
      `select greatest((now() at time zone 'UTC')::date - 1
                - coalesce(min(day) filter (where status <> 'booked') - 1, max(day)), 0)::integer as lag
         from referral_day`,
    );
    return rows[0]?.lag ?? 0;
  }

  /** What a day says of itself. */
  lines(day: string): Promise<RebateLine[]> {
    return this.source.query(
      `select r.payer_id::text as "payerId", r.currency_id as "currencyId", r.inviter_id::text as "inviterId", r.scale,
              ${TEXT('r.fee')} as fee, ${TEXT('coalesce(r.ratio, 0)')} as ratio, ${TEXT('r.amount')} as amount,
              coalesce(r.outcome, 'unverified') as outcome,
              coalesce(coalesce(r.inviter_disabled_at, least(u.disabled_at, (
                select e.asked_at from account_erasure e
                 where e.user_id = u.id and (e.outcome is null or e.outcome = 'erased')))) < referral_day_end(r.day), false)
                as "inviterWasDisabled"
         from referral_rebate r join account_user u on u.id = r.inviter_id where r.day = $1`,
      [day],
    );
  }

  /**
   * The legs of the journals between two numbers whose reason is one of these, in real money: of the fee accounts and of
   * users, as they stand in the books.
   */
  legs(first: string, last: string, reasons: readonly string[]): Promise<PostedLeg[]> {
    return this.source.query(
      `select p.journal_id::text as "journalId", p.currency_id as "currencyId", ${TEXT('p.amount')} as amount,
              a.owner_id::text as "ownerId", a.kind
         from ledger_posting p
         join ledger_account a on a.id = p.account_id
         join ledger_journal j on j.id = p.journal_id and j.demo = p.demo
        where p.journal_id between $1 and $2 and not p.demo and j.reason = any($3)
          and (a.owner_id is not null or a.kind = 'fee')
        order by p.journal_id`,
      [first, last, reasons],
    );
  }

  /** Who invited each of these users; those whom nobody did are not in it. */
  async invitersOf(userIds: readonly string[]): Promise<Map<string, string>> {
    const rows: { id: string; inviter: string }[] = await this.source.query(
      `select id::text, invited_by::text as inviter from account_user where id = any($1) and invited_by is not null`,
      [userIds],
    );
    return new Map(rows.map(({ id, inviter }) => [id, inviter]));
  }

  /** What the journals of a day's batches paid, by user and currency. */
  async paid(day: string): Promise<Map<string, DecimalText>> {
    const rows: { key: string; amount: DecimalText }[] = await this.source.query(
      `select concat(a.owner_id, ' ', p.currency_id) as key, ${TEXT('sum(p.amount)')} as amount
         from referral_batch b
         join ledger_journal j on j.reason = 'referral.rebate' and j.reference = b.id::text
         join ledger_posting p on p.journal_id = j.id
         join ledger_account a on a.id = p.account_id and a.owner_id is not null
        where b.day = $1 group by 1`,
      [day],
    );
    return new Map(rows.map(({ key, amount }) => [key, amount]));
  }

  /** The ratios that hold for these inviters on a day. */
  async ratios(day: string, inviterIds: readonly string[]): Promise<Map<string, DecimalText>> {
    const rows: { id: string; ratio: DecimalText }[] = await this.source.query(
      `select u.id::text, ${TEXT('referral_ratio(u.id, $1)')} as ratio from unnest($2::bigint[]) as u (id)`,
      [day, inviterIds],
    );
    return new Map(rows.map(({ id, ratio }) => [id, ratio]));
  }

  feeReasons(): Promise<string[]> {
    return callFunction(this.source.manager, 'referral_fee_reasons', {});
  }
}

export interface PostedLeg {
  journalId: string;
  currencyId: number;
  amount: DecimalText;
  ownerId: string | null;
  kind: string;
}
