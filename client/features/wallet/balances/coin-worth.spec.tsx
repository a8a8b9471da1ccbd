import { act, render } from '@testing-library/react';
import { speak } from '../../../languages';
import { changePreferences } from '../../../platform/preferences';
import { serverNow } from '../../../platform/server-clock';
import { connection } from '../../../platform/socket';
import { CoinWorth } from './coin-worth';
import type { Quote } from './holdings';

beforeAll(async () => {
  changePreferences({ language: 'en' });
  await speak('en');
});
beforeEach(() => act(() => connection.set({ state: 'live', since: serverNow(), heardAt: null })));

const quote = (pricedAt: number, price = '50'): Quote => ({
  price,
  age: { status: 'live', reason: null, origin: 'live', pricedAt },
});

it.each<[string, string, Quote | undefined, string, boolean]>([
  ['is of now', '2', quote(serverNow()), '≈ 100.00 USDT', false],
  ['is by an old price', '2', quote(serverNow() - 30_000), '≈ 100.00 USDT', true],
  ['is of nothing, which no price changes', '0', quote(serverNow() - 30_000), '≈ 0.00 USDT', false],
  ['is of the unit itself', '2', { price: '1', age: null }, '≈ 2.00 USDT', false],
  ['is not known', '2', undefined, 'No price', false],
])('what a coin is worth %s', (_name, amount, known, words, isDimmed) => {
  const { container } = render(<CoinWorth amount={amount} quote={known} />);
  expect(container.textContent?.replaceAll('\u00a0', ' ')).toBe(words);
  expect(container.querySelector('[data-dimmed]') !== null).toBe(isDimmed);
});
