import { Decimal } from '../../../../server/contract/decimal';
import type { OptionReceiptView } from '../../../../server/contract/trading/options.dto';
import { windowOpensAt } from '../../../../server/contract/rules/option-settlement.rules';

interface Dot {
  second: number;
  /** Place in the window, from 0 to 1. */
  share: number;
  value: number;
  isLeftOut: boolean;
}

/** A fifth is cut at each end, as in the settlement's own rule. */
const CUT_SHARE = 5;

/** What is drawn of an order's window; null when no sample is known. Numbers are for drawing only. */
export function drawnWindow({
  samples,
  contract,
  price,
}: Pick<OptionReceiptView, 'samples' | 'contract' | 'price'>): { dots: Dot[]; lowest: number; highest: number } | null {
  const [from, to] = [windowOpensAt(contract), contract.closesAt];
  const known = samples.flatMap(({ s, index, origin }) =>
    index !== null && origin === contract.rule.origin && s >= from && s <= to ? [{ s, index }] : [],
  );
  if (known.length === 0) return null;
  const ordered = [...known].sort((one, other) => new Decimal(one.index).comparedTo(other.index));
  const cut = Math.floor(known.length / CUT_SHARE);
  // A window without a price leaves nothing out: it was not settled.
  const leftOut = new Set(
    price === null ? [] : [...ordered.slice(0, cut), ...ordered.slice(ordered.length - cut)].map(({ s }) => s),
  );
  const values = [...known.map(({ index }) => Number(index)), Number(contract.entry)];
  return {
    dots: known.map(({ s, index }) => ({
      second: s,
      share: (s - from) / Math.max(1, to - from),
      value: Number(index),
      isLeftOut: leftOut.has(s),
    })),
    lowest: Math.min(...values),
    highest: Math.max(...values),
  };
}
