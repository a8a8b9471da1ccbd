import { z } from 'zod';
import { Decimal } from '../../../contract/decimal.js';
import type { AccountEventKind } from '../../../contract/events.dto.js';
import type { TradingNoticeKind } from '../notices/index.js';
import type { EventNotice } from './event-notice.js';
import { ofSpotExit, ofSpotOrder, ofSpotStop } from './spot-notice.rules.js';

const amount = z.string();
const row = z.looseObject({
  market: z.string(),
  currencyId: z.number().int(),
  closedAs: z.string().nullable(),
  entryPrice: amount.nullable(),
  lots: z.number(),
  lotSize: amount,
});
const futuresOrder = z.looseObject({ state: z.string(), position: row });
const closing = z.looseObject({ lots: z.number(), limitPrice: amount });
const position = row.extend({
  fill: z.looseObject({ price: amount, profit: amount, closing: closing.optional() }).nullable(),
});
const option = z.looseObject({ market: z.string(), currencyId: z.number().int(), profit: amount, result: z.string() });
const margin = z.looseObject({ marketId: z.number().int().nullable() });
const liquidation = z.looseObject({ marketId: z.number().int(), kind: z.string(), price: amount });

const LIQUIDATIONS: ReadonlyMap<string, TradingNoticeKind> = new Map([
  ['partial', 'liquidated-partly'],
  ['full', 'liquidated'],
  ['deleveraged', 'deleveraged'],
]);
const RESULTS: ReadonlyMap<string, TradingNoticeKind> = new Map([
  ['win', 'option-won'],
  ['loss', 'option-lost'],
  ['tie', 'option-tied'],
]);

type NoticesOf = (payload: unknown) => EventNotice[];

/** What is told of orders that waited, stops, liquidations and options. */
export const tradingNotices: Partial<Record<AccountEventKind, NoticesOf>> = {
  order(payload) {
    const { product } = z.looseObject({ product: z.string().optional() }).parse(payload);
    if (product === 'spot') return ofSpotOrder(payload);
    if (product === 'spot-stop') return ofSpotStop(payload);
    if (product === 'spot-exit') return ofSpotExit(payload);
    return product === 'perpetual' ? ofFuturesOrder(payload) : [];
  },
  position(payload) {
    const { market, currencyId, closedAs, lotSize, fill } = position.parse(payload);
    if (fill?.closing) {
      const { lots, limitPrice } = fill.closing;
      const quantity = new Decimal(lotSize).times(lots).toFixed();
      return [{ kind: 'contract-closed', parameters: { market, quantity, price: limitPrice } }];
    }
    if (!fill || (closedAs !== 'take-profit' && closedAs !== 'stop-loss')) return [];
    const { price, profit } = fill;
    return [{ kind: closedAs, currencyId, parameters: { market, price, profit } }];
  },
  'option.settled'(payload) {
    const { market, currencyId, profit, result } = option.parse(payload);
    const kind = RESULTS.get(result);
    return kind ? [{ kind, currencyId, parameters: { market, profit } }] : [];
  },
  'option.voided'(payload) {
    const { market } = option.parse(payload);
    return [{ kind: 'option-void', parameters: { market } }];
  },
  'margin.warning': (payload) => ofMargin('margin-warning', payload),
  'margin.critical': (payload) => ofMargin('margin-critical', payload),
  liquidation(payload) {
    const { marketId, kind: step, price } = liquidation.parse(payload);
    const kind = LIQUIDATIONS.get(step);
    return kind ? [{ kind, marketId, parameters: { price } }] : [];
  },
};

function ofFuturesOrder(payload: unknown): EventNotice[] {
  const { state, position: of } = futuresOrder.parse(payload);
  if (state === 'revoked') return [{ kind: 'contract-order-revoked', parameters: { market: of.market } }];
  if (state !== 'filled' || of.entryPrice === null) return [];
  const quantity = new Decimal(of.lotSize).times(of.lots).toFixed();
  return [{ kind: 'contract-opened', parameters: { market: of.market, quantity, price: of.entryPrice } }];
}

function ofMargin(kind: 'margin-warning' | 'margin-critical', payload: unknown): EventNotice[] {
  const { marketId } = margin.parse(payload);
  return marketId === null ? [{ kind: `${kind}-account`, parameters: {} }] : [{ kind, marketId, parameters: {} }];
}
