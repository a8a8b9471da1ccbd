import { describe, expect, it } from '@jest/globals';
import { fromUnits, toUnits } from '../../../contract/money.js';
import { BasisWindow, type MarkInputs, markPrice } from './mark-price.rules.js';

const HOUR_MS = 3_600_000;
const VECTOR: MarkInputs = {
  index: toUnits('60000'),
  fundingRate: toUnits('0.0001'),
  msToFunding: 4 * HOUR_MS,
  averageBasis: toUnits('12.5'),
  last: toUnits('60110'),
};

function mark(values: Partial<MarkInputs> = {}): string {
  return fromUnits(markPrice({ ...VECTOR, ...values }));
}

describe('the mark price (B.2)', () => {
  it('is the median of 60003, 60012.5 and 60110', () => {
    expect(mark()).toBe('60012.5');
  });

  it('is the funded index when that is in the middle', () => {
    expect(mark({ last: toUnits('59000') })).toBe('60003');
  });

  it('is the last price when that is in the middle', () => {
    expect(mark({ last: toUnits('60007') })).toBe('60007');
  });

  it('takes all of the funding eight hours before it, and none at its instant or later', () => {
    const funded = (msToFunding: number) =>
      mark({ msToFunding, averageBasis: toUnits('-100'), last: toUnits('70000') });
    expect([funded(8 * HOUR_MS), funded(0), funded(-5000)]).toEqual(['60006', '60000', '60000']);
  });

  it('is the index where there is no book', () => {
    expect(mark({ averageBasis: null })).toBe('60000');
  });

  it('does without a last price', () => {
    expect(mark({ last: null })).toBe('60003');
  });
});

describe('the average basis', () => {
  it('is the mean of the last 150 s', () => {
    const window = new BasisWindow();
    for (let second = 0; second <= 300; second += 1) window.add(second * 1000, BigInt(second) * 1000n);
    // Seconds 151 to 300.
    expect(window.average(300_000)).toBe(225_500n);
  });

  it('is unknown without samples, or with old ones only', () => {
    const window = new BasisWindow();
    expect(window.average(0)).toBeNull();
    window.add(0, 5n);
    expect(window.average(149_999)).toBe(5n);
    expect(window.average(150_000)).toBeNull();
  });
});
