import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import type { AdvertState, OtcAdvertView } from '../../../../server/contract/trading/otc-market.dto';
import { speak, speakMore } from '../../../languages';
import { otcWords } from '../../../languages/otc';
import * as api from '../../../platform/api';
import { CallFailed } from '../../../platform/api';
import { OwnAdvert } from './own-advert';

jest.mock('../../../platform/api', () => ({
  ...jest.requireActual('../../../platform/api'),
  get: jest.fn(),
  put: jest.fn(),
}));
const [get, put] = [jest.mocked(api.get), jest.mocked(api.put)];

const ADVERT = {
  id: '7',
  type: 'sell',
  currency_name: 'USDT',
  coin_code: 'CNY',
  price: '7.1',
  total_number: '1000',
  surplus_number: '1000',
  min_number: '10',
  max_number: '5000',
} as OtcAdvertView;

beforeAll(async () => {
  await speak('en');
  await speakMore(otcWords);
});

it('is hidden once more where it was shown again after an answer that was lost', async () => {
  get.mockResolvedValue(null);
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const page = (state: AdvertState) => (
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <MemoryRouter>
          <OwnAdvert advert={{ ...ADVERT, state }} />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>
  );
  const { rerender } = render(page('online'));
  put.mockRejectedValueOnce(new CallFailed('timeout', '')).mockResolvedValue('Done');
  await userEvent.click(screen.getByRole('button', { name: 'Hide' }));
  rerender(page('offline'));
  await userEvent.click(screen.getByRole('button', { name: 'Show' }));
  const sheet = await screen.findByRole('dialog');
  await userEvent.type(within(sheet).getByLabelText('Fund password'), '246810{Enter}');
  rerender(page('online'));
  await userEvent.click(await screen.findByRole('button', { name: 'Hide' }));
  expect(put.mock.calls.map(([, body]) => body?.['state'])).toEqual(['offline', 'online', 'offline']);
  expect(new Set(put.mock.calls.map(([, , options]) => options?.idempotencyKey)).size).toBe(3);
});
