import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { FuturesMarginMode, FuturesPositionView, TriggerSource } from '../../contract/trading/futures.dto.js';
import type { DecimalText } from '../../contract/money.js';
import { runPrepared } from '../../platform/database/prepared-statement.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { Claim } from '../../platform/idempotency/command-key.js';

/** What `futures_submit` makes a new row of. */
export interface NewRow {
  market_id: number;
  currency_id: number;
  demo: boolean;
  /** 1 long, -1 short. */
  side: 1 | -1;
  price_type: 'market' | 'limit';
  /** Null: as the user prefers. */
  margin_mode: FuturesMarginMode | null;
  /** 0 waits, 1 is filled at `entry_price`. */
  status: 0 | 1;
  leverage: number;
  lot_size: DecimalText;
  lots: number;
  limit_price: DecimalText | null;
  market_price: DecimalText;
  entry_price: DecimalText | null;
  take_profit: DecimalText | null;
  take_profit_source: TriggerSource;
  stop_loss: DecimalText | null;
  stop_loss_source: TriggerSource;
  initial_margin: DecimalText;
  fee: DecimalText;
  open_fee_ratio: DecimalText;
  close_fee_ratio: DecimalText;
}

export interface SubmitLimits {
  /** Most pending and held rows of a user. */
  openRows: number;
  newAccountLeverage: number;
  /** Unix milliseconds: accounts made later are new. */
  newAccountSince: number;
  /** Of every market that has one: what cross positions have lost at them stays on the contract account. */
  marks: Record<number, DecimalText>;
}

export interface Stops {
  takeProfit: DecimalText | null;
  takeProfitSource: TriggerSource;
  stopLoss: DecimalText | null;
  stopLossSource: TriggerSource;
}

/** The commands' SQL: each is one call of a stored function that answers the reply's text. */
@Injectable()
export class FuturesStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  submit(tx: Transaction, claim: Claim, reply: string, row: NewRow, limits: SubmitLimits): Promise<string> {
    return this.command(tx, 'futures_submit', claim, reply, [
      row.market_id,
      row.currency_id,
      row.demo,
      row.side,
      row.price_type,
      row.margin_mode,
      row.status,
      row.leverage,
      row.lot_size,
      row.lots,
      row.limit_price,
      row.market_price,
      row.entry_price,
      row.take_profit,
      row.take_profit_source,
      row.stop_loss,
      row.stop_loss_source,
      row.initial_margin,
      row.fee,
      row.open_fee_ratio,
      row.close_fee_ratio,
      limits.openRows,
      limits.newAccountLeverage,
      new Date(limits.newAccountSince),
      JSON.stringify(limits.marks),
    ]);
  }

  cancel(tx: Transaction, claim: Claim, reply: string, positionId: string): Promise<string> {
    return this.command(tx, 'futures_cancel', claim, reply, [positionId]);
  }

  /** @param lots null: all of each. */
  close(
    tx: Transaction,
    claim: Claim,
    reply: string,
    { ids, lots, prices }: { ids: string[]; lots: number | null; prices: DecimalText[] },
  ): Promise<string> {
    return this.command(tx, 'futures_close', claim, reply, [ids, lots, prices]);
  }

  /** @param position the stops' rules were checked against this version of it. */
  setStops(
    tx: Transaction,
    claim: Claim,
    reply: string,
    { positionId, version }: Pick<FuturesPositionView, 'positionId' | 'version'>,
    { takeProfit, takeProfitSource, stopLoss, stopLossSource }: Stops,
  ): Promise<string> {
    const stops = [takeProfit, takeProfitSource, stopLoss, stopLossSource];
    return this.command(tx, 'futures_set_stops', claim, reply, [positionId, version, ...stops]);
  }

  addMargin(
    tx: Transaction,
    claim: Claim,
    reply: string,
    { positionId, amount, marks }: { positionId: string; amount: DecimalText } & Pick<SubmitLimits, 'marks'>,
  ): Promise<string> {
    return this.command(tx, 'futures_add_margin', claim, reply, [positionId, amount, JSON.stringify(marks)]);
  }

  private async command(
    tx: Transaction,
    name: 'futures_submit' | 'futures_cancel' | 'futures_close' | 'futures_set_stops' | 'futures_add_margin',
    claim: Claim,
    reply: string,
    rest: unknown[],
  ): Promise<string> {
    const parameters = [...claim.parameters, reply, ...rest];
    const places = parameters.map((_, index) => `$${index + 1}`).join(', ');
    const statement = { name, text: `select ${name}(${places}) as reply` };
    const rows = await runPrepared<{ reply: string }>(tx, statement, parameters);
    return (rows[0] as { reply: string }).reply;
  }
}
