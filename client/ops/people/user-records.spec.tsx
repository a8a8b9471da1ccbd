import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import type { UserRecordView } from '../../../server/contract/operations';
import { answerDesk, showDesk, sitDown, speakDesk } from '../../test/desk';
import { FindPage } from '../find/find-page';
import { UserRecords } from './user-records';

const position: UserRecordView = {
  id: '11',
  about: 'BTC/USDT',
  side: 'long',
  status: 'liquidated',
  isOpen: false,
  quantity: '0.1',
  unit: 'BTC',
  price: '60017',
  endPrice: '59033.19',
  amount: '120.034',
  coin: 'USDT',
  result: '-98.381',
  fee: '5.95',
  terms: 'isolated 50x',
  hasReport: true,
  at: 1000,
  endedAt: 2000,
};
const step = {
  reportId: '1',
  positionId: '11',
  symbol: 'BTC/USDT',
  kind: 'full',
  side: 'long',
  marginMode: 'isolated',
  at: 60_000,
  mark: '59050',
  markAt: 60_000,
  markBefore: '59060',
  markBeforeAt: 59_000,
  equity: '25.51',
  required: '26.577',
  tierFloor: '0',
  tierRate: '0.004',
  tierDeduction: '0',
  entryPrice: '60017',
  margin: '120.034',
  lotsBefore: 10,
  lots: 10,
  liquidationPrice: '59082.531391260673028628',
  bankruptcyPrice: '58816.66',
  price: '59033.19',
  priceFrom: 'book',
  fills: [],
  profit: '-98.381',
  fee: '2.95',
  shortfall: '0',
  insurance: '18.7',
  tape: [
    { s: 59_000, sequence: 7, mark: '59060', index: '59061', hash: 'aa' },
    { s: 60_000, sequence: 8, mark: '59050', index: '59051', hash: 'bb' },
  ],
};
const ok = (message: unknown) => ({ type: 'ok', message });

beforeAll(speakDesk);

function open(answers: Record<string, unknown>, path: string) {
  const calls = answerDesk(answers);
  sitDown('support');
  showDesk(
    <Routes>
      <Route path="/ops/users/:id" element={<UserRecords id="3" />} />
      <Route path="/ops/find" element={<FindPage />} />
    </Routes>,
    path,
  );
  return calls;
}

it('answers why a position was liquidated, with the prices that prove it', async () => {
  const calls = open(
    {
      'users/3/records': ok({ list: [position], total: 1, page: 1, limit: 20 }),
      'users/3/liquidations/11': ok([step]),
    },
    '/ops/users/3?tab=records',
  );
  const row = within((await screen.findByText('Liquidated')).closest('tr') as HTMLElement);
  expect(row.getByText('isolated 50x')).toBeTruthy();
  // Every look is on record: the report is read when somebody asks for it.
  expect(calls.some(({ path }) => path.includes('liquidations'))).toBe(false);
  await userEvent.click(row.getByRole('button', { name: 'Why it was liquidated: 11' }));
  const report = within(await screen.findByRole('region', { name: 'Liquidation of position 11' }));
  expect(await report.findByText('59,082.531')).toBeTruthy();
  const tape = within(report.getByRole('table', { name: 'Prices around it, from the tape' }));
  expect(tape.getAllByRole('row')).toHaveLength(3);
  expect(report.getByText('bb')).toBeTruthy();
  await userEvent.click(report.getByRole('button', { name: 'Close the report' }));
  expect(screen.queryByRole('region', { name: 'Liquidation of position 11' })).toBeNull();
});

it('asks anew for another product, and without demo money where there is none', async () => {
  const calls = open(
    { 'users/3/records': ok({ list: [], total: 0, page: 1, limit: 20 }) },
    '/ops/users/3?tab=records&demo=1',
  );
  await screen.findByText('Nothing here.');
  await userEvent.selectOptions(screen.getByLabelText('Of what'), 'deposit');
  await screen.findByText('Nothing here.');
  expect(screen.queryByLabelText('Money')).toBeNull();
  expect(calls.length).toBeGreaterThanOrEqual(2);
});

it('finds what bears a number, and says where it is', async () => {
  const found = [
    { kind: 'deposit', id: '7', userId: '3', account: 'ann@example.com', about: 'USDT', status: 'review', at: 0 },
    { kind: 'option', id: '7', userId: '4', account: 'bob', about: 'BTC/USDT', status: 'win', at: 0 },
  ];
  const calls = open({ find: ok({ list: found }) }, '/ops/find');
  // A search is written down: nothing is asked before it is sent.
  expect(calls).toEqual([]);
  await userEvent.type(screen.getByRole('searchbox'), ' 7 {Enter}');
  const deposit = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Deposits 7' });
  expect(deposit.getAttribute('href')).toBe('/ops/deposits/7');
  expect(screen.getByRole('link', { name: 'Options 7' }).getAttribute('href')).toBe(
    '/ops/users/4?tab=records&kind=option',
  );
});
