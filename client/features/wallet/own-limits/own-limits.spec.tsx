import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import type { OwnLimitsView, OwnLimitView, StayView } from '../../../../server/contract/wallet/own-limits.dto';
import { LIMITS } from '../../../../server/contract/rules/own-limits.rules';
import { speak, speakMore } from '../../../languages';
import { limitsWords } from '../../../languages/limits';
import { CallFailed } from '../../../platform/api';
import { ownStay } from '../../../platform/own-break';
import { OwnLimits } from './own-limits';
import * as api from './own-limits.api';
import RealityCheck from './reality-check.late';

jest.mock('./own-limits.api', () => ({
  ...jest.requireActual('./own-limits.api'),
  setLimit: jest.fn(),
  callBack: jest.fn(),
  takeBreak: jest.fn(),
  chooseCheck: jest.fn(),
  acknowledge: jest.fn(),
}));
const { setLimit, callBack, takeBreak, chooseCheck, acknowledge } = jest.mocked(api);

const AT = Date.UTC(2026, 4, 6, 7, 8, 9);

beforeAll(async () => {
  await speak('en');
  await speakMore(limitsWords);
});
beforeEach(() => jest.resetAllMocks());

function state(more: Partial<OwnLimitsView> = {}, daily: Partial<OwnLimitView> = {}): OwnLimitsView {
  const limits = LIMITS.map(({ kind, period }) => ({
    kind,
    period,
    amount: null,
    used: null,
    pending: null,
    ...(kind === 'stake' && period === 'day' ? daily : {}),
  }));
  const none = { break_until: null, excluded_until: null, check_minutes: 0, counted_since: null };
  return { limits, ...none, changes: [], breaks: [], ...more };
}

const STAY: StayView = {
  due: true,
  due_in: 0,
  check_minutes: 15,
  minutes: 47,
  today_minutes: 80,
  result: '-12.345',
  break_until: null,
  excluded_until: null,
};

function show(view: OwnLimitsView, stay: StayView | null = null): void {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  client.setQueryData(api.ownLimits.queryKey, view);
  if (stay) client.setQueryData(ownStay.queryKey, stay);
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <MemoryRouter>{stay ? <RealityCheck /> : <OwnLimits />}</MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const open = (act: 'Set' | 'Change') => press(`${act}: Stakes, A day`);

describe('the limits of a user', () => {
  it('say what is used of each, and that there is none', () => {
    show(state({}, { amount: '500', used: '120.5' }));
    const card = screen.getByRole('region', { name: 'Stakes' });
    expect(within(card).getByText('120.5 of 500 USDT used')).toBeTruthy();
    expect(within(card).getAllByText('No limit')).toHaveLength(2);
    expect(within(card).getByRole('progressbar').getAttribute('value')).toBe('120.5');
  });

  it('are set, and the reply is shown', async () => {
    show(state());
    setLimit.mockResolvedValue(state({}, { amount: '200', used: '0' }));
    await open('Set');
    await userEvent.type(screen.getByLabelText('Limit'), '200');
    expect(screen.getByText('This holds at once.')).toBeTruthy();
    await press('Save');
    expect(setLimit).toHaveBeenCalledWith(expect.objectContaining({ kind: 'stake', period: 'day' }), '200');
    expect(await screen.findByText('0 of 200 USDT used')).toBeTruthy();
  });

  it.each(['', 'abc', '0', '1.234', '-5'])('refuse %j at the field, and send nothing', async (typed) => {
    show(state());
    await open('Set');
    if (typed !== '') await userEvent.type(screen.getByLabelText('Limit'), typed);
    await press('Save');
    expect(setLimit).not.toHaveBeenCalled();
  });

  it('say before that a looser one holds a day later', async () => {
    show(state({}, { amount: '200', used: '0' }));
    await open('Change');
    const field = screen.getByLabelText<HTMLInputElement>('Limit');
    expect(field.value).toBe('200');
    await userEvent.clear(field);
    await userEvent.type(field, '199');
    expect(screen.getByText('This holds at once.')).toBeTruthy();
    await userEvent.clear(field);
    await userEvent.type(field, '201');
    expect(screen.getByText(/it holds in 24 hours/)).toBeTruthy();
  });

  it('are taken away, and what was refused is said and stays as it was typed', async () => {
    show(state({}, { amount: '200', used: '0' }));
    setLimit.mockRejectedValue(new CallFailed('refused', 'That is your limit already', 'limits.unchanged'));
    await open('Change');
    await press('Remove this limit');
    expect(setLimit).toHaveBeenCalledWith(expect.anything(), '');
    expect(await screen.findByText('That is your limit already')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Limit').value).toBe('200');
  });

  it('show what was asked for with its instant, and keep the present one', async () => {
    const pending = { amount: '1000', effective_at: AT };
    show(state({}, { amount: '200', used: '0', pending }));
    expect(screen.getByText(/Becomes 1,000 USDT on .*2026/)).toBeTruthy();
    callBack.mockResolvedValue(state({}, { amount: '200', used: '0' }));
    await press('Keep my limit');
    expect(callBack).toHaveBeenCalledWith(expect.objectContaining({ kind: 'stake', period: 'day' }));
    await waitFor(() => expect(screen.queryByText(/Becomes/)).toBeNull());
  });

  it('show what was changed', () => {
    const change = { kind: 'time' as const, period: 'day' as const, amount: '60', asked_at: AT, effective_at: AT };
    show(state({ changes: [{ ...change, called_back_at: null }], breaks: [] }));
    expect(screen.getByText('Time · A day: 60 min')).toBeTruthy();
  });
});

describe('a break', () => {
  it('is asked for once more, and begun only by who knows that nobody ends it', async () => {
    show(state());
    takeBreak.mockResolvedValue(state({ break_until: AT }));
    const section = screen.getByRole('region', { name: 'Take a break' });
    const begin = within(section).getByRole<HTMLButtonElement>('button', { name: 'Take the break' });
    expect(begin.disabled).toBe(true);
    await userEvent.click(within(section).getByLabelText('7 days'));
    await userEvent.click(begin);
    const dialog = await screen.findByRole('dialog');
    const sure = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Take the break' });
    expect(sure.disabled).toBe(true);
    await userEvent.click(within(dialog).getByRole('checkbox'));
    await userEvent.click(sure);
    expect(takeBreak).toHaveBeenCalledWith('7-days', '');
    expect(await screen.findByText(/You are taking a break until/)).toBeTruthy();
  });

  it('that excludes takes the fund password, and what is refused stands at its field', async () => {
    show(state());
    takeBreak.mockRejectedValueOnce(new CallFailed('refused', 'Wrong fund password', 'account.fund-password-wrong'));
    takeBreak.mockResolvedValueOnce(state({ break_until: AT, excluded_until: AT }));
    const section = screen.getByRole('region', { name: 'Exclude yourself' });
    await userEvent.click(within(section).getByLabelText('5 years'));
    await userEvent.click(within(section).getByRole('button', { name: 'Exclude me' }));
    const dialog = await screen.findByRole('dialog');
    const begin = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Exclude me' });
    await userEvent.click(within(dialog).getByRole('checkbox'));
    await userEvent.click(begin);
    expect(takeBreak).not.toHaveBeenCalled();
    await userEvent.type(within(dialog).getByLabelText('Fund password'), '111222');
    await userEvent.click(begin);
    expect(await within(dialog).findByText('Wrong fund password')).toBeTruthy();
    await userEvent.clear(within(dialog).getByLabelText('Fund password'));
    await userEvent.type(within(dialog).getByLabelText('Fund password'), '582913');
    await userEvent.click(begin);
    expect(takeBreak.mock.calls).toEqual([
      ['5-years', '111222'],
      ['5-years', '582913'],
    ]);
    expect(await screen.findByText(/You excluded yourself until/)).toBeTruthy();
  });

  it('that excludes is said as such', () => {
    show(state({ break_until: AT, excluded_until: AT }));
    expect(screen.getByText(/You excluded yourself until/)).toBeTruthy();
  });
});

it('checks of reality are chosen', async () => {
  show(state());
  chooseCheck.mockResolvedValue(state({ check_minutes: 30 }));
  await userEvent.click(screen.getByLabelText('30 min'));
  await waitFor(() => expect(chooseCheck.mock.calls[0]?.[0]).toBe(30));
});

describe('a check of reality', () => {
  it('says how long it was and what came of it, and goes when that is acknowledged', async () => {
    acknowledge.mockResolvedValue({ ...STAY, due: false, due_in: 900 });
    show(state(), STAY);
    expect(await screen.findByText('You have been here for 47 minutes')).toBeTruthy();
    expect(screen.getByText('80 minutes today')).toBeTruthy();
    expect(screen.getByText('Lost: 12.34 USDT')).toBeTruthy();
    await press('Go on');
    expect(acknowledge).toHaveBeenCalledTimes(1);
    await waitFor(() => expect(screen.queryByText('You have been here for 47 minutes')).toBeNull());
  });

  it('says nothing before it is due', () => {
    show(state(), { ...STAY, due: false });
    expect(screen.queryByText(/You have been here/)).toBeNull();
  });
});
