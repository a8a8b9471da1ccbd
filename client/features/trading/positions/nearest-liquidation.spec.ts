import type { FuturesPositionView } from '../../../../server/contract/trading/futures.dto';
import type { LiveFigures } from '../futures-account';
import { nearestLiquidation } from './nearest-liquidation';

const SYMBOL = 'BTC/USDT';
const position = (positionId: string, part: Partial<FuturesPositionView> = {}) =>
  ({ positionId, market: SYMBOL, status: 1, ...part }) as FuturesPositionView;
const figures = (distance: string | null, isReached = false) => ({ distance, isReached }) as LiveFigures;
const nearest = (positions: readonly FuturesPositionView[], known: Record<string, LiveFigures>): string | undefined =>
  nearestLiquidation(positions, new Map(Object.entries(known)), SYMBOL)?.position.positionId;

describe('the liquidation that is nearest', () => {
  it.each([
    ['the one with the smallest distance, counted as numbers', { a: figures('10.00'), b: figures('9.50') }, 'b'],
    ['one that is reached before every other', { a: figures('0.10'), b: figures(null, true) }, 'b'],
    ['one that has a price before one that has none', { a: figures(null), b: figures('80.00') }, 'b'],
    ['the only one, though it has no price', { a: figures(null) }, 'a'],
    ['none while no figures are known', {}, undefined],
  ])('is %s', (_words, known, found) => {
    expect(nearest([position('a'), position('b')], known)).toBe(found);
  });

  it('is of this market, and of what is held', () => {
    const known = { a: figures('1.00'), b: figures('2.00'), c: figures('3.00') };
    const positions = [position('a', { market: 'ETH/USDT' }), position('b', { status: 0 }), position('c')];
    expect(nearest(positions, known)).toBe('c');
  });
});
