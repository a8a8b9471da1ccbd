import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import type { FuturesAmendmentPreviewView } from '../../../../server/contract/trading/futures-amendments.dto';
import type { FuturesPositionView } from '../../../../server/contract/trading/futures.dto';
import { speak, speakMore } from '../../../languages';
import { futuresWords } from '../../../languages/futures';
import { CallFailed } from '../../../platform/api';
import * as api from '../../../platform/api';
import { changePreferences } from '../../../platform/preferences';
import { FUTURES_POSITION, FUTURES_PRODUCT } from '../../../test/samples/futures';
import { AmendSheet } from './amend-sheet';

jest.mock('../../../platform/api', () => ({
  ...jest.requireActual('../../../platform/api'),
  get: jest.fn(),
  post: jest.fn(),
}));
const post = jest.mocked(api.post);
const get = jest.mocked(api.get);

const order = {
  ...FUTURES_POSITION,
  state: 'pending',
  status: 0,
  entryPrice: null,
  limitPrice: '50000',
  reserved: '502.5',
} as FuturesPositionView;

const PREVIEW = {
  waits: true,
  price: '51000',
  margin: '510',
  fee: '2.55',
  reservedAfter: '512.55',
  balanceAfter: '487.45',
  liquidationPriceAfter: '46000',
} as FuturesAmendmentPreviewView;

const onClose = jest.fn();
let answers: (path: string) => Promise<unknown>;

beforeAll(async () => {
  changePreferences({ language: 'en' });
  await speak('en');
  await speakMore(futuresWords);
});
beforeEach(() => {
  onClose.mockReset();
  answers = (path) => (path === 'lever/amend' ? Promise.resolve('Done') : Promise.resolve(PREVIEW));
  post.mockReset().mockImplementation((path) => answers(path));
  get.mockReset().mockReturnValue(new Promise(() => undefined));
});

function show(suggested?: string, shown = order) {
  const queries = new QueryClient();
  const page = (now: FuturesPositionView | null) => (
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <MemoryRouter>
          <AmendSheet
            order={shown}
            account={{ positions: now === null ? [] : [now] }}
            products={[FUTURES_PRODUCT]}
            suggested={suggested}
            onClose={onClose}
          />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>
  );
  const { rerender } = render(page(shown));
  return (now: FuturesPositionView | null) => rerender(page(now));
}

const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save the change' });
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const sentTo = (path: string) => post.mock.calls.filter(([to]) => to === path);

/** What was typed is asked about a moment later. */
const previewed = () => screen.findByText('512.55', {}, { timeout: 10_000 });

async function type(label: string, text: string) {
  await userEvent.clear(field(label));
  await userEvent.type(field(label), text);
}

describe('the sheet that changes a pending order', () => {
  it('begins with the order as it is, and sends nothing that would change nothing', () => {
    show();
    expect([field('Limit price').value, field('Lots').value]).toEqual(['50,000', '10']);
    expect(save().disabled).toBe(true);
    expect(post).not.toHaveBeenCalled();
  });

  it('shows what the change would do, and sends what is another, once', async () => {
    show();
    await type('Limit price', '51000');
    await previewed();
    expect(sentTo('futures/preview/amend').at(-1)?.[1]).toEqual({ id: '7', target_price: '51000' });
    await userEvent.click(save());
    expect(sentTo('lever/amend').map(([, body]) => body)).toEqual([{ id: '7', target_price: '51000' }]);
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('sends the same change by the same key until somebody knows what became of it', async () => {
    let tries = 0;
    answers = (path) => {
      if (path !== 'lever/amend') return Promise.resolve(PREVIEW);
      tries += 1;
      return tries > 1 ? Promise.resolve('Done') : Promise.reject(new CallFailed('unreachable', 'Nobody answered'));
    };
    show();
    await type('Lots', '4');
    await previewed();
    await userEvent.click(save());
    await screen.findByRole('alert');
    await userEvent.click(save());
    const sent = sentTo('lever/amend');
    expect(sent.map(([, body]) => body)).toEqual([
      { id: '7', share: 4 },
      { id: '7', share: 4 },
    ]);
    expect(new Set(sent.map(([, , options]) => options?.idempotencyKey)).size).toBe(1);
  });

  it('asks again by the same key for a change that was done while its answer was lost', async () => {
    const change = show();
    await type('Limit price', '51000');
    await previewed();
    answers = (path) =>
      Promise.reject(
        path === 'lever/amend'
          ? new CallFailed('timeout', '')
          : new CallFailed('refused', 'Nothing would be another', 'futures.amend-unchanged' as never),
      );
    await userEvent.click(save());
    await screen.findByRole('alert');
    change({ ...order, limitPrice: '51000' });
    await waitFor(() => expect(sentTo('futures/preview/amend').length).toBeGreaterThan(1), { timeout: 10_000 });
    expect(save().disabled).toBe(false);
    answers = () => Promise.resolve('Done');
    await userEvent.click(save());
    const sent = sentTo('lever/amend');
    expect(sent.map(([, body]) => body)).toEqual([
      { id: '7', target_price: '51000' },
      { id: '7', target_price: '51000' },
    ]);
    expect(new Set(sent.map(([, , options]) => options?.idempotencyKey)).size).toBe(1);
    expect(onClose).toHaveBeenCalledTimes(1);
  }, 20_000);

  it('sends what stands in the form, whatever becomes of the order meanwhile', async () => {
    const change = show();
    await type('Limit price', '51000');
    change({ ...order, lots: 4 });
    await previewed();
    await userEvent.click(save());
    // Elsewhere it was made 4 lots; here it still says what it had.
    expect(sentTo('lever/amend').map(([, body]) => body)).toEqual([
      { id: '7', target_price: '51000', share: order.lots },
    ]);
  });

  it('sends the price that it had where that was changed elsewhere', async () => {
    const change = show();
    change({ ...order, limitPrice: '52000' });
    await previewed();
    await userEvent.click(save());
    expect(sentTo('lever/amend').map(([, body]) => body)).toEqual([{ id: '7', target_price: '50000' }]);
  });

  it('says where the change would be filled at once', async () => {
    answers = () => Promise.resolve({ ...PREVIEW, waits: false, price: '60005', reservedAfter: '0' });
    show();
    await type('Limit price', '61000');
    expect(await screen.findByText('Filled at once, at', {}, { timeout: 10_000 })).toBeTruthy();
    expect(screen.getByText('60,005.00')).toBeTruthy();
  });

  it('begins with the price that its line was dropped at, and asks before it is changed', async () => {
    show('48000.5');
    expect(field('Limit price').value).toBe('48,000.5');
    await previewed();
    expect(sentTo('lever/amend')).toEqual([]);
    expect(save().disabled).toBe(false);
  });

  it('says why the server would not take it, and does not send it', async () => {
    answers = () =>
      Promise.reject(new CallFailed('refused', 'Too large', { code: 'futures.size-for-leverage' } as never));
    show();
    await type('Lots', '900');
    expect(await screen.findByRole('alert')).toBeTruthy();
    expect(save().disabled).toBe(true);
  });

  it('sends nothing before it was seen what that would do', async () => {
    answers = () => new Promise(() => undefined);
    show();
    await type('Limit price', '51000');
    expect(save().disabled).toBe(true);
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(sentTo('futures/preview/amend')).toHaveLength(1), { timeout: 10_000 });
    expect([save().disabled, sentTo('lever/amend')]).toEqual([true, []]);
  });

  it('sends nothing that there is not enough for, and says so', async () => {
    answers = () => Promise.resolve({ ...PREVIEW, balanceAfter: '-1' });
    show();
    await type('Limit price', '51000');
    expect(await screen.findByText(/There is not enough/, {}, { timeout: 10_000 })).toBeTruthy();
    await userEvent.keyboard('{Enter}');
    expect([save().disabled, sentTo('lever/amend')]).toEqual([true, []]);
  });

  const over = () => screen.getByRole('alert').textContent;
  /** The handle of a sheet has no words. */
  const acts = () =>
    screen.getAllByRole('button').flatMap(({ textContent }) => (textContent === '' ? [] : textContent));

  it.each([
    ['filled', { state: 'holding', status: 1, entryPrice: '50000' }],
    ['filled and is being closed', { state: 'closing', status: 2, entryPrice: '50000' }],
  ] as [string, Partial<FuturesPositionView>][])(
    'stays when the order was %s, says so, and leaves nothing but closing it',
    async (_, now) => {
      const change = show();
      await type('Limit price', '51000');
      change({ ...order, ...now });
      expect(over()).toBe('It can no longer be changed · Filled');
      expect([acts(), screen.queryAllByRole('textbox'), onClose.mock.calls]).toEqual([['Close'], [], []]);
      await userEvent.click(screen.getByText('Close'));
      expect(onClose).toHaveBeenCalledTimes(1);
    },
  );

  it.each([
    ['cancelled', { state: 'cancelled', status: 4 }, 'Cancelled'],
    ['filled and has closed by now', { state: 'closed', status: 3, entryPrice: '50000' }, 'Filled'],
  ] as [string, Partial<FuturesPositionView>, string][])(
    'stays when the order is gone, and says that it was %s as soon as that is known',
    async (_, end, word) => {
      let respond: (view: unknown) => void = () => undefined;
      get.mockReturnValue(new Promise((resolve) => (respond = resolve)));
      const change = show();
      change(null);
      expect([over(), acts()]).toEqual(['It can no longer be changed', ['Close']]);
      respond({
        data: [
          { ...order, positionId: '8' },
          { ...order, ...end },
        ],
        next_page_url: null,
      });
      await waitFor(() => expect(over()).toBe(`It can no longer be changed · ${word}`));
    },
  );

  it('is still sent by its key where nobody knows what became of it, whatever became of the order', async () => {
    const change = show();
    await type('Limit price', '51000');
    await previewed();
    answers = () => Promise.reject(new CallFailed('timeout', ''));
    await userEvent.click(save());
    await screen.findByRole('alert');
    change(null);
    expect(save().disabled).toBe(false);
    answers = () => Promise.resolve('Done');
    await userEvent.click(save());
    const sent = sentTo('lever/amend');
    expect(sent.map(([, body]) => body)).toEqual([
      { id: '7', target_price: '51000' },
      { id: '7', target_price: '51000' },
    ]);
    expect(new Set(sent.map(([, , options]) => options?.idempotencyKey)).size).toBe(1);
  });

  const figures = () => screen.getByText('Available afterwards').closest('dl');

  it.each([
    ['is old', { waits: false, priceAgeMs: 17_000 }, true],
    ['is new', { waits: false, priceAgeMs: 400 }, false],
    ['is old, but its own', { waits: true, priceAgeMs: 17_000 }, false],
  ])('says of a price that it %s', async (_words, part, isOld) => {
    answers = () => Promise.resolve({ ...PREVIEW, ...part });
    show();
    await type('Limit price', '61000');
    await screen.findByText('487.45', {}, { timeout: 10_000 });
    if (isOld) await screen.findByText(/^Delayed 1[789] s/, {}, { timeout: 5_000 });
    expect([figures()?.hasAttribute('data-old'), screen.queryByText(/^Delayed/) !== null]).toEqual([isOld, isOld]);
  });

  it.each([true, false])('says of a price of liquidation whether it is an estimate: %s', async (isEstimate) => {
    answers = () => Promise.resolve({ ...PREVIEW, liquidationIsEstimate: isEstimate });
    show();
    await type('Limit price', '51000');
    await previewed();
    expect(screen.queryByText('Estimate') !== null).toBe(isEstimate);
  });
});
