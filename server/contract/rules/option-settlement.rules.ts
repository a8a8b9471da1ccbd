import { credit, Decimal, debit } from '../decimal.js';
import type { DecimalText } from '../money.js';
import type { TapeSample } from '../markets/tape.dto.js';

/**
 * The arithmetic of delivery options (B.12): one library for the preview, the purchase, the worker, the
 * verifier of a receipt and the page. Prices and amounts are decimal text, instants Unix milliseconds.
 */

export const OPTION_DIRECTIONS = ['rise', 'fall', 'even'] as const;
export type OptionDirection = (typeof OPTION_DIRECTIONS)[number];

/** How an order is settled. Fixed when it is bought; nothing can change it afterwards. */
export interface SettlementRule {
  /** The arithmetic below. A change of it is a new version, and old orders keep theirs. */
  version: 1;
  /** Samples that the window should have: one a second, the last of them at the close. */
  windowSeconds: number;
  /** Decimals of the settlement price and of the entry: those of the market's tick and one more. */
  decimals: number;
  /** Live constituents that every sample must have. */
  constituentsMin: number;
  /** Where the entry came from. Samples of another origin do not count: nobody is paid on prices of another kind. */
  origin: TapeSample['origin'];
}

/** What of a sample of the price tape the settlement needs. A sample without an index counts as none. */
export type SettlementSample = Pick<TapeSample, 's' | 'index' | 'indexState' | 'live' | 'constituents' | 'origin'>;

export interface OptionContract {
  direction: OptionDirection;
  entry: DecimalText;
  /** Orders on `even` win where the settlement price is at most so far from the entry. */
  evenBand: DecimalText;
  closesAt: number;
  rule: SettlementRule;
}

/** Why there is no settlement price: too few samples, too few constituents in one, or one that was too old. */
export type VoidReason = 'samples-missing' | 'constituents' | 'stale';

export type SettlementPrice =
  | { price: DecimalText; reason: null; samples: number }
  | { price: null; reason: VoidReason; samples: number };

export type OptionResult = 'win' | 'loss' | 'tie' | 'void';

export interface Settlement {
  result: OptionResult;
  price: DecimalText | null;
  reason: VoidReason | null;
}

const SECOND_MS = 1000;
const CONSTITUENT_AGE_MAX_MS = 3000;
const WINDOW_SECONDS_MIN = 5;
const WINDOW_SECONDS_MAX = 60;
/** A window is a twentieth of the order's time. */
const WINDOW_SHARE = 20;
/** A fifth is cut at each end. */
const CUT_SHARE = 5;

/** Seconds of the window of an order that runs so long: a twentieth, at least 5 and at most 60. */
export function windowSeconds(termSeconds: number): number {
  return Math.min(WINDOW_SECONDS_MAX, Math.max(WINDOW_SECONDS_MIN, Math.floor(termSeconds / WINDOW_SHARE)));
}

/** The second of the window's first sample. */
export function windowOpensAt({ closesAt, rule }: Pick<OptionContract, 'closesAt' | 'rule'>): number {
  return closesAt - (rule.windowSeconds - 1) * SECOND_MS;
}

/** Until when an order is taken: the longer of 5 s and the window's length before the window opens. */
export function acceptedUntil(contract: Pick<OptionContract, 'closesAt' | 'rule'>): number {
  return windowOpensAt(contract) - Math.max(WINDOW_SECONDS_MIN, contract.rule.windowSeconds) * SECOND_MS;
}

/** The second at which an order that is taken at `now` closes: whole, and never earlier than what was bought. */
export function closingSecond(now: number, termSeconds: number): number {
  return Math.ceil(now / SECOND_MS) * SECOND_MS + termSeconds * SECOND_MS;
}

/** Prices of the entry and the settlement alike: rounded half to even. */
export function roundedPrice(price: DecimalText, decimals: number): DecimalText {
  return new Decimal(price).toDecimalPlaces(decimals, Decimal.ROUND_HALF_EVEN).toFixed();
}

/**
 * The mean of what is left when a fifth of the prices (rounded down) is cut at each end. Null for no prices. The page
 * shows it while the window runs.
 */
export function trimmedMean(prices: readonly DecimalText[], decimals: number): DecimalText | null {
  if (prices.length === 0) return null;
  const ordered = prices.map((price) => new Decimal(price)).sort((a, b) => a.comparedTo(b));
  const cut = Math.floor(ordered.length / CUT_SHARE);
  const trimmed = ordered.slice(cut, ordered.length - cut);
  const sum = trimmed.reduce((total, price) => total.plus(price), new Decimal(0));
  return roundedMean(sum, trimmed.length, decimals).toFixed();
}

/** What the window of an order says. Samples outside of it, or beside the grid, are not looked at. */
export function settlementPrice(
  slice: readonly SettlementSample[],
  contract: Pick<OptionContract, 'closesAt' | 'rule'>,
): SettlementPrice {
  const { rule } = contract;
  const samples = samplesOf(slice, contract);
  const count = samples.length;
  // At least four fifths, in whole numbers.
  if (count * 5 < rule.windowSeconds * 4) return { price: null, reason: 'samples-missing', samples: count };
  if (samples.some(isStale)) return { price: null, reason: 'stale', samples: count };
  if (samples.some(({ live }) => live < rule.constituentsMin)) {
    return { price: null, reason: 'constituents', samples: count };
  }
  const price = trimmedMean(
    samples.map(({ index }) => index),
    rule.decimals,
  );
  if (price === null) return { price: null, reason: 'samples-missing', samples: count };
  return { price, reason: null, samples: count };
}

/**
 * What becomes of an order, from the tape alone. Above the entry `rise` wins, below it `fall`; at the entry both get
 * stake and fee back. `even` wins within its band and loses beyond. A window with too little on the tape voids.
 */
export function settle(slice: readonly SettlementSample[], contract: OptionContract): Settlement {
  const { price, reason } = settlementPrice(slice, contract);
  return price === null ? { result: 'void', price, reason } : { result: resultAt(price, contract), price, reason };
}

/** What an order gets at this settlement price. */
export function resultAt(
  price: DecimalText,
  { direction, entry, evenBand }: Pick<OptionContract, 'direction' | 'entry' | 'evenBand'>,
): Exclude<OptionResult, 'void'> {
  const move = new Decimal(price).minus(entry);
  if (direction === 'even') return move.abs().lte(evenBand) ? 'win' : 'loss';
  if (move.isZero()) return 'tie';
  return move.isPositive() === (direction === 'rise') ? 'win' : 'loss';
}

/** How far from the entry `even` still wins: a fraction of the entry, rounded half to even. */
export function evenBandOf(entry: DecimalText, bandRatio: DecimalText, decimals: number): DecimalText {
  return roundedPrice(new Decimal(entry).times(bandRatio).toFixed(), decimals);
}

/** What a purchase costs beside the stake: a fraction of it, rounded up. */
export function feeOf(stake: DecimalText, feeRatio: DecimalText, scale: number): DecimalText {
  return debit(new Decimal(stake).times(feeRatio), scale);
}

/** What a winning order earns beside its stake: a fraction of it, rounded down. The fee is not given back. */
export function winningsOf(stake: DecimalText, payoutRatio: DecimalText, scale: number): DecimalText {
  return credit(new Decimal(stake).times(payoutRatio), scale);
}

/** What the user gets back, and what was won or lost of the stake. Fees are kept unless nobody has won. */
export function payoutOf(
  result: OptionResult,
  { stake, fee, winnings }: { stake: DecimalText; fee: DecimalText; winnings: DecimalText },
): { paid: DecimalText; profit: DecimalText } {
  if (result === 'win') return { paid: new Decimal(stake).plus(winnings).toFixed(), profit: winnings };
  if (result === 'loss') return { paid: '0', profit: new Decimal(stake).negated().toFixed() };
  return { paid: new Decimal(stake).plus(fee).toFixed(), profit: '0' };
}

/**
 * The share of orders that must win so that nothing is lost over many: p × payout = (1 − p) + fee. Four decimals,
 * rounded up. Ties, which cost nothing, are not counted.
 */
export function breakEvenRate(payoutRatio: DecimalText, feeRatio: DecimalText): DecimalText {
  return debit(new Decimal(feeRatio).plus(1).dividedBy(new Decimal(payoutRatio).plus(1)), 4);
}

/** What a quote promises, as far as its odds are concerned. */
export interface QuotedOdds {
  entry: DecimalText;
  /** The product's: how far the index may leave any quote, a fraction of its entry. */
  moveRatio: DecimalText;
  payoutRatio: DecimalText;
  feeRatio: DecimalText;
  seconds: number;
  /** How far the index has usually moved in a second, `option_movement`; null where the tape has too little of it. */
  movement: DecimalText | null;
}

/** From the second of the entry to the first index after the acceptance. */
const CONFIRMED_WITHIN_SECONDS = 4;
const PI = '3.14159265358979';

/**
 * How far the index may be from a quote's entry at the first second after the acceptance: π × (b − ½) × m × √T, at most the product's fraction
 * of the entry. b is the break-even rate, m the movement, T the seconds between then and the window.
 *
 * Who confirms only what has gone the own way enters with a lead d and wins, where prices are a random walk of σ a √second, with the
 * probability Φ(d ÷ σ√T) ≤ ½ + d ÷ (σ√T√2π); and the mean of what such a walk moves in a second is m = σ√(2÷π). So at the bound it
 * is b at most: nothing is gained by choosing, in calm markets as in wild ones. Source: decision 194.
 */
export function moveBound({ entry, moveRatio, payoutRatio, feeRatio, seconds, movement }: QuotedOdds): DecimalText {
  const most = new Decimal(entry).times(moveRatio);
  if (movement === null) return most.toFixed();
  const edge = Decimal.max(0, new Decimal(breakEvenRate(payoutRatio, feeRatio)).minus('0.5'));
  const usual = edge.times(PI).times(movement).times(secondsToWindow(seconds).sqrt());
  return Decimal.min(most, usual).toFixed();
}

/**
 * Whether `even` wins no more often than it must to break even: its band, and half a tick for what the index does not show, are at most
 * π÷2 × b × m × √T, since a walk ends within so far of its entry with the probability 2Φ(band ÷ σ√T) − 1 ≤ band × √(2÷π) ÷ (σ√T).
 */
export function isEvenFair(
  evenBand: DecimalText,
  tick: DecimalText,
  { payoutRatio, feeRatio, seconds, movement }: Omit<QuotedOdds, 'entry' | 'moveRatio'>,
): boolean {
  if (movement === null) return true;
  const most = new Decimal(breakEvenRate(payoutRatio, feeRatio)).times(PI).dividedBy(2).times(movement);
  return new Decimal(tick)
    .dividedBy(2)
    .plus(evenBand)
    .lte(most.times(secondsToWindow(seconds).sqrt()));
}

function secondsToWindow(seconds: number): Decimal {
  return new Decimal(Math.max(0, seconds - windowSeconds(seconds) - CONFIRMED_WITHIN_SECONDS));
}

/** Whether the price has left a quote: by more than the bound, to whichever side. */
export function hasMoved(entry: DecimalText, current: DecimalText, bound: DecimalText): boolean {
  return new Decimal(current).minus(entry).abs().gt(bound);
}

/** The window's own samples that have an index of the order's origin, in their order, each second once. */
function samplesOf(
  slice: readonly SettlementSample[],
  contract: Pick<OptionContract, 'closesAt' | 'rule'>,
): (SettlementSample & { index: DecimalText })[] {
  const from = windowOpensAt(contract);
  const bySecond = new Map<number, SettlementSample & { index: DecimalText }>();
  for (const sample of slice) {
    const { s, index, origin } = sample;
    if (
      index === null ||
      origin !== contract.rule.origin ||
      s < from ||
      s > contract.closesAt ||
      s % SECOND_MS !== 0 ||
      bySecond.has(s)
    )
      continue;
    bySecond.set(s, { ...sample, index });
  }
  return [...bySecond.values()].sort((a, b) => a.s - b.s);
}

/** Whether the index, or a price that it was made from, was older than 3 s. */
function isStale({ indexState, constituents }: SettlementSample): boolean {
  return indexState === 'stale' || constituents.some(([, , age, used]) => used && (age ?? 0) > CONSTITUENT_AGE_MAX_MS);
}

/** A quotient rounded half to even exactly, however many digits it has. */
function roundedMean(sum: Decimal, count: number, decimals: number): Decimal {
  const unit = new Decimal(10).pow(decimals);
  const scaled = sum.times(unit);
  const whole = scaled.dividedToIntegerBy(count);
  const rest = scaled.minus(whole.times(count)).abs().times(2);
  const isUp = rest.gt(count) || (rest.eq(count) && !whole.mod(2).isZero());
  return whole.plus(isUp ? (scaled.isNegative() ? -1 : 1) : 0).dividedBy(unit);
}
