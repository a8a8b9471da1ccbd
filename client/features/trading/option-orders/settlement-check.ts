import { Decimal } from '../../../../server/contract/decimal';
import type { OptionReceiptView } from '../../../../server/contract/trading/options.dto';
import {
  payoutOf,
  roundedPrice,
  settle,
  windowOpensAt,
  windowSeconds,
} from '../../../../server/contract/rules/option-settlement.rules';
import { firstBrokenSample, isInTree, TAPE_HOUR_MS } from '../../../../server/contract/rules/tape.rules';
import type { TapeProofView, TapeRootView, TapeSample } from '../../../../server/contract/markets/tape.dto';

export const CHECKS = ['rule', 'entry', 'entryRoot', 'chain', 'tape', 'root', 'settlement', 'payment'] as const;
export type Check = (typeof CHECKS)[number];

const SECOND_MS = 1000;
const QUOTE_VALID_MS = 3000;

/** `proven`: what it needs is gone, and was proven without it; `later`: it is not published yet; `unread`: it could not be read. */
export type Verdict = 'right' | 'proven' | 'wrong' | 'later' | 'unread';

/** What is public about the order's seconds, asked for apart from the receipt. Null: it could not be read. */
export interface PublicRecord {
  /** The window's samples; none where the record's day is gone. */
  samples: readonly TapeSample[] | null;
  /** The published root of the last sample's hour; `none` while there is none. */
  root: TapeRootView | 'none' | null;
  /** The published root of the entry's hour. */
  entryRoot: TapeRootView | 'none' | null;
  /** The sample nearest before the window, where its first second has none. Left out where it has. */
  before?: TapeSample | null;
  /** The public proof of the one nearest after the window, where its last second has none; `none` while there is none. */
  after?: TapeProofView | 'none' | null;
}

/** Which ends of the window have no sample: that there was none is shown by those before and after it, which follow each other. */
export function missingEnds({ samples, contract }: OptionReceiptView): { first: boolean; last: boolean } {
  return { first: samples[0]?.s !== windowOpensAt(contract), last: samples.at(-1)?.s !== contract.closesAt };
}

/** Checks a receipt with nothing but the rules: whoever made it is not asked. */
export function checkReceipt(receipt: OptionReceiptView, known: PublicRecord): Record<Check, Verdict> {
  const chain = verdict(isChain(receipt));
  // So none is left out at an end.
  const ends = endsVerdict(receipt, known);
  const root = ends === 'right' ? rootVerdict(receipt.samples.at(-1), receipt.proof, known.root) : ends;
  return {
    rule: verdict(isRule(receipt)),
    entry: verdict(isEntry(receipt)),
    entryRoot: rootVerdict(receipt.entrySample ?? undefined, receipt.entryProof, known.entryRoot),
    chain,
    tape: tapeVerdict(receipt, known.samples, chain === 'right' && root === 'right'),
    root,
    settlement: verdict(isSettlement(receipt)),
    payment: verdict(isPayment(receipt)),
  };
}

/** One wrong makes it wrong; nothing is verified that could not be read. */
export function conclusion(checks: Record<Check, Verdict>): 'verified' | 'so-far' | 'not' {
  const verdicts = Object.values(checks);
  if (verdicts.includes('wrong') || verdicts.includes('unread')) return 'not';
  return verdicts.includes('later') ? 'so-far' : 'verified';
}

const verdict = (isRight: boolean): Verdict => (isRight ? 'right' : 'wrong');
const isSame = (one: string, other: string) => new Decimal(one).eq(other);

/** The terms that the receipt settles by are those that the order was bought with. */
function isRule({ order, contract }: OptionReceiptView): boolean {
  return (
    contract.rule.version === 1 &&
    contract.rule.windowSeconds === windowSeconds(order.seconds) &&
    contract.closesAt === order.closes_at_ms &&
    isTimely(order, contract.closesAt) &&
    windowOpensAt(contract) === order.window_from_ms &&
    contract.direction === order.direction &&
    contract.rule.decimals === order.price_decimals &&
    contract.rule.constituentsMin === order.constituents_min &&
    isSame(contract.entry, order.open_price) &&
    isSame(contract.evenBand, order.even_band)
  );
}

/** A quote's close stays when it is confirmed, up to 3 s later; without a quote it is the next whole second's. */
function isTimely({ opened_at_ms: opened, seconds }: OptionReceiptView['order'], closesAt: number): boolean {
  const late = closesAt - (opened + seconds * 1000);
  return late >= -QUOTE_VALID_MS && late <= SECOND_MS;
}

/** The entry is the rounded index of the named second, whose sample has the hash of its content. */
function isEntry({ entrySample, entryAt, entryIndex, contract, order }: OptionReceiptView): boolean {
  return (
    entrySample?.s === entryAt &&
    entrySample.index !== null &&
    isSame(entrySample.index, entryIndex) &&
    isSame(roundedPrice(entryIndex, contract.rule.decimals), contract.entry) &&
    firstBrokenSample(order.match_id, [entrySample]) === -1
  );
}

function isChain({ order, samples }: OptionReceiptView): boolean {
  return firstBrokenSample(order.match_id, samples) === -1;
}

/**
 * The public record has the same samples. When its day is gone the root proves them by the chain, which leaves nothing out between the
 * first and the last one: those are then to be the window's first and last second.
 */
function tapeVerdict(
  { samples, contract }: OptionReceiptView,
  known: readonly TapeSample[] | null,
  isProven: boolean,
): Verdict {
  if (known === null) return 'unread';
  const last = samples.at(-1);
  if (known.length === 0 && last !== undefined) {
    const isWhole = samples[0]?.s === windowOpensAt(contract) && last.s === contract.closesAt;
    return isProven && isWhole ? 'proven' : 'unread';
  }
  return verdict(known.length === samples.length && known.every(({ hash }, place) => hash === samples[place]?.hash));
}

/** A sample is under the root of its hour that is published; of a window the last one, from which the chain leads to all others. */
function rootVerdict(
  sample: TapeSample | undefined,
  proof: TapeProofView | null,
  root: TapeRootView | 'none' | null,
): Verdict {
  // Where the window has no sample there is nothing to be under a root.
  if (sample === undefined) return 'right';
  if (root === null) return 'unread';
  if (root === 'none') return 'later';
  // Without its way nothing is proven: what was settled before ways were kept has none when its day is gone.
  if (proof === null) return 'unread';
  return verdict(root.hour === hourOf(sample) && isUnder(sample, proof, root));
}

/** Where a second at an end of the window has no sample, the tape has none: its neighbours there follow one upon the other. */
function endsVerdict(receipt: OptionReceiptView, { before = null, after = null }: PublicRecord): Verdict {
  const { order, contract, samples } = receipt;
  const missing = missingEnds(receipt);
  if ((missing.first && before === null) || (missing.last && after === null)) return 'unread';
  if (missing.last && after === 'none') return 'later';
  const next = missing.last && after !== null && after !== 'none' ? after : null;
  if (missing.first || missing.last) {
    const chain = [...(missing.first && before ? [before] : []), ...samples, ...(next ? [next.sample] : [])];
    const isBefore = !missing.first || (before !== null && before.s < windowOpensAt(contract));
    const isAfter = next === null || next.sample.s > contract.closesAt;
    if (!isBefore || !isAfter || firstBrokenSample(order.match_id, chain) !== -1) return 'wrong';
  }
  if (next === null) return 'right';
  // What nobody has published yet could still be made to fit.
  if (next.root === null) return 'later';
  return verdict(next.root.hour === hourOf(next.sample) && isUnder(next.sample, next, next.root));
}

const hourOf = ({ s }: TapeSample) => s - (s % TAPE_HOUR_MS);

function isUnder(sample: TapeSample, { place, path }: TapeProofView, root: TapeRootView): boolean {
  return isInTree(sample.hash, place, root.samples, path, root.root);
}

function isSettlement({ samples, contract, result, price, reason }: OptionReceiptView): boolean {
  const again = settle(samples, contract);
  const isPrice = again.price === null || price === null ? again.price === price : isSame(again.price, price);
  return again.result === result && again.reason === reason && isPrice;
}

function isPayment({ order, result }: OptionReceiptView): boolean {
  if (result === null) return false;
  const { paid, profit } = payoutOf(result, { stake: order.number, fee: order.fee, winnings: order.winnings });
  return isSame(paid, order.paid) && isSame(profit, order.fact_profits);
}
