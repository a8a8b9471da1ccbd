import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { speak } from '../../../languages';
import { changePreferences } from '../../../platform/preferences';
import { CoinList } from './coin-list';
import type { Holding } from './holdings';

const holding = (currencyId: number, code: string, spot: string) =>
  ({
    currencyId,
    code,
    pockets: { spot: { available: spot, frozen: '0' } },
    accounts: ['spot'],
    price: null,
  }) as unknown as Holding;

beforeAll(async () => {
  changePreferences({ language: 'en' });
  await speak('en');
});

it('coins that are not held are left out until all are asked for, which is kept', async () => {
  const list = (
    <MantineProvider env="test">
      <CoinList
        holdings={[holding(1, 'BTC', '2'), holding(2, 'ETH', '0')]}
        quotes={new Map()}
        accounts={['spot']}
        empty={{ text: 'None', action: { label: 'Deposit', onClick: () => undefined } }}
      >
        {({ code }) => code}
      </CoinList>
    </MantineProvider>
  );
  const { unmount } = render(list);
  const rows = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  const hide = () => screen.getByRole<HTMLInputElement>('checkbox');
  expect([rows(), hide().checked]).toEqual([['BTC'], true]);
  await userEvent.click(hide());
  expect(rows()).toEqual(['BTC', 'ETH']);
  unmount();
  render(list);
  expect([rows(), hide().checked, window.localStorage.getItem('hide-zero-balances')]).toEqual([
    ['BTC', 'ETH'],
    false,
    '0',
  ]);
  // Whoever looks for a coin finds it all the same.
  await userEvent.click(hide());
  await userEvent.type(screen.getByRole('searchbox'), 'eth');
  expect(screen.queryByText('BTC')).toBeNull();
});
