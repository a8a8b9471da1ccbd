import { Decimal } from '../../../contract/decimal.js';
import type { DecimalText } from '../../../contract/money.js';
import { crossTotals, judged, liquidationOf } from '../../../contract/rules/position-figures.rules.js';
import type { FuturesPositionView } from '../../../contract/trading/futures.dto.js';
import { type FuturesAccount, settle, type Settlement } from '../futures/index.js';

/** A close at a price. */
export interface Closed {
  /** Null: the whole position. */
  lots: number | null;
  price: Decimal;
}

/** The state behind a close. */
export interface AccountAfter {
  settled: Settlement;
  /** The remaining position; zero lots: it is closed. */
  left: FuturesPositionView;
  /** Available balance in the settlement currency. */
  balance: DecimalText;
  /** The whole account; a closed position is removed. */
  account: FuturesAccount;
}

/** Applies a close to an account by the same rules as `futures_close`. */
export function afterClosing(
  account: FuturesAccount,
  position: FuturesPositionView,
  { lots, price }: Closed,
  decimals: number,
): AccountAfter {
  const available = account.available(position.currencyId);
  const settled = settle(position, { lots, price, decimals, available });
  const back = settled.released.plus(settled.profit).minus(settled.fee);
  // Isolated: a partial close that loses more than its share of the margin is paid from the remaining margin.
  const taken = position.marginMode === 'isolated' ? Decimal.min(0, back) : new Decimal(0);
  const margin = new Decimal(position.margin).minus(settled.released).plus(taken);
  const left = { ...position, lots: position.lots - settled.lots, margin: Decimal.max(0, margin).toFixed() };
  const balance = new Decimal(available).plus(back.minus(taken)).toFixed();
  const others = account.positions.filter(({ positionId }) => positionId !== position.positionId);
  const positions = left.lots === 0 ? others : [...others, left];
  return { settled, left, balance, account: withBalance({ ...account, positions }, position.currencyId, balance) };
}

/** The account with another available balance of a currency: a close credits or debits it. */
export function withBalance(account: FuturesAccount, currencyId: number, balance: DecimalText): FuturesAccount {
  return { ...account, available: (asked) => (asked === currencyId ? balance : account.available(asked)) };
}

/** Liquidation price of the position as given, within its account; null: no price liquidates it. */
export function liquidationIn(account: FuturesAccount, position: FuturesPositionView): DecimalText | null {
  const others = account.positions.filter(({ positionId }) => positionId !== position.positionId);
  const positions = [...others, position];
  const now = judged(positions, account);
  return liquidationOf(position, now, crossTotals(positions, position.currencyId, now));
}
