import { accountTypeOf } from '../../../contract/account-type.dto.js';
import type { Language } from '../../../contract/errors.js';
import type { AccountEventPayload } from '../../../contract/events.dto.js';
import { optionWord } from '../../../contract/languages/options.js';
import type { DecimalText } from '../../../contract/money.js';
import { wireFigure } from '../../../contract/wire-decimals.js';
import { OPTION_TYPES, type OptionOrderView, type OptionTermView } from '../../../contract/trading/options.dto.js';
import { wireTime } from '../../../contract/pages.dto.js';
import {
  payoutOf,
  type VoidReason,
  windowOpensAt,
  windowSeconds,
} from '../../../contract/rules/option-settlement.rules.js';
import { percent } from './option-offer.rules.js';
import type { OptionOrder, OptionPurchase } from './option-order.js';
import type { OptionTerm } from './option-products.store.js';

/** The wire's numbers of an order's state and of its end. */
const RUNNING = 1;
const CLOSING = 2;
const CLOSED = 3;
const PROFIT_RESULT = { win: 1, loss: -1, tie: 0, void: 0 };

/** Who reads, and when. */
export interface OptionReader {
  language: Language;
  now: number;
  /** Name of the account for its owner. */
  account: string;
}

export function optionOrderView(order: OptionOrder, { language, now, account }: OptionReader): OptionOrderView {
  const { contract, result } = order;
  const { closesAt, rule } = contract;
  const status = order.status !== 'open' ? CLOSED : now < closesAt ? RUNNING : CLOSING;
  const ended = order.settledAt === null ? '' : wireTime(new Date(order.settledAt));
  const word = status === RUNNING ? 'running' : status === CLOSING ? 'closing' : 'closed';
  return {
    id: order.id,
    user_id: order.userId,
    match_id: order.marketId,
    currency_id: order.currencyId,
    type: OPTION_TYPES[order.direction],
    is_insurance: 0,
    seconds: order.seconds,
    number: wireFigure(order.stake),
    open_price: wireFigure(contract.entry),
    end_price: order.price === null ? '' : wireFigure(order.price),
    fee: wireFigure(order.fee),
    profit_ratio: percent(order.payoutRatio),
    fact_profits: wireFigure(order.profit ?? '0'),
    status,
    profit_result: result === null ? 0 : PROFIT_RESULT[result],
    created_at: wireTime(new Date(order.openedAt)),
    updated_at: ended || wireTime(new Date(order.openedAt)),
    handled_at: ended,
    complete_at: ended,
    return_at: wireTime(new Date(closesAt)),
    currency_name: order.currency,
    symbol_name: order.symbol,
    type_name: optionWord(language, order.direction),
    status_name: optionWord(language, word),
    profit_result_name: optionWord(language, result ?? 'open'),
    account,
    remain_milli_seconds: Math.max(0, closesAt - now),
    account_type: accountTypeOf(order.demo),
    direction: order.direction,
    result,
    void_reason: order.voidReason as VoidReason | null,
    paid: result === null ? '' : wireFigure(payoutOf(result, order).paid),
    winnings: wireFigure(order.winnings),
    even_band: wireFigure(contract.evenBand),
    opened_at_ms: order.openedAt,
    window_from_ms: windowOpensAt(contract),
    closes_at_ms: closesAt,
    window_seconds: rule.windowSeconds,
    price_decimals: rule.decimals,
    constituents_min: rule.constituentsMin,
    entity_version: result === null ? 1 : 2,
  };
}

/** An order that is just being bought. */
export function newOrder(purchase: OptionPurchase, id: string, userId: string, currency: string): OptionOrder {
  const open = { status: 'open', result: null, profit: null, price: null, voidReason: null, settledAt: null } as const;
  return { ...purchase, id, userId, currency, direction: purchase.contract.direction, ...open };
}

/** What `option.opened` says of an order, as it is bought and in its owner's state. */
export function optionOpenedEvent(order: OptionOrder): AccountEventPayload<'option.opened'> {
  const { id, symbol, marketId, currencyId, demo, direction, seconds, stake, fee, payoutRatio, contract } = order;
  return {
    entity: `option:${id}`,
    entityVersion: 1,
    orderId: id,
    market: symbol,
    marketId,
    currencyId,
    demo,
    direction,
    seconds,
    stake,
    fee,
    payoutRatio,
    entryPrice: contract.entry,
    openedAt: order.openedAt,
    closesAt: contract.closesAt,
  };
}

export function optionTermView(term: OptionTerm, feeRatio: DecimalText | null): OptionTermView {
  return {
    id: term.id,
    match_id: term.marketId,
    seconds: term.seconds,
    profit_ratio: percent(term.payoutRatio),
    loss_ratio: '100.00',
    even_profit_ratio: percent(term.evenPayoutRatio),
    even_band_ratio: term.evenBandRatio,
    fee_ratio: feeRatio === null ? null : percent(feeRatio),
    types: term.directions.map((direction) => OPTION_TYPES[direction]),
    min_num: term.minimum,
    max_num: term.maximum,
    window_seconds: windowSeconds(term.seconds),
    status: 1,
    created_at: wireTime(term.createdAt),
    updated_at: wireTime(term.updatedAt),
  };
}
