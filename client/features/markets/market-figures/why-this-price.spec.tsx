import { act, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import type { MarkPriceView } from '../../../../server/contract/markets/markets.dto';
import { speak } from '../../../languages';
import { changePreferences } from '../../../platform/preferences';
import { serverNow } from '../../../platform/server-clock';
import type { Market } from '../market-list';
import { WhyThisPrice } from './why-this-price';

jest.mock('../../../platform/use-channel', () => ({
  ...jest.requireActual('../../../platform/use-channel'),
  useChannel: () => view,
}));
jest.mock('../../../ui/sheet', () => ({ Sheet: ({ children }: { children: ReactNode }) => <div>{children}</div> }));

const market = { symbol: 'BTC/USDT', base: 'BTC', quote: 'USDT', priceDecimals: 2 } as Market;
const sampled = (ago: number, part: Partial<MarkPriceView> = {}): MarkPriceView => ({
  symbol: 'BTC/USDT',
  mark: '60012.5',
  index: '60000',
  last: '60010',
  indexState: 'ok',
  method: 'constituents',
  constituents: [
    { venue: 'one', price: '60000', weight: '1', ageMs: 1250, used: true, reason: null },
    { venue: 'two', price: '61000', weight: '1', ageMs: 90_000, used: false, reason: 'outlier' },
  ],
  fundingRate: null,
  nextFundingAt: null,
  sampledAt: serverNow() - ago,
  ...part,
});
let view: { state: MarkPriceView | null; status: string; at: number; refusal: null };
const shown = (state: MarkPriceView | null, status = 'live') => {
  view = { state, status, at: 0, refusal: null };
};
const tree = () => <WhyThisPrice market={market} opened onClose={() => undefined} />;
const figures = () => screen.getByText('60,012.50').closest('dl');

beforeAll(async () => {
  changePreferences({ language: 'en' });
  await speak('en');
});

it('says of a sample of now how sound it is, what was used, and how old each price is', () => {
  shown(sampled(500));
  render(tree());
  expect(screen.getByText('The index is sound')).toBeTruthy();
  expect([screen.getByText('Used'), screen.getByText('Too far off, left out'), screen.getByText('1.2 s')]).toHaveLength(
    3,
  );
  expect(figures()?.getAttribute('data-dimmed')).toBeNull();
});

it.each([
  ['that was sampled long ago, though its stream says nothing of it', 30_000, 'live', 'Delayed 30 s'],
  ['whose stream was interrupted', 4000, 'updating', 'Delayed 4 s'],
  ['whose stream is not answered', 4000, 'unanswered', 'Delayed 4 s'],
  ['that is minutes old', 132_000, 'updating', 'Delayed 2 min'],
  ['that is hours old', 11_536_000, 'updating', 'Delayed 3 hr'],
])('says of one %s only how old it is', (_name, ago, status, words) => {
  shown(sampled(ago), status);
  render(tree());
  expect(screen.getByText(words)).toBeTruthy();
  for (const part of [figures(), screen.getByRole('table')]) expect(part?.getAttribute('data-dimmed')).toBe('true');
  // What was judged then is no judgement of now.
  for (const judged of ['The index is sound', 'Used', 'Too far off, left out', '1.2 s', '90.0 s'])
    expect(screen.queryByText(judged)).toBeNull();
  expect(screen.getByText('60,012.50')).toBeTruthy();
});

it('grows old while it is looked at', () => {
  jest.useFakeTimers();
  try {
    shown(sampled(0));
    render(tree());
    expect(figures()?.getAttribute('data-dimmed')).toBeNull();
    act(() => {
      jest.advanceTimersByTime(12_000);
    });
    expect(figures()?.getAttribute('data-dimmed')).toBe('true');
    expect(screen.queryByText('The index is sound')).toBeNull();
  } finally {
    jest.useRealTimers();
  }
});
