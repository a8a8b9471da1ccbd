import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { DecimalText } from '../../../contract/money.js';
import type { BreakKind, LimitKind, LimitPeriod } from '../../../contract/rules/own-limits.rules.js';
import { callFunction } from '../../../platform/database/call-function.js';
import type { Transaction } from '../../../platform/database/transaction.js';

export interface LimitName {
  kind: LimitKind;
  period: LimitPeriod;
}

/** A limit that holds, with what is used of it. */
export interface LimitInForce extends LimitName {
  amount: DecimalText;
  used: DecimalText;
}

/** A change that was asked for. */
export interface LimitChange extends LimitName {
  amount: DecimalText | null;
  askedAt: Date;
  effectiveAt: Date;
  calledBackAt: Date | null;
}

/** A change that is yet to hold. */
export type PendingLimit = Pick<LimitChange, 'kind' | 'period' | 'amount' | 'effectiveAt'>;

export interface OwnBreak {
  kind: BreakKind;
  beginsAt: Date;
  endsAt: Date;
}

export interface OwnLimitAccount {
  createdAt: Date;
  breakUntil: Date | null;
  excludedUntil: Date | null;
  checkMinutes: number | null;
  /** What time it is in the database. */
  now: Date;
}

export interface Stay {
  checkMinutes: number | null;
  minutes: number;
  todayMinutes: number;
  result: DecimalText;
  dueIn: number | null;
  breakUntil: Date | null;
  excludedUntil: Date | null;
}

/** Changes and breaks that are shown. */
const SHOWN = 50;

/** The SQL of what users forbid themselves. */
@Injectable()
export class OwnLimitsStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /** Null for who never set anything. */
  async account(userId: string, at: Date): Promise<OwnLimitAccount | null> {
    const rows: OwnLimitAccount[] = await this.source.query(
      `select created_at as "createdAt", break_until as "breakUntil", excluded_until as "excludedUntil",
              check_minutes as "checkMinutes", database_now($2) as now
         from own_limit_account where user_id = $1`,
      [userId, at],
    );
    return rows[0] ?? null;
  }

  inForce(userId: string, at: Date): Promise<LimitInForce[]> {
    return this.source.query(
      `select l.kind, l.period, trim_scale(l.amount)::text as amount,
              trim_scale(own_limit_used($1, l.kind, l.period, database_now($2)))::text as used
         from own_limits_in_force($1, database_now($2)) l where l.amount is not null`,
      [userId, at],
    );
  }

  /** Those that were asked for and hold later, one of a kind and period: asked by themselves, however many came after them. */
  pending(userId: string, at: Date): Promise<PendingLimit[]> {
    // What held at once is not waited for, whatever the clock says.
    return this.source.query(
      `select kind, period, trim_scale(amount)::text as amount, effective_at as "effectiveAt" from own_limit
        where user_id = $1 and called_back_at is null and effective_at > greatest(asked_at, database_now($2))
        order by id desc`,
      [userId, at],
    );
  }

  /** The newest first. */
  changes(userId: string): Promise<LimitChange[]> {
    return this.source.query(
      `select kind, period, trim_scale(amount)::text as amount, asked_at as "askedAt", effective_at as "effectiveAt",
              called_back_at as "calledBackAt"
         from own_limit where user_id = $1 order by id desc limit ${SHOWN}`,
      [userId],
    );
  }

  /** The newest first. */
  breaks(userId: string): Promise<OwnBreak[]> {
    return this.source.query(
      `select kind, begins_at as "beginsAt", ends_at as "endsAt" from own_break where user_id = $1 order by id desc limit ${SHOWN}`,
      [userId],
    );
  }

  async stay(userId: string, at: Date): Promise<Stay | null> {
    const rows: Stay[] = await this.source.query(
      `select check_minutes as "checkMinutes", minutes, today_minutes as "todayMinutes", trim_scale(result)::text as result,
              due_in as "dueIn", break_until as "breakUntil", excluded_until as "excludedUntil"
         from own_stay($1, database_now($2))`,
      [userId, at],
    );
    return rows[0] ?? null;
  }

  /** From when on it holds, Unix milliseconds; null where it is so already. */
  set(tx: Transaction, userId: string, limit: LimitName & { amount: DecimalText | null }, at: Date) {
    return callFunction(tx, 'own_limit_set', { user: userId, ...limit, at }) as Promise<Date | null>;
  }

  callBack(tx: Transaction, userId: string, limit: LimitName, at: Date): Promise<boolean> {
    return callFunction(tx, 'own_limit_call_back', { user: userId, ...limit, at });
  }

  /** Its end; null where one runs that is as long. */
  begin(tx: Transaction, userId: string, { kind, hours }: { kind: BreakKind; hours: number }, at: Date) {
    return callFunction(tx, 'own_break_begin', { user: userId, kind, hours, at }) as Promise<Date | null>;
  }

  async setCheck(userId: string, minutes: number | null, at: Date): Promise<void> {
    await callFunction(this.source.manager, 'own_check_set', { user: userId, minutes, at });
  }

  async noteCheck(userId: string, at: Date): Promise<void> {
    await callFunction(this.source.manager, 'own_check_note', { user: userId, at });
  }

  /** @throws the states of `own_deposit_assert`. */
  async assertDeposit(
    tx: Transaction,
    {
      userId,
      ...deposit
    }: { userId: string; currency: number | null; amount: DecimalText | null; counts: boolean; at: Date },
  ): Promise<void> {
    await callFunction(tx, 'own_deposit_assert', { user: userId, ...deposit });
  }
}
