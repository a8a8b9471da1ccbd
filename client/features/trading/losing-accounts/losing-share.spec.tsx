import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { LosingAccountsView } from '../../../../server/contract/trading/losing-accounts.dto';
import { speak, speakMore } from '../../../languages';
import { futuresWords } from '../../../languages/futures';
import { optionWords } from '../../../languages/options';
import { losingAccounts } from './losing-accounts.api';
import { LosingShare } from './losing-share';

beforeAll(async () => {
  await speak('en');
  await speakMore(optionWords);
  await speakMore(futuresWords);
});

const line = (more: Partial<LosingAccountsView>): LosingAccountsView => ({
  product: 'option',
  accounts: 1234,
  percent: 57,
  accountsMin: 100,
  since: 0,
  countedAt: 1,
  ...more,
});

function show(lines: LosingAccountsView[]): void {
  const client = new QueryClient();
  client.setQueryData(losingAccounts.queryKey, lines);
  render(
    <QueryClientProvider client={client}>
      <LosingShare product="option" />
      <LosingShare product="contract" />
    </QueryClientProvider>,
  );
}

const said = (): string[] => [...document.querySelectorAll('[data-losing]')].map((line) => line.textContent);

it('says the share of each product', () => {
  show([line({}), line({ product: 'contract', accounts: 200, percent: 81 })]);
  expect(said()).toEqual([
    '57% of 1,234 accounts lost money with options here in the last 12 months.',
    '81% of 200 accounts lost money with contracts here in the last 12 months.',
  ]);
});

it('says so when there are too few to tell', () => {
  show([line({ accounts: null, percent: null })]);
  expect(said()).toEqual([
    'Fewer than 100 accounts have traded options here in the last 12 months: too few to say how many lost money.',
  ]);
});

it('says nothing of a product that was never counted', () => {
  show([line({ product: 'contract' })]);
  expect(said()).toEqual(['57% of 1,234 accounts lost money with contracts here in the last 12 months.']);
});
