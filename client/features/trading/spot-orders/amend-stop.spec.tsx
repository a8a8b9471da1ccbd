import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import type { SpotStopAmendmentPreviewView } from '../../../../server/contract/trading/spot-stop-amendments.dto';
import type { SpotStopView } from '../../../../server/contract/trading/spot-stops.dto';
import { speak, speakMore } from '../../../languages';
import { spotWords } from '../../../languages/spot';
import * as api from '../../../platform/api';
import { CallFailed } from '../../../platform/api';
import { changePreferences } from '../../../platform/preferences';
import { AmendStopSheet } from './amend-stop';

jest.mock('../../../platform/api', () => ({ ...jest.requireActual('../../../platform/api'), post: jest.fn() }));
const post = jest.mocked(api.post);

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

const onClose = jest.fn();
let answers: (path: string) => Promise<unknown>;

beforeAll(async () => {
  changePreferences({ language: 'en' });
  await speak('en');
  await speakMore(spotWords);
});
beforeEach(() => {
  onClose.mockReset();
  answers = (path) => Promise.resolve(path === 'spot/stop/amend' ? 'Done' : PREVIEW);
  post.mockReset().mockImplementation((path) => answers(path));
});

function show(stop: SpotStopView, begin?: Parameters<typeof AmendStopSheet>[0]['begin']) {
  const queries = new QueryClient();
  const page = (now: SpotStopView) => (
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <MemoryRouter>
          <AmendStopSheet stop={now} begin={begin} onClose={onClose} />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>
  );
  const { rerender } = render(page(stop));
  return (now: SpotStopView) => rerender(page(now));
}

const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save the change' });
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const sent = () => post.mock.calls.filter(([to]) => to === 'spot/stop/amend').map(([, body]) => body);
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
    expect(field('Trigger price').value.replaceAll(',', '')).toBe('54321.5');
    expect(save().disabled).toBe(false);
  });

  it('keeps what was typed where somebody has changed it meanwhile, and goes by the stop of now', async () => {
    const update = show(STOP);
    answers = (path) =>
      path === 'spot/stop/amend'
        ? Promise.reject(new CallFailed('refused', 'It was changed meanwhile', 'spot.changed'))
        : Promise.resolve(PREVIEW);
    await type('Quantity', '0.75');
    await userEvent.click(save());
    expect(await screen.findByRole('alert')).toBeTruthy();
    update({ ...STOP, quantity: '0.6', amendments: 1 });
    expect(field('Quantity').value).toBe('0.75');
    answers = (path) => Promise.resolve(path === 'spot/stop/amend' ? 'Done' : PREVIEW);
    await userEvent.click(save());
    expect(sent().at(-1)).toEqual({ ...own('1'), amount: '0.75' });
  });
});
