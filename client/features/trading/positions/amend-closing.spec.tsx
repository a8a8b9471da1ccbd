import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type {
  EndedClosingView,
  FuturesClosingView,
  FuturesPositionsView,
  FuturesPositionView,
} from '../../../../server/contract/trading/futures.dto';
import { speak, speakMore } from '../../../languages';
import { futuresWords } from '../../../languages/futures';
import * as api from '../../../platform/api';
import { PageRouter } from '../../../platform/page-router';
import { changePreferences } from '../../../platform/preferences';
import { FUTURES_POSITION, FUTURES_PRODUCT } from '../../../test/samples/futures';
import { Positions } from './positions';

jest.mock('../../../platform/api', () => ({
  ...jest.requireActual('../../../platform/api'),
  get: jest.fn(),
  post: jest.fn(),
}));
const post = jest.mocked(api.post);
const get = jest.mocked(api.get);

const position = { ...FUTURES_POSITION, entryPrice: '60000' } as FuturesPositionView;
const four: FuturesClosingView = { closingId: '31', lots: 4, limitPrice: '61000', createdAt: 0 };
const six: FuturesClosingView = { ...four, closingId: '32', lots: 5, limitPrice: '62000' };

beforeAll(async () => {
  changePreferences({ language: 'en' });
  await speak('en');
  await speakMore(futuresWords);
});
beforeEach(() => {
  get.mockReset().mockReturnValue(new Promise(() => undefined));
  post
    .mockReset()
    .mockImplementation((path) =>
      path === 'lever/close_amend' ? Promise.resolve('Done') : new Promise(() => undefined),
    );
});

/** Opens the sheet of the first order, and says how the account becomes another. */
async function open(): Promise<(positions: FuturesPositionView[]) => void> {
  const queries = new QueryClient();
  const page = (positions: FuturesPositionView[]) => (
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <PageRouter>
          <Positions
            account={{ account_type: 'real_account', positions, balances: [] } as unknown as FuturesPositionsView}
            products={[FUTURES_PRODUCT]}
            figures={new Map()}
            isOld={false}
            onOpen={() => undefined}
          />
        </PageRouter>
      </QueryClientProvider>
    </MantineProvider>
  );
  const { rerender } = render(page([{ ...position, closings: [four, six] }]));
  await userEvent.click(button(/^Change: Closes 4 lots/));
  return (positions) => rerender(page(positions));
}

const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
const sentTo = (path: string) => post.mock.calls.filter(([to]) => to === path);
const sheet = () => within(screen.getByRole('dialog', { name: /Change the order/ }));
const field = (name: string) => sheet().getByLabelText<HTMLInputElement>(name);
const type = async (name: string, text: string) => {
  await userEvent.clear(field(name));
  await userEvent.type(field(name), text);
};

describe('an order that waits to close lots is changed in a sheet of its own', () => {
  it('begins with what it is, and sends nothing that is as it was', async () => {
    await open();
    expect(field('Limit price').value.replaceAll(',', '')).toBe('61000');
    expect(field('Lots to close').value).toBe('4');
    expect(button('Save the change').disabled).toBe(true);
    await type('Limit price', '61000.0');
    expect(button('Save the change').disabled).toBe(true);
  });

  it.each([
    [{ 'Limit price': '61500' }, { price: '61500' }],
    [{ 'Lots to close': '2' }, { share: 2 }],
    [
      { 'Limit price': '61500.5', 'Lots to close': '3' },
      { price: '61500.5', share: 3 },
    ],
  ])('%j sends what is another, and what it was decided on', async (typed, sent) => {
    await open();
    for (const [name, text] of Object.entries(typed)) await type(name, text);
    await userEvent.click(button('Save the change'));
    expect(sentTo('lever/close_amend').map(([, body]) => body)).toEqual([
      { id: '7', closing_id: '31', waiting: 4, ...sent },
    ]);
  });

  it('takes no lots that another order waits for', async () => {
    await open();
    await type('Lots to close', '6');
    expect(sheet().getByText('Whole lots, 1 to 5')).toBeTruthy();
    expect(button('Save the change').disabled).toBe(true);
  });

  const acts = () =>
    sheet()
      .getAllByRole('button')
      .flatMap(({ textContent }) => (textContent === '' ? [] : textContent));
  const rest = { ...position, lots: 6, closings: [six] };

  it.each([
    ['was filled', [rest], 'filled', 'Filled'],
    ['was filled with all of its position', [], 'filled', 'Filled'],
    ['was taken back', [{ ...position, closings: [six] }], 'user', 'Cancelled'],
    ['ended with its position', [], 'position-closed', 'Position closed'],
  ] as [string, FuturesPositionView[], EndedClosingView['end'], string][])(
    'which stays when it %s, says so, and leaves nothing but closing it',
    async (_, positions, end, word) => {
      let respond: (rows: unknown) => void = () => undefined;
      get.mockImplementation((path) =>
        path === 'futures/closings' ? new Promise((resolve) => (respond = resolve)) : new Promise(() => undefined),
      );
      const update = await open();
      await type('Lots to close', '2');
      update(positions);
      const alertText = () => sheet().getByRole('alert').textContent;
      expect([alertText(), acts(), sheet().queryAllByRole('textbox')]).toEqual([
        'It can no longer be changed',
        ['Close'],
        [],
      ]);
      respond([
        { closingId: '30', end: 'user' },
        { closingId: '31', end },
      ]);
      await waitFor(() => expect(alertText()).toBe(`It can no longer be changed · ${word}`));
      await userEvent.click(sheet().getByText('Close'));
      await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    },
  );
});
