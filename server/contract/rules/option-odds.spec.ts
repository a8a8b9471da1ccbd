import { breakEvenRate, hasMoved, isEvenFair, moveBound, windowSeconds } from './option-settlement.rules.js';

/** Two seconds of a walk, the tape's mean of two minutes, and the exact odds of what was bought then: no settlement is drawn by lot. */
const WALKS = 4000;
const ENTRY = 50_000;
const FEE = '0.01';
const TERMS = [
  { seconds: 60, payoutRatio: '0.80', moveRatio: '0.0001' },
  { seconds: 300, payoutRatio: '0.85', moveRatio: '0.0002' },
  { seconds: 900, payoutRatio: '0.90', moveRatio: '0.0003' },
];

/** The same numbers at every run (mulberry32), as a normal distribution. */
function normals(seed: number): () => number {
  let state = seed;
  const uniform = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
}

/** Φ, by its series. */
function below(value: number): number {
  if (Math.abs(value) > 6) return value > 0 ? 1 : 0;
  let [term, sum] = [value, value];
  for (let n = 1; n < 150; n += 1) {
    term *= (value * value) / (2 * n + 1);
    sum += term;
  }
  return 0.5 + (sum * Math.exp((-value * value) / 2)) / Math.sqrt(2 * Math.PI);
}

interface Bought {
  /** Of a stake, on average. */
  gain: number;
  refused: number;
}

/** Who chooses confirms after three seconds what the venues have left by a second's usual movement or more; who does not, at any time. */
function buy(term: (typeof TERMS)[number], sigma: number, chooses: boolean, usesMovement = true): Bought {
  const next = normals(20_261_130);
  const { seconds, payoutRatio } = term;
  const [payout, fee] = [Number(payoutRatio), Number(FEE)];
  let [gain, filled, asked] = [0, 0, 0];
  for (let walk = 0; walk < WALKS; walk += 1) {
    let movement = 0;
    for (let second = 0; second < 120; second += 1) movement += (Math.abs(next()) * sigma) / 120;
    const waits = chooses ? 3 : 1 + (walk % 2);
    let lead = 0;
    for (let second = 0; second < waits; second += 1) lead += next() * sigma;
    if (chooses && lead < sigma) continue;
    asked += 1;
    // The first index after the acceptance, which nobody has seen.
    lead += next() * sigma * Math.SQRT1_2;
    const odds = { ...term, entry: String(ENTRY), feeRatio: FEE, movement: usesMovement ? movement.toFixed(8) : null };
    if (hasMoved(String(ENTRY), (ENTRY + lead).toFixed(8), moveBound(odds))) continue;
    filled += 1;
    const wins = below(lead / (sigma * Math.sqrt(seconds - waits - 1 - (windowSeconds(seconds) * 2) / 3)));
    gain += wins * payout - (1 - wins) - fee;
  }
  return { gain: gain / filled, refused: 1 - filled / asked };
}

describe.each(TERMS)('an order of $seconds s', (term) => {
  it.each([
    ['calm', 0.4],
    ['normal', 2.5],
    ['wild', 12],
  ])('gains nothing by choosing among quotes in a %s market', (_name, sigma) => {
    expect(buy(term, sigma, true).gain).toBeLessThanOrEqual(0);
    const honest = buy(term, sigma, false);
    // The house's margin at even odds, and no more: what is refused is refused to both sides.
    expect(honest.gain).toBeCloseTo(Number(term.payoutRatio) / 2 - 0.5 - Number(FEE), 1);
  });

  it('is mostly taken where nobody chooses: of a minute three in five, of longer terms five in six', () => {
    for (const sigma of [0.4, 2.5])
      expect(buy(term, sigma, false).refused).toBeLessThan(term.seconds === 60 ? 0.45 : 1 / 6);
  });
});

it('by the fraction of the product alone choosing gained in a calm market', () => {
  expect(buy(TERMS[0] as (typeof TERMS)[number], 0.4, true, false).gain).toBeGreaterThan(0.05);
});

describe('even', () => {
  const payoutRatio = '3';
  const fair = (sigma: number, band: number, tick = '0.01') =>
    isEvenFair(String(band), tick, {
      payoutRatio,
      feeRatio: FEE,
      seconds: 60,
      movement: (sigma * Math.sqrt(2 / Math.PI)).toFixed(8),
    });

  it('is offered only where it wins no more often than it must, however calm the market is', () => {
    const breakEven = Number(breakEvenRate(payoutRatio, FEE));
    const offered = [0.1, 0.4, 1, 2, 2.5, 4, 8, 12].filter((sigma) => fair(sigma, 5));
    expect(offered).toEqual([2.5, 4, 8, 12]);
    const wins = (sigma: number) => 2 * below(5 / (sigma * Math.sqrt(60 - 10 / 3))) - 1;
    for (const sigma of offered) expect(wins(sigma)).toBeLessThanOrEqual(breakEven);
    // In a calm market four of five would have won, at a payout of three.
    expect(wins(0.4)).toBeGreaterThan(0.8);
  });

  it('is not offered where a tick is as coarse as the usual movement', () => {
    expect(fair(2.5, 0)).toBe(true);
    expect(fair(2.5, 0, '20')).toBe(false);
  });
});
