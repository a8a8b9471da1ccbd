import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, configure, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import type { RefusalCode } from '../../../../server/contract/errors';
import type {
  SpotStopAmendmentPreviewView,
  SpotStopAmendmentView,
} from '../../../../server/contract/trading/spot-stop-amendments.dto';
import type { SpotStopView } from '../../../../server/contract/trading/spot-stops.dto';
import { speak, speakMore } from '../../../languages';
import { spotWords } from '../../../languages/spot';
import * as api from '../../../platform/api';
import { CallFailed } from '../../../platform/api';
import { changePreferences } from '../../../platform/preferences';
import { AmendStopSheet } from './amend-stop-sheet';
import { ORDERS_KEY } from './spot-orders.api';

jest.mock('../../../platform/api', () => ({
  ...jest.requireActual('../../../platform/api'),
  get: jest.fn(),
  post: jest.fn(),
}));
const post = jest.mocked(api.post);
const get = jest.mocked(api.get);
// A bound against hanging; a busy machine takes its time.
configure({ asyncUtilTimeout: 20_000 });

const STOP = {
  id: '7',
  symbol: 'BTC/USDT',
  type: 2,
  direction: 'fall',
  trigger_price: '55000',
  trail_percent: null,
  trail_distance: null,
  watermark: null,
  target_price: null,
  quantity: '0.5',
  cost: null,
  frozen: '0.5',
  status: 'waiting',
  triggered_price: null,
  paired_order_id: null,
  paired_price: null,
  account_type: 'real_account',
  amendments: 0,
} as SpotStopView;
const LIMIT = { ...STOP, target_price: '54000' };
const TRAIL = { ...STOP, trail_percent: '5', watermark: '60000', trigger_price: '57000' };
const COST = { ...STOP, type: 1, quantity: null, cost: '200' };
const PAIR = { ...LIMIT, paired_order_id: '3', paired_price: '66000' };

const PREVIEW = {
  trigger_price: '54500',
  frozen_before: '0.5',
  frozen: '0.75',
  balance_after: '1.25',
} as SpotStopAmendmentPreviewView;

const CHANGE = {
  trigger_before: '55000',
  trigger_after: '55000',
  limit_before: null,
  limit_after: null,
  amount_before: '0.5',
  amount_after: '0.5',
  trail_before: null,
  trail_after: null,
  paired_before: null,
  paired_after: null,
  at: 1_790_000_000_000,
} as SpotStopAmendmentView;

const onClose = jest.fn();
let answers: (path: string) => Promise<unknown>;
let changes: Partial<SpotStopAmendmentView>[];
let lists: { waiting: SpotStopView[]; ended: SpotStopView[] };

beforeAll(async () => {
  changePreferences({ language: 'en' });
  await speak('en');
  await speakMore(spotWords);
});
beforeEach(() => {
  onClose.mockReset();
  changes = [];
  lists = { waiting: [], ended: [] };
  answers = (path) => Promise.resolve(path === 'spot/stop/amend' ? 'Done' : PREVIEW);
  post.mockReset().mockImplementation((path) => answers(path));
  get.mockReset().mockImplementation((path, parameters) => {
    if (path === 'spot/stops') return Promise.resolve(parameters?.['status'] === 1 ? lists.waiting : lists.ended);
    return Promise.resolve(path === 'spot/stop/amendments' ? changes : []);
  });
});

/** Shows the sheet, and says how the server's lists become others, and how it is closed and asked for again. */
function show(stop: SpotStopView, begin?: Parameters<typeof AmendStopSheet>[0]['begin']) {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  lists.waiting = [stop];
  const page = (now: SpotStopView | null) => (
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <MemoryRouter>
          <AmendStopSheet stop={now} begin={begin} onClose={onClose} />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>
  );
  const { rerender } = render(page(stop));
  const update = async (now: Partial<SpotStopView>) => {
    const row = { ...stop, ...now };
    lists = row.status === 'waiting' ? { waiting: [row], ended: [] } : { waiting: [], ended: [row] };
    await act(() => queries.invalidateQueries({ queryKey: ORDERS_KEY }));
    rerender(page(row));
  };
  const reopen = () => {
    rerender(page(null));
    rerender(page(stop));
  };
  return { update, reopen };
}

const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save the change' });
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const commands = () => post.mock.calls.filter(([to]) => to === 'spot/stop/amend');
const sent = () => commands().map(([, body]) => body);
const plain = (label: string) => field(label).value.replaceAll(',', '');
const refused = (code: string) => Promise.reject(new CallFailed('refused', `Refused: ${code}`, code as RefusalCode));
const showNow = () => screen.findByRole('button', { name: 'Show what it is now' });
const own = (amendments = '0') => ({ id: '7', account_type: 'real_account', amendments });

async function type(label: string, text: string) {
  await userEvent.clear(field(label));
  await userEvent.type(field(label), text);
}

describe('the sheet that changes a stop', () => {
  it.each([
    ['a stop at the market', STOP, ['Trigger price', 'Quantity']],
    ['one with a limit', LIMIT, ['Trigger price', 'Limit price', 'Quantity']],
    ['one that follows the price', TRAIL, ['Behind the best price', 'Quantity']],
    ['a purchase for an amount', COST, ['Trigger price', 'Amount']],
    ['a pair', PAIR, ['Limit price', 'Trigger price', 'Limit after the trigger', 'Quantity']],
  ])('has what can be changed of %s, and sends nothing that is as it was', (_, stop, labels) => {
    show(stop);
    expect(screen.getAllByRole('textbox')).toEqual(labels.map(field));
    expect(save().disabled).toBe(true);
  });

  it.each([
    [STOP, { 'Trigger price': '54500' }, { trigger_price: '54500' }],
    [LIMIT, { 'Limit price': '53000', Quantity: '0.75' }, { target_price: '53000', amount: '0.75' }],
    [TRAIL, { 'Behind the best price': '7.5' }, { trail_percent: '7.5' }],
    [COST, { Amount: '300' }, { amount: '300' }],
    [PAIR, { 'Limit price': '67000' }, { paired_price: '67000' }],
    [PAIR, { 'Limit after the trigger': '53500' }, { target_price: '53500' }],
  ] as [SpotStopView, Record<string, string>, object][])(
    'sends what is another of %#, and how often it had been changed',
    async (stop, typed, terms) => {
      show(stop);
      for (const [label, text] of Object.entries(typed)) await type(label, text);
      await screen.findByText('Frozen afterwards', {}, { timeout: 10_000 });
      await userEvent.click(save());
      expect(sent()).toEqual([{ ...own(), ...terms }]);
      expect(onClose).toHaveBeenCalledTimes(1);
    },
  );

  it('begins where its line was dropped', () => {
    show(STOP, { trigger_price: '54321.5' });
    expect(plain('Trigger price')).toBe('54321.5');
    expect(save().disabled).toBe(false);
  });

  it('says that it was changed elsewhere, keeps what was typed and takes the rest as it is now', async () => {
    const { update } = show(STOP);
    await type('Quantity', '0.75');
    await update({ trigger_price: '58000', amendments: 1 });
    expect((await screen.findByRole('alert')).textContent).toBe('It was changed elsewhere meanwhile');
    expect(save().disabled).toBe(true);
    await userEvent.click(await showNow());
    expect([plain('Trigger price'), plain('Quantity')]).toEqual(['58000', '0.75']);
    expect(screen.queryByRole('alert')).toBeNull();
    await userEvent.click(save());
    expect(sent()).toEqual([{ ...own('1'), amount: '0.75' }]);
  });

  it('goes on saying so when a preview is refused for it, and saves nothing before its user has looked', async () => {
    const { update } = show(STOP);
    answers = (path) => (path === 'spot/stop/amend' ? Promise.resolve('Done') : refused('spot.changed'));
    await type('Quantity', '0.75');
    expect((await screen.findByRole('alert')).textContent).toBe('Refused: spot.changed');
    await update({ trigger_price: '58000', amendments: 1 });
    expect(screen.getByRole('alert')).toBeTruthy();
    await userEvent.keyboard('{Enter}');
    expect([save().disabled, sent()]).toEqual([true, []]);
    expect(await showNow()).toBeTruthy();
  });

  it('reads the stop again where the server knows another one', async () => {
    show(STOP);
    answers = () => refused('spot.changed');
    lists.waiting = [{ ...STOP, trigger_price: '58000', amendments: 1 }];
    await type('Quantity', '0.75');
    await userEvent.click(await showNow());
    expect(plain('Trigger price')).toBe('58000');
  });

  it('sends nothing for a field that now is what was typed', async () => {
    const { update } = show(STOP);
    await type('Trigger price', '58000');
    await update({ trigger_price: '58000', amendments: 1 });
    await userEvent.click(await showNow());
    expect(save().disabled).toBe(true);
  });

  it('sends the same change by the same key until the server has answered, whatever is read meanwhile', async () => {
    const { update } = show(STOP);
    answers = (path) =>
      path === 'spot/stop/amend' ? Promise.reject(new CallFailed('timeout', '')) : refused('spot.changed');
    await type('Quantity', '0.75');
    // Before its preview is asked for.
    await userEvent.click(save());
    const alertText = (await screen.findByRole('alert')).textContent;
    await update({ quantity: '0.75', amendments: 1 });
    expect([screen.getByRole('alert').textContent, save().disabled]).toEqual([alertText, false]);
    await update({ quantity: '0.75', amendments: 1, status: 'triggered', triggered_price: '55000' });
    expect(save().disabled).toBe(false);
    answers = () => Promise.resolve('Done');
    await userEvent.click(save());
    expect(sent()).toEqual(Array.from({ length: 2 }, () => ({ ...own(), amount: '0.75' })));
    expect(new Set(commands().map(([, , options]) => options?.idempotencyKey)).size).toBe(1);
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('sends it by that key also where the sheet was closed meanwhile', async () => {
    const { reopen } = show(STOP);
    answers = (path) =>
      path === 'spot/stop/amend' ? Promise.reject(new CallFailed('unreachable', '')) : Promise.resolve(PREVIEW);
    for (const _ of ['first', 'again']) {
      await type('Quantity', '0.75');
      await userEvent.click(save());
      await screen.findByRole('alert');
      reopen();
    }
    const keys = commands().map(([, , options]) => options?.idempotencyKey);
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
  });

  it('says nothing of what was sent before it was opened', async () => {
    const { reopen } = show(STOP);
    let fail: (failure: CallFailed) => void = () => undefined;
    answers = (path) =>
      path === 'spot/stop/amend' ? new Promise((_, reject) => (fail = reject)) : Promise.resolve(PREVIEW);
    await type('Quantity', '0.75');
    await userEvent.click(save());
    reopen();
    await act(async () => fail(new CallFailed('refused', 'Refused')));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it.each([
    ['was reached', { triggered_price: '55000' }, 'Triggered, waiting for the market'],
    ['was triggered', { triggered_price: '55000', status: 'triggered' }, 'Triggered'],
    ['was taken back', { status: 'cancelled', reason: 'user' }, 'Cancelled'],
  ] as [string, Partial<SpotStopView>, string][])('stays and says so when the stop %s', async (_, now, words) => {
    const { update } = show(STOP);
    await type('Quantity', '0.75');
    await update(now);
    expect(screen.getByRole('alert').textContent).toBe(`It can no longer be changed · ${words}`);
    expect([save().disabled, plain('Quantity')]).toEqual([true, '0.75']);
    expect(onClose).not.toHaveBeenCalled();
  });

  it('reads the order of a pair again after a change', async () => {
    changes = [{ ...CHANGE, at: 1 }];
    show({ ...PAIR, amendments: 1 });
    await screen.findByText('Changes');
    const reads = () => get.mock.calls.filter(([path]) => path === 'spot/stop/amendments').length;
    const before = reads();
    await type('Limit price', '67000');
    await userEvent.click(save());
    expect(reads()).toBe(before + 1);
  });

  it.each([
    ['paired_price', ['Trigger price', 'Quantity']],
    ['trail_distance', ['Trigger price', 'Quantity']],
    ['target_price', ['Trigger price', 'Quantity']],
  ])('stands without %s, which a server of the version before does not send', (missing, labels) => {
    show({ ...STOP, [missing]: undefined });
    expect(screen.getAllByRole('textbox')).toEqual(labels.map(field));
  });
});

describe('what was changed of a stop', () => {
  const rowsOf = async () => {
    const list = (await screen.findByText('Changes')).nextElementSibling as HTMLElement;
    return within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  };

  it.each([
    ['in percent', TRAIL, ['0.05', '0.075'], /Behind the best price5 → 7\.5\s%/],
    [
      'as a distance',
      { ...TRAIL, trail_percent: null, trail_distance: '900' },
      ['900', '1200.5'],
      /900 → 1,200\.5\s*USDT/,
    ],
  ] as const)('has how far behind it follows, %s', async (_, stop, [before, after], words) => {
    changes = [{ ...CHANGE, trail_before: before, trail_after: after }];
    show({ ...stop, amendments: 1 });
    expect((await rowsOf())[0]).toMatch(words);
  });

  it('is told of each change, also of two at one moment', async () => {
    const complaints = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    changes = ['56000', '57000'].map((trigger_after) => ({ ...CHANGE, trigger_after }));
    show({ ...STOP, amendments: 2 });
    expect(await rowsOf()).toHaveLength(2);
    expect(complaints.mock.calls.filter(([text]) => /same key/.test(String(text)))).toEqual([]);
    complaints.mockRestore();
  });
});
