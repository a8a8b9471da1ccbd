import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { MarkPriceView } from '../../../contract/markets/markets.dto.js';
import { aMarket } from '../../../test/factories/markets.js';
import { LeadershipTerm, type TermTools } from './leadership-term.js';

/** What a leadership term keeps of the marks that it publishes. */
const SECOND = Date.UTC(2026, 0, 5, 12, 0, 10);
const MARKETS = [
  aMarket({ id: 1, symbol: 'BTC/USDT' }),
  aMarket({ id: 3, symbol: 'USDC/USDT', option: false, perpetual: false, perpetualInstrument: null }),
  aMarket({ id: 4, symbol: 'OLD/USDT', option: false, perpetual: false, perpetualInstrument: null }),
  aMarket({ id: 9, symbol: 'IDLE/USDT', option: false, perpetual: false, spot: false }),
];
/** Markets with something open of what was switched off there. */
const OPEN = new Set([4]);

let now: number;
let taped: [marketId: number, second: number][];

beforeEach(() => {
  [now, taped] = [SECOND, []];
});

function term(): LeadershipTerm {
  const markOf = (symbol: string): MarkPriceView => ({
    symbol,
    mark: '1',
    index: '1',
    last: '1',
    indexState: 'ok',
    method: 'constituents',
    constituents: [],
    fundingRate: null,
    nextFundingAt: null,
    sampledAt: now,
  });
  const engine = {
    pricing: (symbol: string) => ({ market: MARKETS.find((market) => market.symbol === symbol), origin: 'live' }),
    beat: () => ({ changes: { marks: MARKETS.map(({ symbol }) => markOf(symbol)) }, bars: [] }),
  };
  const tape = {
    add: (samples: { marketId: number; content: { s: number } }[]) =>
      taped.push(...samples.map(({ marketId, content }): [number, number] => [marketId, (content.s - SECOND) / 1000])),
    write: async () => true,
  };
  const settling = {
    has: ({ id, option, perpetual }: (typeof MARKETS)[number]) => option || perpetual || OPEN.has(id),
  };
  const tools = { engine, tape, settling, publisher: { publish: jest.fn() }, recorder: {}, logger: {}, now: () => now };
  const lease = { token: '1', isCurrent: async () => true, lost: jest.fn() };
  return new LeadershipTerm(lease, [], [], tools as unknown as TermTools);
}

describe('a beat', () => {
  it('puts each second of what futures are decided from on the tape, and each tenth of a market of spot alone', () => {
    const running = term();
    for (let second = 0; second <= 10; second += 1) {
      now = SECOND + second * 1000 + 400;
      running.beat();
    }
    expect(taped.filter(([id]) => id === 1).map(([, second]) => second)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(taped.filter(([id]) => id === 3).map(([, second]) => second)).toEqual([0, 10]);
    expect(taped.filter(([id]) => id === 4).map(([, second]) => second)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(taped.some(([id]) => id === 9)).toBe(false);
  });
});
