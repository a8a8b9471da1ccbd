import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import type { ProposalView } from '../../../server/contract/operations';
import { showDesk, sitDown, speakDesk } from '../../test/desk';
import { ProposalsPage } from './proposals';

beforeAll(speakDesk);

const proposal = {
  id: '12',
  kind: 'insurance',
  subjectId: null,
  userId: null,
  detail: { amount: '250000', currency: 'USDT', currencyId: 3 },
  reason: 'After the crash',
  proposedBy: 'ann',
  proposedAt: 0,
  decidedBy: null,
  decidedAt: null,
  mine: false,
} satisfies Partial<ProposalView>;

it('is read in full, and stays in sight after it has been approved and is no longer in the list', async () => {
  let status = 'open';
  globalThis.fetch = (async (address: string) => {
    if (address.endsWith('/approve')) status = 'approved';
    const isAsked = status === 'open' || address.includes('status=all');
    const list = isAsked ? [{ ...proposal, status }] : [];
    return {
      headers: new Headers(),
      json: async () => ({ type: 'ok', message: { list, total: 1, page: 1, limit: 20 } }),
    };
  }) as unknown as typeof fetch;
  sitDown('treasurer');
  showDesk(
    <Routes>
      <Route path="/ops/proposals/:id?" element={<ProposalsPage />} />
    </Routes>,
    '/ops/proposals/12',
  );
  expect(await screen.findByText('250,000 USDT')).toBeTruthy();
  expect(await screen.findByText('250,000')).toBeTruthy();
  await userEvent.click(await screen.findByRole('button', { name: 'Approve' }));
  expect(await screen.findByText('Approved', { selector: 'article *' })).toBeTruthy();
  expect(screen.getByText('After the crash')).toBeTruthy();
  expect(screen.queryByRole('link', { name: /250,000 USDT/ })).toBeNull();
});
