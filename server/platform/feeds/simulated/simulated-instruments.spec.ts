import { instrumentKey } from '../feed.js';
import { simulatedInstruments } from './simulated-instruments.js';

const PERPETUAL = {
  symbol: 'BTC/USDT',
  category: 'crypto',
  perpetual: true,
  priceInstrument: 'bybit:spot:BTCUSDT',
  perpetualInstrument: 'bybit:linear:BTCUSDT',
  priceScale: 2,
  quantityScale: 6,
  simulatedPrice: '65100',
} as const;

const GOLD = {
  priceInstrument: 'simulated-a:commodity:GOLDUSDT',
  perpetualInstrument: 'simulated-a:linear:GOLDUSDT',
};

describe('simulated instruments of a market', () => {
  it.each([
    [PERPETUAL, 'linear', 'spot', true],
    [{ ...PERPETUAL, symbol: 'USDC/USDT', perpetual: false }, 'spot', 'spot', false],
    [{ ...PERPETUAL, symbol: 'AAPL/USD', category: 'stock', perpetual: false } as const, 'stock', 'stock', false],
    [{ ...PERPETUAL, ...GOLD, symbol: 'GOLD/USDT', category: 'commodity' } as const, 'linear', 'commodity', true],
    [{ ...PERPETUAL, perpetualInstrument: PERPETUAL.priceInstrument }, 'spot', 'spot', true],
    [{ ...PERPETUAL, perpetualInstrument: null }, 'spot', 'spot', false],
  ])('of $symbol: contracts as %s, the pair and its index as %s', (market, traded, indexed, contracts) => {
    const symbol = market.symbol.replace('/', '');
    const sources = simulatedInstruments(market);
    expect(sources.priceInstrument).toBe(`simulated-a:${indexed}:${symbol}`);
    expect(sources.perpetualInstrument).toBe(contracts ? `simulated-a:${traded}:${symbol}` : null);
    expect(sources.markInstrument).toBe(sources.perpetualInstrument);
    expect(sources.constituents).toEqual(
      ['a', 'b', 'c'].map((venue) => ({ instrument: `simulated-${venue}:${indexed}:${symbol}`, weight: '1' })),
    );
    expect(sources.constituentsMin).toBe(3);
  });

  it('names every instrument that the feed must play for it, with its opening hours', () => {
    const openAt = (now: number) => now > 0;
    for (const market of [PERPETUAL, { ...PERPETUAL, perpetual: false }]) {
      const { instruments, perpetualInstrument, constituents } = simulatedInstruments(market, openAt);
      const pair = constituents[0]?.instrument;
      const played = instruments.map((each) => instrumentKey({ ...each, venue: 'simulated-a' }));
      expect(new Set(played)).toEqual(new Set([perpetualInstrument ?? pair, pair]));
      expect(played).toHaveLength(new Set(played).size);
      expect(instruments.every((each) => each.openAt === openAt && each.startPrice === '65100')).toBe(true);
    }
  });
});
