import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import type { WithdrawalCaseDetailView, WithdrawalCaseView } from '../../../server/contract/operations';
import { answerDesk, showDesk, sitDown, speakDesk } from '../../test/desk';
import { WithdrawalsPage } from './withdrawals';

const CLAIM = { operatorId: '7', login: 'greta', until: 4e12, mine: true };

beforeAll(speakDesk);
beforeEach(() => sitDown('treasurer'));

function open(changes: Partial<WithdrawalCaseView>, claims: string[] = []) {
  const withdrawal: WithdrawalCaseView = {
    id: '17',
    userId: '5',
    account: 'user-5',
    currencyId: 3,
    coin: 'USDT',
    network: 'TRC20',
    address: 'T17',
    holder: null,
    bank: null,
    verifiedName: 'Ann Example',
    amount: '100',
    fee: '1',
    payout: '99',
    remark: '',
    status: 'approved',
    reason: '',
    hash: null,
    needsSecondPerson: false,
    plainlyProven: false,
    firstApprovedBy: null,
    takeBackBy: null,
    takeBackReason: null,
    sending: null,
    sendingProposal: null,
    releasedFrom: null,
    claim: CLAIM,
    createdAt: 0,
    updatedAt: 0,
    ...changes,
  };
  const detail: WithdrawalCaseDetailView = {
    withdrawal,
    user: { id: '5', account: 'user-5', createdAt: 0, verifiedLevel: 1, disabled: false },
    holds: [],
    addressAddedAt: 0,
    addressWaitHours: 0,
    plainlyProven: false,
    claims,
    steps: [],
    others: [],
  };
  const calls = answerDesk({
    withdrawals: { type: 'ok', message: { list: [withdrawal], total: 1, page: 1, limit: 20 } },
    'withdrawals/17': { type: 'ok', message: detail },
    'withdrawals/17/send': { type: 'ok', message: { outcome: 'done' } },
    'withdrawals/17/send-not': { type: 'ok', message: { outcome: 'second-person' } },
    'withdrawals/17/paid': { type: 'ok', message: { outcome: 'second-person' } },
  });
  showDesk(
    <Routes>
      <Route path="/ops/withdrawals/:id?" element={<WithdrawalsPage />} />
    </Routes>,
    '/ops/withdrawals/17',
  );
  return calls;
}

const MINE = { operatorId: '7', login: 'greta', mine: true, since: 0 };
const THEIRS = { operatorId: '8', login: 'carl', mine: false, since: 0 };
const sentTo = (calls: { path: string; body?: unknown }[], act: string) =>
  calls.filter(({ path }) => path === `withdrawals/17/${act}`).map(({ body }) => body);

describe('a withdrawal that is released', () => {
  it('is said to be sent before anybody can mark it as paid', async () => {
    const calls = open({});
    expect(await screen.findByRole('button', { name: 'Take it back with a reason' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Mark as paid' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'I send 99 USDT now' }));
    expect(sentTo(calls, 'send')).toEqual([{}]);
  });

  it('is marked as paid by whoever sends it, and not taken back meanwhile', async () => {
    const calls = open({ sending: MINE });
    expect(await screen.findByText('You send it')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /I send/ })).toBeNull();
    expect(screen.queryByRole('button', { name: /Take it back/ })).toBeNull();
    await userEvent.type(screen.getByLabelText('Transaction hash'), 'ab'.repeat(32));
    await userEvent.click(screen.getByRole('button', { name: 'Mark as paid' }));
    expect(sentTo(calls, 'paid')).toEqual([{ transaction: 'ab'.repeat(32) }]);
  });

  it('says who else sends it, and is paid or undone with a reason', async () => {
    const calls = open({
      sending: THEIRS,
      sendingProposal: { login: 'dora', says: 'not-sent', transaction: null, reason: 'Nothing was signed' },
    });
    const strip = (await screen.findByText('carl sends it', { selector: '.desk-strip *' })).closest('.desk-strip');
    expect(strip?.textContent).toContain('dora says that nothing was sent');
    expect(strip?.textContent).toContain('Nothing was signed');
    expect(await screen.findByText('carl sends it', { selector: '.desk-row *' })).toBeTruthy();
    await userEvent.type(screen.getByLabelText('Transaction hash'), 'ab'.repeat(32));
    await userEvent.click(screen.getByRole('button', { name: 'Mark as paid' }));
    expect(sentTo(calls, 'paid')).toEqual([]);
    await userEvent.type(screen.getByLabelText('Reason'), 'Carl is away');
    await userEvent.click(screen.getByRole('button', { name: 'Mark as paid' }));
    expect(sentTo(calls, 'paid')).toEqual([{ transaction: 'ab'.repeat(32), reason: 'Carl is away' }]);
    await userEvent.click(await screen.findByRole('button', { name: 'Nothing was sent …' }));
    const [, reason] = await screen.findAllByLabelText('Reason');
    await userEvent.type(reason as HTMLElement, 'Nothing was signed');
    await userEvent.click(screen.getByRole('button', { name: 'Nothing was sent' }));
    expect(sentTo(calls, 'send-not')).toEqual([{ reason: 'Nothing was signed' }]);
  });
});

it('a withdrawal whose transaction is claimed as a deposit says so', async () => {
  open({ status: 'paid', hash: 'ab'.repeat(32) }, ['41']);
  const strip = (await screen.findByText(/is claimed as a deposit/)).closest('.desk-strip');
  expect(strip?.querySelector('a')?.getAttribute('href')).toBe('/ops/deposits/41');
});
