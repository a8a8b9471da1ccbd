import { afterAll, beforeAll, describe, it } from '@jest/globals';
import * as fc from 'fast-check';
import { Decimal } from '../../../contract/decimal.js';
import { gained, type MaintenanceTier } from '../../../contract/rules/margin.rules.js';
import { closingCases, CLOSING_COLUMNS, plain } from '../../../test/factories/closing-cases.js';
import { StoredRules } from '../../../test/stored-rules.js';
import { closeIsolated, type HeldPosition, type PricedMarket, realise } from './margin-decision.rules.js';

const TIERS = [
  { floor: '0', rate: '0.004', deduction: '0', maxLeverage: 100 },
  { floor: '12000', rate: '0.01', deduction: '72', maxLeverage: 50 },
  { floor: '50000', rate: '0.03', deduction: '1072', maxLeverage: 20 },
  { floor: '250000', rate: '0.1', deduction: '18572', maxLeverage: 5 },
] satisfies MaintenanceTier[];

let stored: StoredRules;

beforeAll(async () => {
  stored = await StoredRules.open();
}, 60_000);
afterAll(() => stored.close());

function priced(price: string, scale: number, mark = price): PricedMarket {
  const closing = () => ({ price: new Decimal(price), from: 'book' as const, fills: [], takes: null });
  const market: PricedMarket = {
    tiers: TIERS,
    scale,
    marks: { long: mark, short: mark },
    closing,
    after: () => market,
  };
  return market;
}

/** A decision is exact, and what is booked of it is lowered to the currency's unit. */
const booked = (value: Decimal, scale: number): string => plain(gained(value, scale));

describe('a part of an isolated position', () => {
  it('brings in the database what the decision reckoned with', async () => {
    const parts = closingCases
      .filter(({ given }) => given.lots > 1)
      .map((one) => ({ ...one, part: Math.min(one.part ?? 1, one.given.lots - 1) }))
      .map((one) => ({ ...one, position: { ...one.position, margin_mode: 'isolated' } }));
    await stored.expectParity(parts, {
      columns: CLOSING_COLUMNS,
      stored: `(select array[trim_scale(s.profit - s.fee), trim_scale(s.margin_left)]::text[]
        from liquidation_part(jsonb_populate_record(null::futures_position, position), part, price, scale) s)`,
      rule: ({ given, part, price, scale }) => {
        const proceeds = realise(given as unknown as HeldPosition, priced(price, scale), part);
        return [booked(proceeds, scale), booked(proceeds.plus(given.margin), scale)];
      },
    });
  });

  it('of a cross position too, where the account can pay', async () => {
    const parts = closingCases
      .filter(({ given }) => given.lots > 1)
      .map((one) => ({ ...one, part: Math.min(one.part ?? 1, one.given.lots - 1), available: '1e19' }))
      .map((one) => ({ ...one, position: { ...one.position, margin_mode: 'cross', margin: '1e19' } }))
      .map((one) => ({ ...one, item: { kind: 'partial', lots: one.part, price: one.price, priceFrom: 'book' } }));
    await stored.expectParity(parts, {
      columns: { ...CLOSING_COLUMNS, item: 'jsonb' },
      stored: `(select array[s.kind, s.lots::text, trim_scale(s.profit - s.fee)::text]
        from liquidation_step_of(jsonb_populate_record(null::futures_position, position), item, scale, available, false) s)`,
      rule: ({ given, part, price, scale }) => [
        'partial',
        String(part),
        booked(realise(given as unknown as HeldPosition, priced(price, scale), part), scale),
      ],
    });
  });
});

/** Near the price of liquidation, over all tiers. */
const judged = fc
  .record({
    side: fc.constantFrom('long' as const, 'short' as const),
    lots: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 3000 })),
    entry: fc.integer({ min: 5_500_000, max: 6_500_000 }),
    mark: fc.integer({ min: 5_500_000, max: 6_500_000 }),
    /** Ten-thousandths of the mark, to the position's disadvantage. */
    slippage: fc.integer({ min: 0, max: 300 }),
    /** Ten-thousandths of the value that the margin is above the loss. */
    above: fc.integer({ min: -100, max: 1000 }),
    feeRate: fc.constantFrom('0', '0.0005', '0.00333'),
    beside: fc.constantFrom('0', '0', '1.5'),
    scale: fc.constantFrom(0, 2, 8),
  })
  .map(({ entry, mark, slippage, above, scale, beside, ...row }) => {
    const direction = row.side === 'long' ? 1 : -1;
    const quantity = new Decimal('0.01').times(row.lots);
    const at = new Decimal(mark).dividedBy(100);
    const loss = at.minus(entry / 100).times(direction);
    const margin = quantity.times(at.times(above).dividedBy(10_000).minus(loss)).toDecimalPlaces(scale);
    const price = at.times(10_000 - direction * slippage).dividedBy(10_000);
    const held = {
      id: '1',
      version: '1',
      userId: '1',
      marketId: 1,
      currencyId: 3,
      demo: false,
      side: row.side,
      marginMode: 'isolated',
      lots: row.lots,
      lotSize: '0.01',
      entryPrice: new Decimal(entry).dividedBy(100).toFixed(),
      margin: margin.toFixed(),
      closeFeeRatio: row.feeRate,
      exposure: quantity.plus(beside).toFixed(),
      ordered: '0',
      warnedLevel: 'safe',
    } satisfies HeldPosition;
    const market = priced(price.toFixed(), scale, at.toFixed());
    const position = {
      side: direction,
      margin_mode: 'isolated',
      lots: held.lots,
      entry_price: held.entryPrice,
      margin: held.margin,
      lot_size: held.lotSize,
      close_fee_ratio: held.closeFeeRatio,
    };
    return { held, market, scale, position };
  })
  .filter(({ held }) => new Decimal(held.margin).gt(0))
  .map((one) => ({ ...one, item: closeIsolated(one.held, one.market).items[0] }))
  .filter(({ item }) => item !== undefined);

describe('the lots that a liquidation closes', () => {
  it('are in the database those of the decision, and all where a part would leave no unit of a margin', async () => {
    const kinds = new Map<string, number>();
    await stored.expectParity(judged, {
      columns: { position: 'jsonb', item: 'jsonb', scale: 'smallint' },
      stored: `(select array[s.kind, s.lots::text, case s.kind when 'partial' then trim_scale(s.margin_left)::text end]
        from liquidation_step_of(jsonb_populate_record(null::futures_position, position), item, scale, 0, false) s)`,
      rule: ({ held, market, scale, item }) => {
        const lots = item?.lots ?? 0;
        const left = booked(realise(held, market, lots).plus(held.margin), scale);
        const isPart = item?.kind === 'partial' && left !== '0';
        const kind = isPart ? 'partial' : 'full';
        kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
        return isPart ? [kind, String(lots), left] : [kind, String(held.lots), null];
      },
    });
    expect(Math.min(kinds.get('partial') ?? 0, kinds.get('full') ?? 0)).toBeGreaterThan(400);
  });
});
