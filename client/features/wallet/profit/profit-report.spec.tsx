import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { dayAt } from '../../../../server/contract/rules/profit-days.rules';
import type { ProfitDayView, ProfitDaysView } from '../../../../server/contract/wallet/profit.dto';
import { speak, speakMore } from '../../../languages';
import { figuresWords } from '../../../languages/figures';
import * as api from '../../../platform/api';
import { ProfitReport } from './profit-report';
import { heatOf, monthBeside, spansOf, weeksOf, wholeOf } from './spans';

jest.mock('../../../platform/api', () => ({ ...jest.requireActual('../../../platform/api'), get: jest.fn() }));
// Drawn on a canvas, which the test has not; what it says in words stands beside it.
jest.mock('./equity-curve', () => ({ EquityCurve: () => null }));
const get = jest.mocked(api.get);

beforeAll(async () => {
  await speak('en');
  await speakMore(figuresWords);
});

const DAY_MS = 86_400_000;
const today = dayAt(Date.now());
const day = (before: number, values: Partial<ProfitDayView> = {}): ProfitDayView => ({
  day: dayAt(Date.parse(today) - before * DAY_MS),
  opening: '100',
  closing: '100',
  received: '0',
  given: '0',
  referral: '0',
  profit: '0',
  unpriced: [],
  ...values,
});

function show(days: ProfitDayView[], values: Partial<ProfitDaysView> = {}, before = () => undefined as unknown) {
  get.mockReset();
  before();
  get.mockResolvedValue({ account_type: 'real_account', account: 'all', today, is_behind: false, days, ...values });
  const onChoose = jest.fn();
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <ProfitReport account="all" range="days30" onChoose={onChoose} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return onChoose;
}

describe('profit by the day', () => {
  it('says what the time brought, in all and by day', async () => {
    show([day(1, { profit: '5.5', closing: '105.5' }), day(0, { opening: '105.5', profit: '-1', closing: '104.5' })]);
    const whole = await screen.findByRole('region', { name: 'Profit or loss' });
    expect(whole.textContent).toContain('+4.50 USDT');
    expect(whole.textContent).toContain('+4.50%');
    expect(whole.textContent).toContain('Worth at the beginning100.00 USDT');
    const rows = within(screen.getByRole('tabpanel', { name: 'Day' })).getAllByRole('listitem');
    expect(rows.map(({ textContent }) => textContent?.match(/[-+−]\d.*$/)?.[0])).toEqual(['-1.00', '+5.50']);
    await userEvent.click(screen.getByRole('tab', { name: 'Month' }));
    expect(within(screen.getByRole('tabpanel', { name: 'Month' })).getAllByRole('listitem').length).toBeLessThanOrEqual(
      2,
    );
  });

  it('names the coin whose price was not recorded, and guesses nothing', async () => {
    show([day(1), day(0, { closing: null, profit: null, unpriced: ['BTC'] })]);
    const row = await screen.findAllByText(/No recorded price of BTC/);
    expect(row.length).toBeGreaterThan(0);
    expect(screen.getAllByText('not known').length).toBeGreaterThan(0);
  });

  it('says each day of the calendar in words', async () => {
    show([day(0, { profit: '-12.5', closing: '87.5' })]);
    expect(await screen.findByLabelText(/: -12\.50 USDT$/)).toBeTruthy();
  });

  it('tells a loss of everything on the first day, after which nothing is left', async () => {
    show([day(1, { opening: '100', closing: '0', profit: '-100' }), day(0, { opening: '0', closing: '0' })]);
    expect((await screen.findByRole('region', { name: 'Profit or loss' })).textContent).toContain('-100.00 USDT');
    expect(screen.queryByText('Nothing happened on these days')).toBeNull();
  });

  it('has words for a time in which nothing was, and for one that is still added up', async () => {
    show([day(0, { opening: '0', closing: '0' })]);
    expect(await screen.findByText('Nothing happened on these days')).toBeTruthy();
    show([], { is_behind: true });
    expect(await screen.findByText(/still being added up/)).toBeTruthy();
  });

  it('says what went wrong and can be tried again', async () => {
    show([day(0)], {}, () => get.mockRejectedValueOnce(new api.CallFailed('refused', 'Not now')));
    expect(await screen.findByText('Not now')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('region', { name: 'Profit or loss' })).toBeTruthy();
  });

  it('says that a month of the calendar could not be read, and does not show days without profit instead', async () => {
    show([day(0, { profit: '-12.5', closing: '87.5' })]);
    await screen.findByLabelText(/: -12\.50 USDT$/);
    get.mockRejectedValueOnce(new api.CallFailed('refused', 'Not now'));
    await userEvent.click(screen.getByRole('button', { name: 'Month before' }));
    expect(await screen.findByText('Not now')).toBeTruthy();
  });

  it('asks for another account and another time', async () => {
    const onChoose = show([day(0)]);
    await userEvent.click(screen.getByRole('radio', { name: '90 days' }));
    expect(onChoose).toHaveBeenCalledWith({ account: 'all', range: 'days90' });
  });
});

describe('what the page works out', () => {
  it('weeks of a month begin on Monday, and months follow each other over the year', () => {
    const weeks = weeksOf('2026-02');
    expect(weeks).toHaveLength(5);
    expect(weeks[0]).toEqual([null, null, null, null, null, null, '2026-02-01']);
    expect(weeks.at(-1)?.at(-1)).toBeNull();
    expect([monthBeside('2026-01', -1), monthBeside('2025-12', 1)]).toEqual(['2025-12', '2026-01']);
  });

  it('the colour is as strong as the day among those of the month', () => {
    expect([null, '0', '1', '-30', '60', '-100'].map((profit) => heatOf(profit, 100))).toEqual([0, 0, 1, 2, 3, 4]);
  });

  it('all days are one, and their weeks keep the names of coins', () => {
    const days = [day(1, { unpriced: ['BTC'] }), day(0, { received: '50', closing: '160', unpriced: ['ETH', 'BTC'] })];
    expect(wholeOf(days)).toMatchObject({ profit: '10', received: '50', percent: '6.66', unpriced: ['BTC', 'ETH'] });
    expect(spansOf('all', days)[0]?.unpriced).toEqual(['BTC', 'ETH']);
    expect(wholeOf([])).toBeNull();
  });
});
