import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import type { FuturesPositionsView, FuturesPositionView } from '../../../../server/contract/trading/futures.dto';
import { speak, speakMore } from '../../../languages';
import { futuresWords } from '../../../languages/futures';
import { changePreferences } from '../../../platform/preferences';
import { FUTURES_POSITION, FUTURES_PRODUCT } from '../../../test/samples/futures';
import { PendingOrders } from './pending-orders';

beforeAll(async () => {
  changePreferences({ language: 'en' });
  await speak('en');
  await speakMore(futuresWords);
});

const order = {
  ...FUTURES_POSITION,
  state: 'pending',
  limitPrice: '60000.5',
  reserved: '1',
  takeProfit: '66000',
  stopLoss: '55000.1',
} as FuturesPositionView;

function show() {
  const queries = new QueryClient();
  const page = (positions: FuturesPositionView[]) => (
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <MemoryRouter>
          <PendingOrders
            account={{ positions, balances: [] } as unknown as FuturesPositionsView}
            products={[FUTURES_PRODUCT]}
            onOpen={() => undefined}
          />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>
  );
  const { rerender } = render(page([order]));
  return (positions: FuturesPositionView[]) => rerender(page(positions));
}

it('an order that waits says its prices with the decimals of its market', () => {
  show();
  for (const price of ['60,000.50', '66,000.00', '55,000.10']) expect(screen.getByText(price)).toBeTruthy();
});

it('the sheet that changes one stays when the order leaves the list', async () => {
  const update = show();
  await userEvent.click(screen.getByRole('button', { name: 'Change' }));
  await screen.findByLabelText('Limit price');
  update([{ ...order, state: 'holding', status: 1 } as FuturesPositionView]);
  expect(screen.getByRole('alert').textContent).toBe('It can no longer be changed · Filled');
});
