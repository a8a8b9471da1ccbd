import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { PriceOrigin } from '../../../contract/markets/markets.dto.js';
import type { DecimalText } from '../../../contract/money.js';
import type { OptionContract } from '../../../contract/rules/option-settlement.rules.js';
import { callFunction } from '../../../platform/database/call-function.js';
import { SequenceNumbers } from '../../../platform/database/sequence-numbers.store.js';
import { storedJsonText } from '../../../platform/database/stored-json.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import type { Claim } from '../../../platform/idempotency/command-key.js';
import { boughtOrder, type OptionOrder } from './option-order.js';

/** Orders of one user: buying them, and what is open. */
@Injectable()
export class OptionsStore {
  constructor(
    @Inject(DataSource) private readonly source: DataSource,
    private readonly numbers: SequenceNumbers,
  ) {}

  /** A number for a new order, which nobody else gets. Outside of any transaction. */
  reserveId(): Promise<string> {
    return this.numbers.next('option_order_id_seq');
  }

  /**
   * The whole purchase in one round trip.
   * @param opened the event that tells of it.
   * @returns the order, of a repetition that of the first time.
   */
  async buy(
    tx: Transaction,
    claim: Claim,
    { order, opened }: { order: OptionOrder; opened: object },
  ): Promise<OptionOrder> {
    const { contract } = order;
    const { rule } = contract;
    const answer = await callFunction(tx, 'option_buy', {
      ...claim.given,
      answer: JSON.stringify(order),
      id: order.id,
      market: order.marketId,
      currency: order.currencyId,
      demo: order.demo,
      direction: contract.direction,
      seconds: order.seconds,
      stake: order.stake,
      fee: order.fee,
      payoutRatio: order.payoutRatio,
      feeRatio: order.feeRatio,
      winnings: order.winnings,
      entryAt: new Date(order.entryAt),
      entryIndex: order.entryIndex,
      entryPrice: contract.entry,
      evenBand: contract.evenBand,
      origin: rule.origin,
      closesAt: new Date(contract.closesAt),
      ruleVersion: rule.version,
      ruleWindowSeconds: rule.windowSeconds,
      priceDecimals: rule.decimals,
      constituentsMin: rule.constituentsMin,
      opened: JSON.stringify(opened),
    });
    return storedJsonText(boughtOrder, answer, 'idempotent_command.reply');
  }

  /** One order of the user; null when there is none. */
  async find(userId: string, orderId: string): Promise<OptionOrder | null> {
    const rows: OrderRow[] = await this.source.query(`select ${ORDER} where o.user_id = $1 and o.id = $2`, [
      userId,
      orderId,
    ]);
    return rows[0] ? orderOf(rows[0]) : null;
  }

  /** These orders, as far as they are the user's. */
  async findAll(userId: string, orderIds: readonly string[]): Promise<OptionOrder[]> {
    const rows: OrderRow[] = await this.source.query(
      `select ${ORDER} where o.user_id = $1 and o.id = any($2::bigint[]) order by o.id`,
      [userId, orderIds],
    );
    return rows.map(orderOf);
  }

  /** Numbers of the user's open orders of real money. */
  async openIds(userId: string): Promise<string[]> {
    const rows: { id: string }[] = await this.source.query(
      `select id from option_order where user_id = $1 and status = 'open' and not demo`,
      [userId],
    );
    return rows.map(({ id }) => id);
  }

  /** Every open order of the user, newest first, at most so many; with a transaction, as that one sees them. */
  async open(userId: string, limit: number, tx: Transaction = this.source.manager): Promise<OptionOrder[]> {
    const rows: OrderRow[] = await tx.query(
      `select ${ORDER} where o.user_id = $1 and o.status = 'open' order by o.id desc limit $2`,
      [userId, limit],
    );
    return rows.map(orderOf);
  }

  /** How far the index has usually moved in a second before an instant; null where the tape has too little of it. */
  async movement(marketId: number, at: number): Promise<DecimalText | null> {
    const moved = await callFunction(this.source.manager, 'option_movement', {
      market: marketId,
      second: new Date(at),
    });
    return moved === null ? null : trimmed(moved);
  }
}

/** An order with what it is shown with. */
export const ORDER = `o.*, c.code as currency, m.symbol, s.price, s.reason
   from option_order o join market m on m.id = o.market_id join currency c on c.id = o.currency_id
   left join option_settlement s on s.id = o.settlement_id`;

export interface OrderRow {
  id: string;
  user_id: string;
  market_id: number;
  symbol: string;
  currency_id: number;
  currency: string;
  demo: boolean;
  direction: OptionOrder['direction'];
  seconds: number;
  stake: string;
  fee: string;
  payout_ratio: string;
  fee_ratio: string;
  winnings: string;
  entry_at: Date;
  entry_index: string;
  entry_price: string;
  even_band: string;
  origin: PriceOrigin;
  opened_at: Date;
  closes_at: Date;
  rule_version: 1;
  window_seconds: number;
  price_decimals: number;
  constituents_min: number;
  status: OptionOrder['status'];
  result: OptionOrder['result'];
  profit: string | null;
  price: string | null;
  reason: string | null;
  settled_at: Date | null;
}

export function orderOf(row: OrderRow): OptionOrder {
  const contract: OptionContract = {
    direction: row.direction,
    entry: trimmed(row.entry_price),
    evenBand: trimmed(row.even_band),
    closesAt: row.closes_at.getTime(),
    rule: {
      version: row.rule_version,
      windowSeconds: row.window_seconds,
      decimals: row.price_decimals,
      constituentsMin: row.constituents_min,
      origin: row.origin,
    },
  };
  return {
    id: row.id,
    userId: row.user_id,
    marketId: row.market_id,
    symbol: row.symbol,
    currencyId: row.currency_id,
    currency: row.currency,
    demo: row.demo,
    direction: row.direction,
    seconds: row.seconds,
    stake: trimmed(row.stake),
    fee: trimmed(row.fee),
    payoutRatio: trimmed(row.payout_ratio),
    feeRatio: trimmed(row.fee_ratio),
    winnings: trimmed(row.winnings),
    entryAt: row.entry_at.getTime(),
    entryIndex: trimmed(row.entry_index),
    openedAt: row.opened_at.getTime(),
    contract,
    status: row.status,
    result: row.result,
    profit: row.profit === null ? null : trimmed(row.profit),
    price: row.price === null ? null : trimmed(row.price),
    voidReason: row.reason,
    settledAt: row.settled_at?.getTime() ?? null,
  };
}

/** The shortest text of a decimal: columns have eighteen decimals. */
function trimmed(value: string): string {
  return value.includes('.') ? value.replace(/\.?0+$/, '') : value;
}
