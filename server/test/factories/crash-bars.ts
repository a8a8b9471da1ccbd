import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sharedFile } from '../recordings.js';

/** A bar of an exchange. */
export interface Bar {
  open: number;
  high: number;
  low: number;
  close: number;
}

/** Markets that the recorded crashes are of. */
const MARKETS: Readonly<Record<string, number>> = { BTCUSDT: 1, ETHUSDT: 2, DOGEUSDT: 4 };

/** Whole numbers below a bound, the same in every run. */
export function randomFrom(start: number): (below: number) => number {
  let state = start;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 0x1_0000_0000) * below);
  };
}

/** The names of all recorded crashes, `2h-2020-03-12-crash`, those with long bars first; none where the recordings are absent. */
export function crashWindows(): string[] {
  const file = sharedFile('crash_windows/BTCUSDT-2h-2020-03-12-crash.csv');
  if (!file) return [];
  const names = readdirSync(join(file, '..')).flatMap((name) => /^[A-Z]+-(.+)\.csv$/.exec(name)?.[1] ?? []);
  return [...new Set(names)].sort((a, b) => Number(a < b) - Number(a > b));
}

/** The bars of a crash by market. Where one market has fewer, its last bar stands for those that are missing. */
export function crashBars(window: string): Map<number, Bar[]> {
  const bars = new Map<number, Bar[]>();
  for (const [symbol, marketId] of Object.entries(MARKETS)) {
    const file = sharedFile(`crash_windows/${symbol}-${window}.csv`);
    if (file) bars.set(marketId, barsOf(file));
  }
  return bars;
}

function barsOf(file: string): Bar[] {
  const [, ...lines] = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => {
    const [, open, high, low, close] = line.split(',').map(Number);
    return { open: open as number, high: high as number, low: low as number, close: close as number };
  });
}

/** Prices inside the bar's range that touch both its ends; two samples stay at the low. */
export function walk({ open, high, low, close }: Bar, samples: number, random: (below: number) => number): number[] {
  const turns = random(2) === 0 ? [open, low, high, close] : [open, high, low, close];
  const prices: number[] = [];
  for (let step = 0; step < samples; step += 1) {
    const way = (step / (samples - 1)) * 3;
    const leg = Math.min(2, Math.floor(way));
    const [from, to] = [turns[leg] as number, turns[leg + 1] as number];
    const noise = ((random(2001) - 1000) / 1000) * (high - low) * 0.05;
    prices.push(Math.min(high, Math.max(low, from + (to - from) * (way - leg) + noise)));
  }
  return [...prices, low, low, high];
}
