import { Decimal } from '../../../contract/decimal.js';
import type { DecimalText } from '../../../contract/money.js';
import { crossTotals, judged, liquidationOf } from '../../../contract/rules/position-figures.rules.js';
import type { FuturesPositionView } from '../../../contract/trading/futures.dto.js';
import { type FuturesAccount, settle, type Settlement } from '../futures/index.js';

/** Lots that are closed at a price. */
export interface Closed {
  /** Null: all. */
  lots: number | null;
  price: Decimal;
}

/** What closing lots of a position leaves behind. */
export interface AccountAfter {
  settled: Settlement;
  /** The position as it is then; without lots it is closed. */
  left: FuturesPositionView;
  /** Free money of the position's currency. */
  balance: DecimalText;
  /** All of it, without a position that is closed. */
  account: FuturesAccount;
}

/** The account once lots of one of its positions are closed, by the rules of closing. */
export function afterClosing(
  account: FuturesAccount,
  position: FuturesPositionView,
  { lots, price }: Closed,
  decimals: number,
): AccountAfter {
  const available = account.available(position.currencyId);
  const settled = settle(position, { lots, price, decimals, available });
  const back = settled.released.plus(settled.profit).minus(settled.fee);
  // What a part of an isolated position loses beyond its own margin comes from the rest of the margin.
  const taken = position.marginMode === 'isolated' ? Decimal.min(0, back) : new Decimal(0);
  const margin = new Decimal(position.margin).minus(settled.released).plus(taken);
  const left = { ...position, lots: position.lots - settled.lots, margin: Decimal.max(0, margin).toFixed() };
  const balance = new Decimal(available).plus(back.minus(taken)).toFixed();
  const others = account.positions.filter(({ positionId }) => positionId !== position.positionId);
  const positions = left.lots === 0 ? others : [...others, left];
  return { settled, left, balance, account: withBalance({ ...account, positions }, position.currencyId, balance) };
}

/** The account once so much of a currency is free in it: what closes gives its money to it, or takes it. */
export function withBalance(account: FuturesAccount, currencyId: number, balance: DecimalText): FuturesAccount {
  return { ...account, available: (asked) => (asked === currencyId ? balance : account.available(asked)) };
}

/** Where a position would be liquidated if it stood in its account as given. */
export function liquidationIn(account: FuturesAccount, position: FuturesPositionView): DecimalText | null {
  const others = account.positions.filter(({ positionId }) => positionId !== position.positionId);
  const positions = [...others, position];
  const now = judged(positions, account);
  return liquidationOf(position, now, crossTotals(positions, position.currencyId, now));
}
