import type { OptionOrderView } from '../../../../server/contract/trading/options.dto';
import { standOf } from './standing';
import { IndexSeconds } from './window-samples';

const ORDER = {
  direction: 'rise',
  open_price: '100',
  even_band: '0',
  price_decimals: 2,
  number: '10',
  fee: '0.1',
  winnings: '8',
  window_from_ms: 60_000,
  closes_at_ms: 65_000,
} as OptionOrderView;

/** The index of each second of the window, the first at its begin. */
function secondsOf(...prices: string[]): IndexSeconds {
  const seconds = new IndexSeconds();
  for (const [place, price] of prices.entries()) seconds.put(ORDER.window_from_ms + place * 1000, price);
  return seconds;
}

describe('how an open order stands', () => {
  it.each([
    ['by the index before its window', '101', [], 59_000, 'ahead'],
    ['by the index before its window', '99', [], 59_000, 'behind'],
    ['by the index before its window', '100', [], 59_000, 'level'],
    ['not where nobody vouches for the index', null, [], 59_000, null],
    // The mean of 99 and 103, whatever the index is.
    ['by the mean so far in its window', '50', ['99', '103'], 62_000, 'ahead'],
    ['not before the first second of its window', '101', [], 60_000, null],
    ['as one that is being settled after its close', '101', ['99'], 65_001, 'settling'],
  ] as const)('is said %s', (_, index, prices, now, stand) => {
    expect(standOf(ORDER, { index, seconds: secondsOf(...prices) }, now)).toBe(stand);
  });

  it('depends on which way it was bought', () => {
    const live = { index: '101', seconds: secondsOf() };
    expect(standOf({ ...ORDER, direction: 'fall' }, live, 59_000)).toBe('behind');
  });
});
