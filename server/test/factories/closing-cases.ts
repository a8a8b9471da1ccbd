import * as fc from 'fast-check';
import { Decimal } from '../../contract/decimal.js';
import { amounts, amountsAboveZero, scales } from '../stored-rules.js';

/** Zero has no sign in the database. */
export const plain = (value: Decimal): string => (value.isZero() ? '0' : value.toFixed());

const cents = fc.integer({ min: 1, max: 10_000_000 }).map((value) => new Decimal(value).dividedBy(100).toFixed());
const prices = fc.oneof(cents, amountsAboveZero(10, 18));
const money = fc.oneof(cents, amountsAboveZero(12, 18));

/** How a close's case is given to the stored functions. */
export const CLOSING_COLUMNS = {
  position: 'jsonb',
  part: 'integer',
  price: 'numeric',
  scale: 'smallint',
  available: 'numeric',
};

/** Positions of which a part or all is closed at a price: `given` for the rule, and the row for the database. */
export const closingCases = fc
  .record({
    side: fc.constantFrom('long' as const, 'short' as const),
    marginMode: fc.constantFrom('cross' as const, 'isolated' as const),
    lots: fc.oneof(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 2_000_000_000 })),
    part: fc.option(fc.integer({ min: 1, max: 60 })),
    entryPrice: prices,
    price: prices,
    margin: money,
    available: fc.oneof(fc.constant('0'), money),
    lotSize: fc.oneof(fc.constantFrom('0.001', '0.01', '1', '33.3'), amountsAboveZero(4, 18)),
    closeFeeRatio: fc.oneof(fc.constantFrom('0', '0.0005', '0.00333'), amounts(0, 18)),
    scale: fc.oneof(fc.constant(8), scales),
  })
  .map((given) => ({
    ...given,
    // Money has its currency's decimals.
    margin: new Decimal(given.margin).toDecimalPlaces(given.scale, Decimal.ROUND_UP).toFixed(),
    available: new Decimal(given.available).toDecimalPlaces(given.scale).toFixed(),
  }))
  .map((given) => ({
    given,
    position: {
      side: given.side === 'long' ? 1 : -1,
      margin_mode: given.marginMode,
      lots: given.lots,
      entry_price: given.entryPrice,
      margin: given.margin,
      lot_size: given.lotSize,
      close_fee_ratio: given.closeFeeRatio,
    },
    part: given.part,
    price: given.price,
    scale: given.scale,
    available: given.available,
  }));
