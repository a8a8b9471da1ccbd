/** Decimals that the change is kept to, beside the two of the percent itself. */
const DECIMALS = 18;
const HUNDREDTHS_OF_PERCENT = 10_000n;

/**
 * Change of `last` against `open` in percent: signed, two decimals, cut and not rounded, without the percent sign
 * (`+1.23`). Null when there is nothing to compare with. Both are positive decimal text.
 */
export function changePercent(open: string, last: string): string | null {
  const from = scaled(open);
  if (from <= 0n) return null;
  const hundredths = ((scaled(last) - from) * HUNDREDTHS_OF_PERCENT) / from;
  const size = hundredths < 0n ? -hundredths : hundredths;
  return `${hundredths < 0n ? '-' : '+'}${size / 100n}.${(size % 100n).toString().padStart(2, '0')}`;
}

function scaled(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.slice(0, DECIMALS).padEnd(DECIMALS, '0'));
}
