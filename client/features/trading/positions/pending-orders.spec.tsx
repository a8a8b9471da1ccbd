import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import type { FuturesPositionsView } from '../../../../server/contract/trading/futures.dto';
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

it('an order that waits says its prices with the decimals of its market', () => {
  const order = {
    ...FUTURES_POSITION,
    state: 'pending',
    limitPrice: '60000.5',
    reserved: '1',
    takeProfit: '66000',
    stopLoss: '55000.1',
  };
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <PendingOrders
          account={{ positions: [order], balances: [] } as unknown as FuturesPositionsView}
          products={[FUTURES_PRODUCT]}
          onOpen={() => undefined}
        />
      </QueryClientProvider>
    </MantineProvider>,
  );
  for (const price of ['60,000.50', '66,000.00', '55,000.10']) expect(screen.getByText(price)).toBeTruthy();
});
