import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { isDecimalText } from '../../../contract/money.js';
import type { WholeTier } from '../../../contract/rules/maintenance-tiers.rules.js';
import type { Transaction } from '../../../platform/database/transaction.js';

const figure = z.string().refine(isDecimalText);
/** A table as it was stored when it was announced. */
export const storedTiers = z
  .array(z.object({ floor: figure, cap: figure, rate: figure, deduction: figure, maxLeverage: z.number().int() }))
  .min(1);

/** An announced change with the progress of its notifications. */
export interface UnannouncedChange {
  id: string;
  marketId: number;
  market: string;
  holdsFrom: Date;
  /** Whether it was called off after it had been announced. */
  isOff: boolean;
  /** The last user notified. */
  lastUser: string;
}

/** Announced changes of maintenance tables, and the progress of their notifications. */
@Injectable()
export class MaintenanceTablesStore {
  /** The first start of a day (UTC) at least that many whole days from now, by the database's clock. */
  async earliest(tx: Transaction, now: Date, days: number): Promise<Date> {
    const rows: { at: Date }[] = await tx.query(
      `select timestamptz 'epoch' + interval '24 hours'
              * ceil(extract(epoch from database_now($1)) / 86400 + $2)::float8 as at`,
      [now, days],
    );
    return (rows[0] as { at: Date }).at;
  }

  /** Upper end of the market's current table: a notional above it has no tier. */
  async lastCap(tx: Transaction, marketId: number): Promise<string> {
    const rows: { cap: string | null }[] = await tx.query(
      'select trim_scale(max(cap))::text as cap from maintenance_tier where market_id = $1',
      [marketId],
    );
    return rows[0]?.cap ?? '0';
  }

  /** Returns whether it was announced: a market has at most one pending change. */
  async announce(tx: Transaction, marketId: number, tiers: readonly WholeTier[], holdsFrom: Date): Promise<boolean> {
    const rows: unknown[] = await tx.query(
      `insert into maintenance_change (market_id, tiers, holds_from) values ($1, $2, $3)
       on conflict do nothing returning id`,
      [marketId, JSON.stringify(tiers), holdsFrom],
    );
    return rows.length > 0;
  }

  /** Whether all holders in the market have been notified of the announced change. */
  async isDelivered(tx: Transaction, marketId: number): Promise<boolean> {
    const rows: { isDelivered: boolean }[] = await tx.query(
      'select told as "isDelivered" from maintenance_change where market_id = $1 and ended is null',
      [marketId],
    );
    return rows[0]?.isDelivered === true;
  }

  /** Ends the announced change of the market. If it was called off, the users already notified are notified of that. */
  async end(tx: Transaction, marketId: number, ended: 'done' | 'called-off'): Promise<void> {
    await tx.query(
      `update maintenance_change set ended = $2, told = $2 = 'done', last_user = 0
        where market_id = $1 and ended is null`,
      [marketId, ended],
    );
  }

  /** Replaces the former table by the new one. Concurrent readers see either of the two as a whole. */
  async replace(tx: Transaction, marketId: number, tiers: readonly WholeTier[]): Promise<void> {
    await tx.query('delete from maintenance_tier where market_id = $1', [marketId]);
    await tx.query(
      `insert into maintenance_tier (market_id, floor, cap, max_leverage, maintenance_ratio, deduction)
       select $1, * from unnest($2::numeric[], $3::numeric[], $4::integer[], $5::numeric[], $6::numeric[])`,
      [
        marketId,
        tiers.map(({ floor }) => floor),
        tiers.map(({ cap }) => cap),
        tiers.map(({ maxLeverage }) => maxLeverage),
        tiers.map(({ rate }) => rate),
        tiers.map(({ deduction }) => deduction),
      ],
    );
  }

  /** Locks the oldest change with pending notifications until the transaction ends, skipping those that another worker has locked. */
  async lockUnannounced(tx: Transaction): Promise<UnannouncedChange | null> {
    const rows: UnannouncedChange[] = await tx.query(
      `select c.id::text, c.market_id as "marketId", m.symbol as market, c.holds_from as "holdsFrom",
              c.ended is not null as "isOff", c.last_user::text as "lastUser"
         from maintenance_change c join market m on m.id = c.market_id
        where not c.told order by c.id limit 1 for update of c skip locked`,
    );
    return rows[0] ?? null;
  }

  /** The next users after the last one notified who have a position or order in the market with real money. */
  async holders(tx: Transaction, { marketId, lastUser }: UnannouncedChange, limit: number): Promise<string[]> {
    const rows: { userId: string }[] = await tx.query(
      `select distinct user_id::text as "userId", user_id from futures_position
        where market_id = $1 and status in (0, 1, 2) and not demo and user_id > $2 order by user_id limit $3`,
      [marketId, lastUser, limit],
    );
    return rows.map(({ userId }) => userId);
  }

  async markDelivered(
    tx: Transaction,
    id: string,
    { lastUser, isDelivered }: { lastUser: string; isDelivered: boolean },
  ): Promise<void> {
    await tx.query('update maintenance_change set last_user = $2, told = $3 where id = $1', [
      id,
      lastUser,
      isDelivered,
    ]);
  }
}
