import type { AccountEventPayload } from '../../../../server/contract/events.dto';
import type { DecimalText } from '../../../../server/contract/money';
import { netOf, netOfOrder } from './net';
import type { OptionOrderView } from '../../../../server/contract/trading/options.dto';
import type {
  OptionDirection,
  OptionResult,
  VoidReason,
} from '../../../../server/contract/rules/option-settlement.rules';

/** How an order ended, as a sheet shows it. */
export interface Ended {
  id: string;
  symbol: string;
  isDemo: boolean;
  direction: OptionDirection;
  result: OptionResult;
  reason: VoidReason | null;
  /** What it changed in the account, the fee counted; null where an event of an older version did not tell the fee. */
  net: DecimalText | null;
  fee: DecimalText | null;
  profit: DecimalText;
  paid: DecimalText;
  price: DecimalText | null;
  /** Null where only the event is known. */
  entry: DecimalText | null;
  decimals: number | null;
  unit: string;
}

type EndPayload = AccountEventPayload<'option.settled'> | AccountEventPayload<'option.voided'>;

export function endedOfEvent(payload: EndPayload): Ended {
  const { orderId, market, demo, direction, result, reason, stake, profit, paid, price } = payload;
  const fee = (payload.fee as DecimalText | undefined) ?? null;
  const net = fee === null ? null : netOf({ paid, stake, fee });
  const known = { id: orderId, symbol: market, isDemo: demo, direction, result, reason, net, fee, profit, paid, price };
  return { ...known, entry: null, decimals: null, unit: '' };
}

/** @param order one that has ended. */
export function endedOfOrder(order: OptionOrderView): Ended {
  return {
    id: order.id,
    symbol: order.symbol_name,
    isDemo: order.account_type === 'simulation_account',
    direction: order.direction,
    result: order.result ?? 'void',
    reason: order.void_reason,
    net: netOfOrder(order),
    fee: order.fee,
    profit: order.fact_profits,
    paid: order.paid,
    price: order.end_price === '' ? null : order.end_price,
    entry: order.open_price,
    decimals: order.price_decimals,
    unit: order.currency_name,
  };
}
