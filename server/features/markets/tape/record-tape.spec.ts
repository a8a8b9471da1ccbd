import { describe, expect, it } from '@jest/globals';
import { isTaped } from './record-tape.js';

const SECOND = Date.UTC(2026, 0, 5, 12, 0, 10);
const seconds = ({ spot, isSettling }: { spot: boolean; isSettling: boolean }, offset = 0) =>
  Array.from({ length: 20 }, (_, place) => place).filter((place) =>
    isTaped({ spot }, { sampledAt: SECOND + place * 1000 + offset }, isSettling),
  );

describe('on the tape is', () => {
  it.each([true, false])('each second of a market that something is decided from, with spot (%s) or not', (spot) => {
    expect(seconds({ spot, isSettling: true })).toHaveLength(20);
    expect(seconds({ spot, isSettling: true }, 999)).toHaveLength(20);
  });

  it('each tenth second of a market of spot alone, whenever in the second it was sampled', () => {
    for (const offset of [0, 999]) expect(seconds({ spot: true, isSettling: false }, offset)).toEqual([0, 10]);
  });

  it('nothing of a market in which nothing is traded', () => {
    expect(seconds({ spot: false, isSettling: false })).toEqual([]);
  });
});
