/** A whole number of the smallest units as decimal text: 123456 at scale 2 is `1234.56`. */
export function ticksToText(ticks: number | bigint, scale: number): string {
  const digits = String(ticks);
  if (scale === 0) return digits;
  const padded = digits.length > scale ? digits : digits.padStart(scale + 1, '0');
  return `${padded.slice(0, -scale)}.${padded.slice(-scale)}`;
}
