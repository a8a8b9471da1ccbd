import { MantineProvider } from '@mantine/core';
import { focusManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { TaxReportView, TaxResultLineView } from '../../../../server/contract/wallet/taxes.dto';
import { speak, speakMore } from '../../../languages';
import { figuresWords } from '../../../languages/figures';
import * as api from '../../../platform/api';
import { TaxReport } from './tax-report';

jest.mock('../../../platform/api', () => ({ ...jest.requireActual('../../../platform/api'), get: jest.fn() }));
const get = jest.mocked(api.get);

const COIN = { currency: '', quantity: '0', proceeds: '0', cost: '0', gain: '0', unknown: 0 };
const REPORT: TaxReportView = {
  year: 2026,
  method: 'fifo',
  total: COIN,
  coins: [],
  results: [
    { section: 'income', reason: 'referral.rebate', info: 'Rebate', value: '6.5', lines: 3, unknown: 1 },
    { section: 'derivative', reason: 'futures.close', info: 'Contract closed', value: '-4', lines: 1, unknown: 0 },
  ],
  lines: [],
  line_count: 0,
};
const line = (journal: string, value: string | null): TaxResultLineView => ({
  at: Date.UTC(2026, 5, 1),
  journal,
  currency: 'USDT',
  quantity: value ?? '1',
  value,
});

beforeAll(async () => {
  await speak('en');
  await speakMore(figuresWords);
});

const realNow = Date.now;
/** How much later than it is it seems to be. */
let passed = 0;

beforeEach(() => {
  passed = 0;
  jest.spyOn(Date, 'now').mockImplementation(() => realNow() + passed);
  get.mockReset();
  get.mockImplementation(async (path, asked) => {
    if (path === 'taxes/report') return REPORT;
    if (path === 'taxes/journal') return [];
    return asked?.page === 1
      ? { lines: [line('903', '3.5'), line('902', null)], has_more: true }
      : { lines: [line('901', '1')], has_more: false };
  });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <TaxReport year={2026} years={[2026]} method="fifo" onChoose={() => undefined} />
      </QueryClientProvider>
    </MantineProvider>,
  );
});

afterEach(() => {
  focusManager.setFocused(undefined);
  jest.restoreAllMocks();
});

const times = (path: string) => get.mock.calls.filter(([asked]) => asked === path).length;
const asked = () => get.mock.calls.filter(([path]) => path === 'taxes/results').map(([, query]) => query);
const journals = () =>
  screen.queryAllByRole('button', { name: /^Journal entry/ }).map(({ textContent }) => textContent);

describe('a sum of the tax report', () => {
  it('opens to the journals that it is made of, the older ones on request, and closes again', async () => {
    const sum = await screen.findByRole('button', { name: /^Rebate/ });
    expect([sum.getAttribute('aria-expanded'), asked(), journals()]).toEqual(['false', [], []]);
    await userEvent.click(sum);
    await screen.findByText('Journal entry 903');
    expect(journals()).toEqual(['Journal entry 903', 'Journal entry 902']);
    await userEvent.click(screen.getByRole('button', { name: 'Show older lines' }));
    await screen.findByText('Journal entry 901');
    expect(journals()).toEqual(['Journal entry 903', 'Journal entry 902', 'Journal entry 901']);
    expect(screen.queryByRole('button', { name: 'Show older lines' })).toBeNull();
    expect(asked()).toEqual([1, 2].map((page) => ({ year: 2026, reason: 'referral.rebate', page, limit: 100 })));
    await userEvent.click(sum);
    expect(journals()).toEqual([]);
  });

  it('says how many lines it has, and each line leads to what its journal wrote', async () => {
    const sum = await screen.findByRole('button', { name: /^Rebate/ });
    expect(within(sum).getByText('Lines: 3')).toBeTruthy();
    await userEvent.click(sum);
    await userEvent.click(await screen.findByRole('button', { name: 'Journal entry 902' }));
    await screen.findByText('This entry wrote nothing in your accounts');
    expect(get).toHaveBeenCalledWith('taxes/journal', { id: '902' }, expect.anything());
  });

  it('is read again when it opens later than it was read, with the lines that are open already', async () => {
    await userEvent.click(await screen.findByRole('button', { name: /^Rebate/ }));
    await screen.findByText('Journal entry 903');
    expect([times('taxes/report'), times('taxes/results')]).toEqual([1, 1]);
    passed = 61_000;
    await userEvent.click(screen.getByRole('button', { name: /^Contract closed/ }));
    await waitFor(() => expect([times('taxes/report'), times('taxes/results')]).toEqual([2, 3]));
    expect(asked().map((query) => query?.reason)).toEqual(['referral.rebate', 'futures.close', 'referral.rebate']);
  });

  it('that is open is not read again by coming back to the page, but with the report', async () => {
    await userEvent.click(await screen.findByRole('button', { name: /^Rebate/ }));
    await screen.findByText('Journal entry 903');
    const comeBack = () =>
      act(async () => {
        focusManager.setFocused(false);
        focusManager.setFocused(true);
      });
    passed = 60_000;
    await comeBack();
    expect([times('taxes/report'), times('taxes/results')]).toEqual([1, 1]);
    passed = 301_000;
    await comeBack();
    await waitFor(() => expect([times('taxes/report'), times('taxes/results')]).toEqual([2, 2]));
  });
});
