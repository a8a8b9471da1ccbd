import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import type { WithdrawalCaseDetailView, WithdrawalCaseView } from '../../../server/contract/operations';
import { answerDesk, showDesk, sitDown, speakDesk } from '../../test/desk';
import { WithdrawalsPage } from './withdrawals';

const CLAIM = { operatorId: '7', login: 'greta', until: 4e12, mine: true };

beforeAll(speakDesk);
beforeEach(() => sitDown('treasurer'));

function open(changes: Partial<WithdrawalCaseView>) {
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
    claims: [],
    steps: [],
    others: [],
  };
  const calls = answerDesk({
    withdrawals: { type: 'ok', message: { list: [withdrawal], total: 1, page: 1, limit: 20 } },
    'withdrawals/17': { type: 'ok', message: detail },
    'withdrawals/17/reject': { type: 'ok', message: { outcome: 'second-person' } },
  });
  showDesk(
    <Routes>
      <Route path="/ops/withdrawals/:id?" element={<WithdrawalsPage />} />
    </Routes>,
    '/ops/withdrawals/17',
  );
  return calls;
}

describe('a withdrawal that is released', () => {
  it('says who wants it back, and why, to whoever opens it', async () => {
    open({ takeBackBy: 'carl', takeBackReason: 'The chain gave it back' });
    const strip = (await screen.findByText('carl wants it back', { selector: '.desk-strip *' })).closest('.desk-strip');
    // The reason stands by itself, whatever it ends with.
    expect([...(strip?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
      'carl wants it back',
      'The chain gave it back',
      'Another operator has to take it back too; who marks it as paid drops that.',
    ]);
  });

  it('says so in the list already, where others are about to pay it', async () => {
    open({ takeBackBy: 'carl', takeBackReason: 'The chain gave it back' });
    expect(await screen.findByText('carl wants it back', { selector: '.desk-row *' })).toBeTruthy();
  });

  it('is taken back by a button of that name, with a reason', async () => {
    const calls = open({});
    await userEvent.click(await screen.findByRole('button', { name: 'Take it back with a reason' }));
    expect(screen.queryByText(/wants it back/)).toBeNull();
    await userEvent.type(screen.getByLabelText('Reason'), 'The chain gave it back');
    await userEvent.click(screen.getByRole('button', { name: 'Take it back' }));
    await screen.findByRole('button', { name: 'Take it back' });
    expect(calls.filter(({ path }) => path === 'withdrawals/17/reject').map(({ body }) => body)).toEqual([
      { reason: 'The chain gave it back' },
    ]);
  });

  it('and one that is not is refused', async () => {
    open({ status: 'review' });
    expect(await screen.findByRole('button', { name: 'Reject with a reason' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Take it back/ })).toBeNull();
  });
});
