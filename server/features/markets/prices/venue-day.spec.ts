import { toUnits } from '../../../contract/money.js';
import { VenueDay } from './venue-day.js';

const DAY = { open24h: '100', high24h: '110', low24h: '90', volume24h: '5', quoteVolume24h: '500' };
const WRONG = { ...DAY, high24h: '1100' };

let day: VenueDay;
beforeEach(() => {
  day = new VenueDay(toUnits('0.05'));
});
const high = () => day.figures?.high ?? null;

it('shows what the venue says of its day, as it moves', () => {
  expect(day.figures).toBeNull();
  day.hear(DAY, 0);
  expect(day.figures).toEqual({
    open: '100',
    high: '110',
    low: '90',
    volume: '5',
    quoteVolume: '500',
    windowMs: 86_400_000,
  });
  day.hear({ ...DAY, high24h: '115' }, 100);
  expect(high()).toBe('115');
});

it.each([
  ['a high below the low', { high24h: '80' }],
  ['a low of nothing', { low24h: '0' }],
  ['an open outside', { open24h: '111' }],
  ['a word', { low24h: 'ninety' }],
  ['a volume below nothing', { volume24h: '-1' }],
])('keeps what was said before at %s', (_, fields) => {
  day.hear(DAY, 0);
  day.hear({ ...DAY, ...fields }, 100);
  expect(day.figures).toMatchObject({ open: '100', high: '110', low: '90', volume: '5' });
});

it.each(['open24h', 'high24h', 'low24h'] as const)('does not show one message in which %s leaps', (field) => {
  day.hear(DAY, 0);
  const leap = { open24h: '108', high24h: '1100', low24h: '9' }[field];
  for (const at of [1000, 3000, 5000, 9000]) {
    day.hear({ ...DAY, [field]: leap }, at);
    day.hear(DAY, at + 100);
    expect(day.figures).toMatchObject({ open: '100', high: '110', low: '90' });
  }
});

it('believes a leap that was said three times in three seconds, and nothing else', () => {
  day.hear(DAY, 0);
  day.hear(WRONG, 1000);
  day.hear(WRONG, 3999);
  day.hear(WRONG, 3999);
  expect(high()).toBe('110');
  day.hear(WRONG, 4000);
  expect(high()).toBe('1100');
});
