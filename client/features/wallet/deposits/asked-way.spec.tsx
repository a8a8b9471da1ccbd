import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useSearchParams } from 'react-router-dom';
import type { DepositCurrencyView } from '../../../../server/contract/wallet/wallet-deposits.dto';
import { speak, speakMore } from '../../../languages';
import { depositsWords } from '../../../languages/deposits';
import { post } from '../../../platform/api';
import { AskedWay } from './asked-way';
import { CoinAndNetwork } from './coin-and-network';
import { depositCoins } from './deposits.api';

jest.mock('../../../platform/api', () => ({ ...jest.requireActual('../../../platform/api'), post: jest.fn() }));

const network = (name: string, chain: string) => ({ network: name, chain, min_number: '1', confirmations: 1 });
const TRON = network('TRC20', 'tron');
const ETHEREUM = network('ERC20', 'ethereum');
const COINS = [
  { id: 3, name: 'USDT', networks: [TRON, ETHEREUM] },
  { id: 4, name: 'USDC', networks: [ETHEREUM] },
  { id: 9, name: 'OLD', networks: [] },
] as unknown as DepositCurrencyView[];

beforeAll(async () => {
  await speak('en');
  await speakMore(depositsWords);
});

const Address = () => <output>{useSearchParams()[0].toString()}</output>;

function open(address: string) {
  jest.mocked(post).mockReturnValue(new Promise(() => undefined));
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  queries.setQueryData(depositCoins.queryKey, COINS);
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <MemoryRouter initialEntries={[address]}>
          <AskedWay rows={1}>
            {({ coins, way, choose }) => (
              <>
                <CoinAndNetwork coins={coins} way={way} onChoose={choose} />
                <p>
                  Send {way.coin.name} over {way.network.network}
                </p>
              </>
            )}
          </AskedWay>
          <Address />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

const sent = () => screen.queryByText(/^Send /)?.textContent ?? null;

it.each([
  ['/', 'Send USDT over TRC20'],
  ['/?coin=USDT&network=ERC20', 'Send USDT over ERC20'],
  ['/?coin=USDT&network=erc20', 'Send USDT over ERC20'],
  ['/?coin=USDC', 'Send USDC over ERC20'],
])('%s asks for: %s', (address, words) => {
  open(address);
  expect(sent()).toBe(words);
});

it('takes no other network in the place of one that is not offered', async () => {
  open('/?coin=USDC&network=TRC20');
  expect(sent()).toBeNull();
  expect(screen.getByRole('alert').textContent).toMatch(/^USDC cannot be deposited over TRC20/);
  await userEvent.click(screen.getByRole('radio', { name: /ERC20/ }));
  expect(sent()).toBe('Send USDC over ERC20');
});

it('says of a coin without networks that nothing can be deposited', () => {
  open('/?coin=OLD&network=TRC20');
  expect(sent()).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('keeps the network with another coin that has it, and takes the first of one that has not', async () => {
  open('/?coin=USDT&network=ERC20');
  await userEvent.click(screen.getByRole('radio', { name: 'USDC' }));
  expect(sent()).toBe('Send USDC over ERC20');
  await userEvent.click(screen.getByRole('radio', { name: 'USDT' }));
  await userEvent.click(screen.getByRole('radio', { name: /TRC20/ }));
  await userEvent.click(screen.getByRole('radio', { name: 'USDC' }));
  expect(sent()).toBe('Send USDC over ERC20');
  expect(screen.getByRole('status').textContent).toBe('coin=USDC');
});
