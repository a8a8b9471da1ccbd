import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FundingStampPage, FundingStampView } from '../../../server/contract/operations';
import { answerDesk, showDesk, sitDown, speakDesk } from '../../test/desk';
import { FundingPage } from './funding';

beforeAll(speakDesk);

const stamp = (symbol: string, fields: Partial<FundingStampView> = {}): FundingStampView => ({
  symbol,
  stamp: 28_800_000,
  rate: '0.0001',
  samples: 480,
  void: null,
  settledAt: 28_809_000,
  ...fields,
});

function open(...list: FundingStampView[]) {
  const voided = list.filter((row) => row.void !== null).length;
  const charging = list.filter((row) => row.settledAt === null).length;
  const page: FundingStampPage = { list, voided, charging, total: list.length, page: 1, limit: 50 };
  const calls = answerDesk({ funding: { type: 'ok', message: page } });
  sitDown('auditor');
  showDesk(<FundingPage />);
  return calls;
}

it('says of each instant what was decided, why one was void, and what is not charged yet', async () => {
  open(
    stamp('BTC/USDT'),
    stamp('ETH/USDT', { void: 'halted', rate: '0' }),
    stamp('SOL/USDT', { rate: '-0.00025', settledAt: null }),
  );
  expect(await screen.findByText('Void: 1 · Not charged yet: 1')).toBeTruthy();
  const [first, second, third] = screen.getAllByRole('row').slice(1) as HTMLElement[];
  expect(within(first as HTMLElement).getByText('0.01%')).toBeTruthy();
  expect(within(first as HTMLElement).getByText(/^charged/)).toBeTruthy();
  expect(within(second as HTMLElement).getByText(/Market was halted/)).toBeTruthy();
  expect(within(second as HTMLElement).queryByText(/%/)).toBeNull();
  expect(within(second as HTMLElement).getByText('—')).toBeTruthy();
  expect(within(third as HTMLElement).getByText('-0.025%')).toBeTruthy();
  expect(within(third as HTMLElement).getByText('Not charged yet')).toBeTruthy();
});

it('asks for one state', async () => {
  const calls = open();
  expect(await screen.findByText('No funding instant yet.')).toBeTruthy();
  await userEvent.selectOptions(screen.getByLabelText('Outcome'), 'void');
  await waitFor(() => expect(calls).toHaveLength(2));
  expect((screen.getByLabelText('Outcome') as HTMLSelectElement).value).toBe('void');
});
