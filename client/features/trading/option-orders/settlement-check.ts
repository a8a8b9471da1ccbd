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

export const CHECKS = ['rule', 'entry', 'chain', 'tape', 'root', 'settlement', 'payment'] as const;
export type Check = (typeof CHECKS)[number];

const SECOND_MS = 1000;
const QUOTE_VALID_MS = 3000;

/** `later`: what it needs is not published yet; `unread`: it could not be read. */
export type Verdict = 'right' | 'wrong' | 'later' | 'unread';

/** What is public about the order's seconds, asked for apart from the receipt. Null: it could not be read. */
export interface PublicRecord {
  /** The window's samples. */
  samples: readonly TapeSample[] | null;
  /** The published root of the last sample's hour; `none` while there is none. */
  root: TapeRootView | 'none' | null;
  /** The public proof of the entry's sample. */
  entry: TapeProofView | null;
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
  return {
    rule: verdict(isRule(receipt)),
    entry: entryVerdict(receipt, known.entry),
    chain: verdict(isChain(receipt)),
    tape: tapeVerdict(receipt, known.samples),
    root: rootVerdict(receipt, known),
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

/** The entry is the rounded index of the named second, and the tape has that second so, in the receipt and in public. */
function entryVerdict(receipt: OptionReceiptView, proof: TapeProofView | null): Verdict {
  const { entrySample, entryAt, entryIndex, contract, order } = receipt;
  if (
    entrySample === null ||
    entrySample.s !== entryAt ||
    entrySample.index === null ||
    !isSame(entrySample.index, entryIndex) ||
    !isSame(roundedPrice(entryIndex, contract.rule.decimals), contract.entry) ||
    firstBrokenSample(order.match_id, [entrySample]) !== -1
  )
    return 'wrong';
  if (proof === null) return 'unread';
  if (proof.sample.hash !== entrySample.hash) return 'wrong';
  // Before its hour is sealed the chain alone holds it.
  return proof.root === null ? 'right' : verdict(isUnder(entrySample, proof, proof.root));
}

function isChain({ order, samples }: OptionReceiptView): boolean {
  return firstBrokenSample(order.match_id, samples) === -1;
}

function tapeVerdict({ samples }: OptionReceiptView, known: readonly TapeSample[] | null): Verdict {
  if (known === null) return 'unread';
  return verdict(known.length === samples.length && known.every(({ hash }, place) => hash === samples[place]?.hash));
}

/** The last sample is under the root that is published, and the chain leads from it to all others; so none is left out at an end. */
function rootVerdict(receipt: OptionReceiptView, known: PublicRecord): Verdict {
  const ends = endsVerdict(receipt, known);
  const last = receipt.samples.at(-1);
  if (ends !== 'right' || last === undefined) return ends;
  const { proof } = receipt;
  if (known.root === null) return 'unread';
  if (known.root === 'none') return 'later';
  if (proof === null) return 'wrong';
  return verdict(known.root.hour === hourOf(last) && isUnder(last, proof, known.root));
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
