import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import type {
  OptionContract,
  OptionDirection,
  OptionResult,
  SettlementRule,
  VoidReason,
} from '../../../contract/rules/option-settlement.rules.js';
import type { TapeSample } from '../../../contract/markets/tape.dto.js';
import { callForRow, callFunction } from '../../../platform/database/call-function.js';
import { storedJson } from '../../../platform/database/stored-json.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { storedSample } from '../../markets/tape/index.js';

/** A window that orders wait for: all of a market that close in the same second and are settled in the same way. */
export interface DueWindow {
  marketId: number;
  closesAt: number;
  rule: SettlementRule;
}

/** What the tape said of a window. */
export interface StoredSettlement {
  id: string;
  price: string | null;
  reason: VoidReason | null;
  samples: TapeSample[];
  decidedAt: number;
}

/** What orders of a window differ in, as far as their result is concerned. */
export type DueOption = Pick<OptionContract, 'direction' | 'entry' | 'evenBand'>;

export interface SettledBatch {
  settled: number;
  userIds: string[];
}

/** The SQL of settling. */
@Injectable()
export class SettlementsStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /** Windows of open orders that closed at or before the instant, oldest first. */
  async due(now: number, limit: number): Promise<DueWindow[]> {
    const rows: WindowRow[] = await this.source.query(
      `select market_id, closes_at, rule_version, window_seconds, price_decimals, constituents_min, origin
         from option_order where status = 'open' and closes_at <= $1
        group by 1, 2, 3, 4, 5, 6, 7 order by closes_at limit $2`,
      [new Date(now), limit],
    );
    return rows.map(windowOf);
  }

  /** The settlement of a window; null while there is none. */
  async find(window: DueWindow): Promise<StoredSettlement | null> {
    const rows: SettlementRow[] = await this.source.query(
      `select ${SETTLEMENT} from option_settlement where ${OF_WINDOW}`,
      windowParameters(window),
    );
    return rows[0] ? settlementOf(rows[0]) : null;
  }

  async byOrder(orderId: string): Promise<StoredSettlement | null> {
    const rows: SettlementRow[] = await this.source.query(
      `select ${SETTLEMENT} from option_settlement where id = (select settlement_id from option_order where id = $1)`,
      [orderId],
    );
    return rows[0] ? settlementOf(rows[0]) : null;
  }

  /**
   * Decides the window from the tape, which the database reads by itself: null while samples of it may still be written.
   * Whoever is first decides: a window that has a settlement keeps it.
   */
  async decide(window: DueWindow, at: number): Promise<StoredSettlement | null> {
    const { version, windowSeconds, decimals, constituentsMin, origin } = window.rule;
    const isDecided = await callFunction(this.source.manager, 'option_window_decide', {
      market: window.marketId,
      closes: new Date(window.closesAt),
      ruleVersion: version,
      windowSeconds,
      priceDecimals: decimals,
      constituentsMin,
      origin,
      at: new Date(at),
    });
    return isDecided ? this.find(window) : null;
  }

  /** Every combination that open orders of the window have, and the seconds of their entries. */
  async options(window: DueWindow): Promise<{ options: DueOption[]; entries: number[] }> {
    const rows: { direction: OptionDirection; entry: string; band: string; entries: Date[] }[] =
      await this.source.query(
        `select direction, entry_price::text as entry, even_band::text as band, array_agg(distinct entry_at) as entries
         from option_order where status = 'open' and ${OF_WINDOW} group by 1, 2, 3`,
        windowParameters(window),
      );
    return {
      options: rows.map(({ direction, entry, band }) => ({ direction, entry, evenBand: band })),
      entries: [...new Set(rows.flatMap(({ entries }) => entries.map((at) => at.getTime())))],
    };
  }

  /** Records the tape's samples of the seconds that entries were taken from. */
  async saveEntries(marketId: number, seconds: readonly number[]): Promise<void> {
    if (seconds.length === 0) return;
    await callFunction(this.source.manager, 'option_entries_record', {
      market: marketId,
      seconds: seconds.map((second) => new Date(second)),
    });
  }

  async entry(marketId: number, at: number): Promise<TapeSample | null> {
    const rows: { sample: unknown }[] = await this.source.query(
      'select sample from option_entry where market_id = $1 and at = $2',
      [marketId, new Date(at)],
    );
    return rows[0] ? storedJson(storedSample, rows[0].sample, 'option_entry.sample') : null;
  }

  /** Open orders of the window, by user: batches that are settled beside each other share no user's accounts. */
  async orders(
    window: DueWindow,
    demo: boolean,
    { limit, except }: { limit: number; except: readonly string[] },
  ): Promise<{ id: string; userId: string }[]> {
    return this.source.query(
      `select id, user_id as "userId" from option_order
        where status = 'open' and ${OF_WINDOW} and demo = $8 and id <> all ($9::bigint[])
        order by user_id, id limit $10`,
      [...windowParameters(window), demo, except, limit],
    );
  }

  /** Settles what of these orders is still open. One transaction. */
  async settle(
    tx: Transaction,
    { id, orderIds }: { id: string; orderIds: readonly string[] },
    batch: { demo: boolean; at: number; outcomes: readonly (DueOption & { result: OptionResult })[] },
  ): Promise<SettledBatch> {
    const { demo, at, outcomes } = batch;
    const { settled, users } = await callForRow(tx, 'option_settle', {
      settlement: id,
      orders: [...orderIds],
      demo,
      at: new Date(at),
      directions: outcomes.map(({ direction }) => direction),
      entries: outcomes.map(({ entry }) => entry),
      bands: outcomes.map(({ evenBand }) => evenBand),
      results: outcomes.map(({ result }) => result),
    });
    return { settled, userIds: users };
  }
}

const OF_WINDOW = `market_id = $1 and closes_at = $2 and rule_version = $3 and window_seconds = $4
  and price_decimals = $5 and constituents_min = $6 and origin = $7`;

const SETTLEMENT = `id, trim_scale(price)::text as price, reason, samples, decided_at`;

function windowParameters({ marketId, closesAt, rule }: DueWindow): unknown[] {
  const { version, windowSeconds, decimals, constituentsMin, origin } = rule;
  return [marketId, new Date(closesAt), version, windowSeconds, decimals, constituentsMin, origin];
}

interface WindowRow {
  market_id: number;
  closes_at: Date;
  rule_version: 1;
  window_seconds: number;
  price_decimals: number;
  constituents_min: number;
  origin: SettlementRule['origin'];
}

function windowOf(row: WindowRow): DueWindow {
  return {
    marketId: row.market_id,
    closesAt: row.closes_at.getTime(),
    rule: {
      version: row.rule_version,
      windowSeconds: row.window_seconds,
      decimals: row.price_decimals,
      constituentsMin: row.constituents_min,
      origin: row.origin,
    },
  };
}

interface SettlementRow {
  id: string;
  price: string | null;
  reason: VoidReason | null;
  samples: unknown;
  decided_at: Date;
}

const storedSamples = z.array(storedSample);

function settlementOf({ decided_at, samples, ...row }: SettlementRow): StoredSettlement {
  return {
    ...row,
    samples: storedJson(storedSamples, samples, 'option_settlement.samples'),
    decidedAt: decided_at.getTime(),
  };
}
