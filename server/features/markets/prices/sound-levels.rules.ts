import { isDecimalText, toUnits, UNIT } from '../../../contract/money.js';
import { distance } from './tick-guard.rules.js';

type Level = readonly [price: string, quantity: string];

/**
 * The levels of one side from the best on, at most `most`, up to the first that is not in order: no price or no quantity, not behind
 * the one before it, or further than the band from the best one. What lies behind such a level is not known.
 */
export function soundLevels<L extends Level>(
  levels: readonly L[],
  side: 'bids' | 'asks',
  band: bigint,
  most: number,
): L[] {
  const sound: L[] = [];
  let best: bigint | null = null;
  let before = 0n;
  for (const level of levels.slice(0, most)) {
    const price = positiveUnits(level[0]);
    if (price === null || positiveUnits(level[1]) === null) break;
    best ??= price;
    const isBehind = sound.length === 0 || (side === 'bids' ? price < before : price > before);
    if (!isBehind || distance(price, best) * UNIT > band * best) break;
    sound.push(level);
    before = price;
  }
  return sound;
}

function positiveUnits(text: unknown): bigint | null {
  if (!isDecimalText(text)) return null;
  const units = toUnits(text);
  return units > 0n ? units : null;
}
