import { describe, expect, it } from '@jest/globals';
import { isTaped } from './record-tape.js';

const SECOND = Date.UTC(2026, 0, 5, 12, 0, 10);
const NONE = { spot: false, option: false, perpetual: false };
const seconds = (market: Parameters<typeof isTaped>[0], offset = 0) =>
  Array.from({ length: 20 }, (_, place) => place).filter((place) =>
    isTaped(market, { sampledAt: SECOND + place * 1000 + offset }),
  );

describe('on the tape is', () => {
  it.each([
    ['options', { ...NONE, option: true }],
    ['contracts', { ...NONE, perpetual: true }],
    ['all', { spot: true, option: true, perpetual: true }],
  ])('each second of a market with %s', (_what, market) => {
    expect(seconds(market)).toHaveLength(20);
    expect(seconds(market, 999)).toHaveLength(20);
  });

  it('each tenth second of a market of spot alone, whenever in the second it was sampled', () => {
    for (const offset of [0, 999]) expect(seconds({ ...NONE, spot: true }, offset)).toEqual([0, 10]);
  });

  it('nothing of a market in which nothing is traded', () => {
    expect(seconds(NONE)).toEqual([]);
  });
});
