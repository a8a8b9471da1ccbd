import { readFileSync } from 'node:fs';
import { sharedFile } from '../../test/recordings.js';
import { averagePrice, bankruptcyPrice, fundingPayment } from '../../test/reference-forms.js';
import { Decimal } from '../decimal.js';
import { crossLiquidationPrice, liquidationPrice } from './liquidation-price.rules.js';
import {
  initialMargin,
  isLiquidated,
  type MaintenanceTier,
  maintenanceMargin,
  notional,
  type PositionSide,
  profit,
  returnRatio,
  tradingFee,
  withDeductions,
} from './margin.rules.js';

/**
 * The published worked examples held against our margin rules. Every example is either computed here or named in
 * `LEFT_OUT` with the reason; an example that is in neither fails the test.
 */
type Value = number | string | Record<string, number>;
interface Case {
  id: string;
  inputs: Record<string, unknown>;
  expected: Value;
}

const OPTION_CASES =
  'A strike option: rise/fall options are settled by B.12, without strike, premium or inverse payout.';
const INVERSE =
  'An inverse contract, margined in the coin: our contracts are linear and margined in the quote currency.';
const LEFT_OUT: Record<string, string> = {
  L07: INVERSE,
  L35: 'An account record that does not state the fee and step which its liquidation price used.',
  P07: INVERSE,
  P10: INVERSE,
  P12: INVERSE,
  P13: 'A maker rebate on an inverse contract: we have neither.',
  P15: INVERSE,
  M03: INVERSE,
  M05: INVERSE,
  F01: INVERSE,
  O01: OPTION_CASES,
  O03: OPTION_CASES,
  O05: OPTION_CASES,
  O07: OPTION_CASES,
  O08: OPTION_CASES,
};

const text = (value: number) => new Decimal(value).toFixed();
const tier = (rate: Decimal | number, deduction: Decimal | number): MaintenanceTier[] => [
  { floor: '0', rate: new Decimal(rate).toFixed(), deduction: new Decimal(deduction).toFixed(), maxLeverage: 125 },
];
/** Bybit asks for maintenance on the notional at entry: a fixed amount, which is a step without rate. */
const fixed = (amount: Decimal) => tier(0, amount.negated());
const held = ({ side, size, entry }: Case['inputs'], margin: Decimal | string = '0') => ({
  side: side as PositionSide,
  quantity: text(size as number),
  entryPrice: text(entry as number),
  margin,
});
const margined = (inputs: Case['inputs']) => {
  const { size, entry, leverage } = inputs;
  return held(inputs, initialMargin(text(size as number), text(entry as number), leverage as number, 18));
};
const plain = (price: Decimal | null) => (price as Decimal).toNumber();

function atEntry(inputs: Case['inputs']): Value {
  const quantity = (inputs.size as number | undefined) ?? 1;
  const it = margined({ ...inputs, size: quantity });
  const amount = notional(it.quantity, it.entryPrice).times(inputs.mmr as number);
  return plain(liquidationPrice(it, { tiers: fixed(amount), closeFeeRate: '0' }));
}

function binance(inputs: Case['inputs']): Value {
  const wallet = inputs.wallet_balance as number | string;
  const it = typeof wallet === 'string' ? margined(inputs) : held(inputs, text(wallet));
  const tiers = tier(inputs.mmr as number, inputs.maintenance_amount as number);
  return plain(liquidationPrice(it, { tiers, closeFeeRate: '0' }));
}

function withTakerFee(inputs: Case['inputs']): Value {
  const terms = { tiers: tier(inputs.mmr as number, 0), closeFeeRate: text(inputs.taker as number) };
  return plain(liquidationPrice(margined(inputs), terms));
}

function record(inputs: Case['inputs'], decimals: number): Record<string, number> {
  const worth = text(Math.abs(inputs.notional as number));
  const amount = text(Math.abs(inputs.positionAmt as number));
  const side = (inputs.positionAmt as number) > 0 ? 'long' : 'short';
  const mark = new Decimal(worth).dividedBy(amount);
  const upnl = profit(side, amount, text(inputs.entry as number), mark).toDecimalPlaces(decimals);
  const IM = initialMargin(amount, mark, inputs.leverage as number, 8).toNumber();
  if (inputs.mmr === undefined) return { IM, upnl: upnl.toNumber() };
  return { IM, MM: maintenanceMargin(tier(inputs.mmr as number, 0), worth).toNumber(), upnl: upnl.toNumber() };
}

function bybitCross(inputs: Case['inputs']): Value {
  const { size, entry, leverage, mmr, available_balance: available } = inputs;
  const IM = initialMargin(text(size as number), text(entry as number), leverage as number, 6);
  const MM = maintenanceMargin(tier(mmr as number, 0), notional(text(size as number), text(entry as number)));
  const account = { wallet: IM.plus(available as number), otherRequirement: '0', otherProfit: '0' };
  const price = crossLiquidationPrice(held(inputs), account, { tiers: fixed(MM), closeFeeRate: '0' }) as Decimal;
  const lost = profit('long', text(size as number), text(entry as number), price).negated();
  return { IM: IM.toNumber(), MM: MM.toNumber(), sustainable_loss: lost.toNumber() };
}

function binanceCross(inputs: Case['inputs']): Value {
  const other = inputs.other as Record<string, number>;
  const worth = notional(text(other.size as number), text(other.mark as number));
  const account = {
    wallet: text(inputs.wallet_balance as number),
    otherRequirement: maintenanceMargin(tier(other.mmr as number, other.maintenance_amount as number), worth),
    otherProfit: profit('long', text(other.size as number), text(other.entry as number), text(other.mark as number)),
  };
  const tiers = tier(inputs.mmr as number, inputs.maintenance_amount as number);
  return plain(crossLiquidationPrice(held(inputs), account, { tiers, closeFeeRate: '0' }));
}

function roi(inputs: Case['inputs']): Value {
  const it = margined(inputs);
  const fee = tradingFee(it.quantity, bankruptcyPrice(it) as Decimal, text(inputs.taker as number), 6);
  const gain = profit('long', it.quantity, it.entryPrice, text(inputs.last as number));
  const ratio = returnRatio(gain, fee.plus(it.margin)) as Decimal;
  const percent = ratio.times(100).toDecimalPlaces(2).toNumber();
  return { IM: new Decimal(it.margin).toNumber(), closing_fee: fee.toNumber(), roi_pct: percent };
}

function orderCost(inputs: Case['inputs']): Value {
  const it = margined({ ...inputs, entry: inputs.price });
  const rate = text(inputs.taker as number);
  const bankruptcy = bankruptcyPrice(it) as Decimal;
  const open = tradingFee(it.quantity, it.entryPrice, rate, 6);
  const close = tradingFee(it.quantity, bankruptcy, rate, 6);
  return {
    IM: new Decimal(it.margin).toNumber(),
    open_fee: open.toNumber(),
    bankruptcy: bankruptcy.toNumber(),
    close_fee: close.toNumber(),
    cost: open.plus(close).plus(it.margin).toNumber(),
  };
}

function closedProfit(inputs: Case['inputs']): Value {
  const [quantity, entry, exit] = [inputs.size, inputs.entry, inputs.exit].map((value) => text(value as number));
  const rate = text(inputs.taker as number);
  return {
    gross: profit('short', quantity as string, entry as string, exit as string).toNumber(),
    open_fee: tradingFee(quantity as string, entry as string, rate, 6).toNumber(),
    close_fee: tradingFee(quantity as string, exit as string, rate, 6).toNumber(),
  };
}

function marginWalk(inputs: Case['inputs']): Value {
  const it = margined(inputs);
  const remaining = (mark: number) => profit('long', it.quantity, it.entryPrice, text(mark)).plus(it.margin);
  const MM = maintenanceMargin(tier(inputs.mm_rate as number, 0), notional(it.quantity, it.entryPrice));
  expect(isLiquidated(remaining(28000), MM)).toBe(false);
  expect(isLiquidated(remaining(26000), MM)).toBe(true);
  const marks = inputs.marks as number[];
  const walked = Object.fromEntries(marks.map((mark) => [`rem_${mark}`, remaining(mark).toNumber()]));
  return { IM: new Decimal(it.margin).toNumber(), MM: MM.toNumber(), ...walked };
}

/** The deduction of a step by our table builder; a step before the previous one carries what that one already had. */
function deduction(inputs: Case['inputs']): Value {
  const floor = (inputs.floor ?? inputs.level_floor_btc) as number;
  const before = (inputs.cum_prev as number | undefined) ?? 0;
  const rows = [
    { floor: '0', rate: text(inputs.mmr_prev as number), maxLeverage: 2 },
    { floor: text(floor), rate: text(inputs.mmr as number), maxLeverage: 1 },
  ];
  return new Decimal(withDeductions(rows)[1]?.deduction ?? 0).plus(before).toNumber();
}

const gain = (inputs: Case['inputs'], price: number): Value =>
  profit('long', text(inputs.size as number), text(inputs.entry as number), text(price)).toNumber();

const COMPUTED: Record<string, (inputs: Case['inputs']) => Value> = {
  L03: bybitCross,
  L09: binance,
  L11: binanceCross,
  P01: ({ fills }) =>
    averagePrice(
      (fills as number[][]).map(([quantity, price]) => ({
        quantity: text(quantity as number),
        price: text(price as number),
      })),
    ).toNumber(),
  P02: (inputs) => gain(inputs, inputs.last as number),
  P04: roi,
  P05: closedProfit,
  P08: (inputs) => gain(inputs, inputs.exit as number),
  P16: marginWalk,
  P17: (inputs) => record(inputs, 8),
  P19: (inputs) => record(inputs, 8),
  M01: orderCost,
  M04: (inputs) => plain(bankruptcyPrice(margined(inputs))),
  M06: deduction,
  M08: deduction,
  F02: (inputs) =>
    fundingPayment({ side: 'long', quantity: '1' }, text(inputs.notional as number), text(inputs.rate as number), 6)
      .times(inputs.times as number)
      .toNumber(),
};
for (const id of ['L01', 'L05', 'L27', 'L29', 'L31', 'L33', 'L37']) COMPUTED[id] = atEntry;
for (const id of ['L13', 'L15', 'L17', 'L19']) COMPUTED[id] = binance;
for (const id of ['L21', 'L23', 'L25']) COMPUTED[id] = withTakerFee;

/** What an example prints coarser than it is, by id: the unit of its last printed digit. */
const PRINTED_UNIT: Record<string, number> = { L09: 0.01, L11: 0.01, P17: 1e-8, P19: 2e-8 };

const file = sharedFile('reference_cases/cases.jsonl');
const cases = file
  ? readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Case)
  : [];

describe('published worked examples', () => {
  it('are all computed or left out for a reason', () => {
    const unknown = cases.map(({ id }) => id).filter((id) => !(id in COMPUTED) && !(id in LEFT_OUT));
    expect(unknown).toEqual([]);
    expect(Object.keys(COMPUTED).filter((id) => id in LEFT_OUT)).toEqual([]);
  });

  for (const { id, inputs, expected } of cases.filter((each) => each.id in COMPUTED)) {
    it(`${id} is what the exchange printed`, () => {
      const ours = (COMPUTED[id] as (inputs: Case['inputs']) => Value)(inputs);
      const unit = PRINTED_UNIT[id] ?? 1e-11;
      const pairs =
        typeof expected === 'object'
          ? Object.entries(expected).map(([key, value]) => [(ours as Record<string, number>)[key], value])
          : [[ours, expected]];
      for (const [mine, theirs] of pairs) expect(Math.abs((mine as number) - (theirs as number))).toBeLessThan(unit);
    });
  }
});
