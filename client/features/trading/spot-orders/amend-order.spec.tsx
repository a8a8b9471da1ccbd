import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import type { SpotOrderView } from '../../../../server/contract/trading/spot.dto';
import { speak, speakMore } from '../../../languages';
import { spotWords } from '../../../languages/spot';
import * as api from '../../../platform/api';
import { CallFailed } from '../../../platform/api';
import { AmendSheet } from './amend-order';

jest.mock('../../../platform/api', () => ({
  ...jest.requireActual('../../../platform/api'),
  get: jest.fn(),
  post: jest.fn(),
}));
const [get, post] = [jest.mocked(api.get), jest.mocked(api.post)];

const ORDER = {
  id: '9',
  symbol: 'BTC/USDT',
  type: 1,
  target_price: '59000',
  trade_amount: '0.5',
  filled_amount: '0',
  status: 1,
  account_type: 'real_account',
} as SpotOrderView;

beforeAll(async () => {
  await speak('en');
  await speakMore(spotWords);
});

it('changes an order once more where it was changed otherwise after an answer that was lost', async () => {
  get.mockImplementation(async (path) => (path === 'spot/order' ? { order: ORDER, fills: [], amendments: [] } : []));
  const answers = [new CallFailed('timeout', ''), 'Done', 'Done'];
  post.mockImplementation((path) => {
    if (path !== 'spot/amend') return new Promise(() => undefined);
    const answer = answers.shift();
    return answer instanceof CallFailed ? Promise.reject(answer) : Promise.resolve(answer);
  });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>
          <AmendSheet order={ORDER} onClose={() => undefined} />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  for (const price of ['60000', '61000', '60000']) {
    const field = await screen.findByLabelText('Limit price');
    await userEvent.clear(field);
    await userEvent.type(field, price);
    await userEvent.click(screen.getByRole('button', { name: 'Save the change' }));
  }
  const sent = post.mock.calls.filter(([path]) => path === 'spot/amend');
  expect(sent.map(([, body]) => body?.['target_price'])).toEqual(['60000', '61000', '60000']);
  expect(new Set(sent.map(([, , options]) => options?.idempotencyKey)).size).toBe(3);
});

it('is left when what becomes of its change is known, and not before', async () => {
  get.mockImplementation(async (path) => (path === 'spot/order' ? { order: ORDER, fills: [], amendments: [] } : []));
  let answer: (words: string) => void = () => undefined;
  post.mockImplementation((path) =>
    path === 'spot/amend' ? new Promise((resolve) => (answer = resolve)) : new Promise(() => undefined),
  );
  const onClose = jest.fn();
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>
          <AmendSheet order={ORDER} onClose={onClose} />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  const field = await screen.findByLabelText('Limit price');
  await userEvent.clear(field);
  await userEvent.type(field, '58000');
  await userEvent.click(screen.getByRole('button', { name: 'Save the change' }));
  await userEvent.keyboard('{Escape}');
  expect(onClose).not.toHaveBeenCalled();
  answer('Done');
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
});
