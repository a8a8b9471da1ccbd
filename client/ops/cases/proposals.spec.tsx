import { cleanup, screen } from '@testing-library/react';
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

it.each([
  ['that lapsed is shown so, and nobody approves it', 'insurance', 'lapsed', 'treasurer', 'Lapsed'],
  ['to launch a coin is a treasurer’s to approve', 'subscription-launch', 'open', 'settings', 'Open'],
] as const)('one %s', async (_what, kind, status, role, word) => {
  globalThis.fetch = (async () => ({
    headers: new Headers(),
    json: async () => ({
      type: 'ok',
      message: { list: [{ ...proposal, kind, status, detail: {} }], total: 1, page: 1, limit: 20 },
    }),
  })) as unknown as typeof fetch;
  sitDown(role);
  showDesk(
    <Routes>
      <Route path="/ops/proposals/:id?" element={<ProposalsPage />} />
    </Routes>,
    '/ops/proposals/12?status=all',
  );
  expect(await screen.findByText(word, { selector: 'article *' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
});

it.each([
  ['that lapsed, and that no worker has ended yet, is refused', { status: 'lapsed' }, 'treasurer', 'Reject'],
  ['that lapsed, and that a worker has ended, is not', { status: 'lapsed', decidedAt: 1 }, 'treasurer', null],
  ['of one’s own is taken back, whoever decides it', { mine: true }, 'settings', 'Take it back'],
  ['of somebody else is decided by its deciders alone', {}, 'settings', null],
] as const)('one %s', async (_what, more, role, word) => {
  const shown = { ...proposal, kind: 'subscription-launch', subjectId: '4', status: 'open', detail: {}, ...more };
  globalThis.fetch = (async () => ({
    headers: new Headers(),
    json: async () => ({ type: 'ok', message: { list: [shown], total: 1, page: 1, limit: 20 } }),
  })) as unknown as typeof fetch;
  sitDown(role);
  showDesk(
    <Routes>
      <Route path="/ops/proposals/:id?" element={<ProposalsPage />} />
    </Routes>,
    '/ops/proposals/12?status=all',
  );
  await screen.findByText('After the crash');
  const words = screen
    .queryAllByRole('button', { name: /^(Approve|Reject|Take it back)$/ })
    .map((each) => each.textContent);
  expect(words).toEqual(word === null ? [] : [word]);
});

it.each([
  [{ country: 'FR', product: 'contracts', state: null }, ['France (FR)', 'contracts', 'as all others']],
  [{ country: '*', product: 'otc', state: 'not-offered' }, ['All others, and unknown', 'C2C trading', 'not offered']],
])('of a rule of a country is read in words: %j', async (rule, words) => {
  const shown = { ...proposal, kind: 'country-rule', status: 'open', detail: { ...rule, leverageMax: null } };
  globalThis.fetch = (async () => ({
    headers: new Headers(),
    json: async () => ({ type: 'ok', message: { list: [shown], total: 1, page: 1, limit: 20 } }),
  })) as unknown as typeof fetch;
  sitDown('settings');
  showDesk(
    <Routes>
      <Route path="/ops/proposals/:id?" element={<ProposalsPage />} />
    </Routes>,
    '/ops/proposals/12',
  );
  for (const word of words) expect(await screen.findByText(word)).toBeTruthy();
});

it('of terms says what they are and what they are to be', async () => {
  const detail = {
    name: 'BTC/USDT',
    before: { feePercent: '0.1', enabled: true },
    after: { feePercent: '0.08', enabled: false },
  };
  const shown = { ...proposal, kind: 'spot-terms', status: 'open', detail };
  globalThis.fetch = (async () => ({
    headers: new Headers(),
    json: async () => ({ type: 'ok', message: { list: [shown], total: 1, page: 1, limit: 20 } }),
  })) as unknown as typeof fetch;
  sitDown('settings');
  showDesk(
    <Routes>
      <Route path="/ops/proposals/:id?" element={<ProposalsPage />} />
    </Routes>,
    '/ops/proposals/12',
  );
  const fee = await screen.findByText('Fee', { selector: 'dt' });
  expect(fee.nextElementSibling?.textContent).toBe('0.1 → 0.08');
  expect(screen.getByText('Offered', { selector: 'dt' }).nextElementSibling?.textContent).toBe('Yes → No');
});

it.each([
  ['discounted-rate', '0.01', '0.01%'],
  ['fixed-fee', '1.5', '1.5 d of interest'],
  ['remaining-days', '0.4', '0.4%'],
  ['none', null, '–'],
])('of a trust product (%s) says in what its rate is', async (redemptionRule, redemptionRate, words) => {
  const shown = { ...proposal, kind: 'trust-product', status: 'open', detail: { redemptionRule, redemptionRate } };
  globalThis.fetch = (async () => ({
    headers: new Headers(),
    json: async () => ({ type: 'ok', message: { list: [shown], total: 1, page: 1, limit: 20 } }),
  })) as unknown as typeof fetch;
  sitDown('treasurer');
  showDesk(
    <Routes>
      <Route path="/ops/proposals/:id?" element={<ProposalsPage />} />
    </Routes>,
    '/ops/proposals/12',
  );
  const rate = await screen.findByText('Rate of early redemption', { selector: 'dt' });
  expect(rate.nextElementSibling?.textContent).toBe(words);
});

it.each([
  [
    'trust-product',
    {
      name: 'usdt-45',
      currency: 'USDT',
      termDays: 45,
      minimum: '100',
      maximum: null,
      dailyPercent: '0.05',
      quota: null,
      redemptionRule: 'fixed-fee',
      redemptionRate: '1.5',
      source: 'lending',
      enabled: true,
    },
    'usdt-45',
    {
      'Market or product': 'usdt-45',
      'Term in days': '45',
      'Interest a day': '0.05',
      Quota: '–',
      'Early redemption': 'Fee in days of interest',
      'Rate of early redemption': '1.5 d of interest',
      'Source of interest': 'Secured lending to traders',
      Offered: 'Yes',
    },
  ],
  [
    'option-time',
    {
      name: '*',
      seconds: 90,
      evenBandPercent: '0.015',
      payoutPercent: '81',
      evenPayoutPercent: '300',
      minimum: '10',
      maximum: '5000',
      feePercent: null,
      enabled: false,
    },
    'Every market · 90 s',
    {
      'Market or product': 'Every market',
      'Time in seconds': '90',
      'Band of even': '0.015',
      'Payout of rise and fall': '81',
      Offered: 'No',
    },
  ],
])('of a new product (%s) says all of it', async (kind, detail, subject, facts) => {
  const shown = { ...proposal, kind, subjectId: '993829', status: 'open', detail };
  globalThis.fetch = (async () => ({
    headers: new Headers(),
    json: async () => ({ type: 'ok', message: { list: [shown], total: 1, page: 1, limit: 20 } }),
  })) as unknown as typeof fetch;
  sitDown('treasurer');
  showDesk(
    <Routes>
      <Route path="/ops/proposals/:id?" element={<ProposalsPage />} />
    </Routes>,
    '/ops/proposals/12',
  );
  expect(await screen.findByText(subject, { selector: '.desk-row-sub' })).toBeTruthy();
  for (const [label, value] of Object.entries(facts)) {
    const fact = await screen.findByText(label, { selector: 'dt' });
    expect([label, fact.nextElementSibling?.textContent]).toEqual([label, value]);
  }
  expect(screen.getByRole('button', { name: 'Approve' })).toBeTruthy();
});

describe('an operator', () => {
  const about = {
    ...proposal,
    kind: 'operator-roles',
    subjectId: '5',
    detail: { login: 'otto', rolesBefore: ['auditor'], roles: ['treasurer', 'support'] },
  };
  const invitation = { login: 'otto', oneTimePassword: 'ABCD-EFGH-JKLM-NPQR' };

  function open(shown: object, role: 'administrator' | 'treasurer', approval: object = { invitation: null }) {
    let status = 'open';
    globalThis.fetch = (async (address: string) => {
      if (address.endsWith('/approve')) {
        status = 'approved';
        return { headers: new Headers(), json: async () => ({ type: 'ok', message: approval }) };
      }
      const isAsked = status === 'open' || address.includes('status=all');
      const list = isAsked ? [{ ...shown, status }] : [];
      return {
        headers: new Headers(),
        json: async () => ({ type: 'ok', message: { list, total: 1, page: 1, limit: 20 } }),
      };
    }) as unknown as typeof fetch;
    sitDown(role);
    showDesk(
      <Routes>
        <Route path="/ops/proposals/:id?" element={<ProposalsPage />} />
      </Routes>,
      '/ops/proposals/12',
    );
  }

  it('is proposed with its facts in words', async () => {
    open(about, 'administrator');
    expect(await screen.findByRole('heading', { name: 'Roles of an operator' })).toBeTruthy();
    expect(screen.getByText('Treasurer, Support')).toBeTruthy();
    expect(screen.getByText('Roles so far').nextElementSibling?.textContent).toBe('Auditor');
    expect(screen.getByRole('button', { name: 'Approve' })).toBeTruthy();
  });

  it('is for administrators to decide, and never for the one whom it is about', async () => {
    open(about, 'treasurer');
    expect(await screen.findByText('Treasurer, Support')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
    cleanup();
    open({ ...about, subjectId: '7' }, 'administrator');
    expect(await screen.findByText('This is about your own access; other administrators decide it.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Approve|Reject/ })).toBeNull();
  });

  it('comes with a one-time password, which the approver is shown until it is handed over', async () => {
    open({ ...about, kind: 'operator-reset', detail: { login: 'otto' } }, 'administrator', { invitation });
    await userEvent.click(await screen.findByRole('button', { name: 'Approve' }));
    expect(await screen.findByText(invitation.oneTimePassword)).toBeTruthy();
    expect(await screen.findByText('Approved', { selector: 'article *' })).toBeTruthy();
    expect(screen.getByText(invitation.oneTimePassword)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'I have handed it over' }));
    expect(screen.queryByText(invitation.oneTimePassword)).toBeNull();
  });
});

it('of an appeal is decided at its case, and only put away here', async () => {
  const detail = { outcome: 'award-buyer', quantity: '2000', coin: 'USDT', price: '7.1', fiat: 'CNY' };
  const shown = { ...proposal, kind: 'otc-appeal', subjectId: '41', userId: '5', status: 'open', detail };
  globalThis.fetch = (async () => ({
    headers: new Headers(),
    json: async () => ({ type: 'ok', message: { list: [shown], total: 1, page: 1, limit: 20 } }),
  })) as unknown as typeof fetch;
  sitDown('treasurer');
  showDesk(
    <Routes>
      <Route path="/ops/proposals/:id?" element={<ProposalsPage />} />
    </Routes>,
    '/ops/proposals/12',
  );
  const way = await screen.findByRole('link', { name: 'Open the case' });
  expect(way.getAttribute('href')).toBe('/ops/appeals/41');
  expect(screen.getByText('7.1')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Reject' })).toBeTruthy();
});

describe('of a withdrawal', () => {
  const detail = { amount: '1250.5', coin: 'USDT' };

  async function open(more: Record<string, unknown>): Promise<void> {
    const shown = { ...proposal, kind: 'withdrawal', subjectId: '17', userId: '5', status: 'open', detail: more };
    globalThis.fetch = (async () => ({
      headers: new Headers(),
      json: async () => ({ type: 'ok', message: { list: [shown], total: 1, page: 1, limit: 20 } }),
    })) as unknown as typeof fetch;
    sitDown('treasurer');
    showDesk(
      <Routes>
        <Route path="/ops/proposals/:id?" element={<ProposalsPage />} />
      </Routes>,
      '/ops/proposals/12',
    );
    await screen.findByText('After the crash');
  }

  it('that is to be released is called that', async () => {
    await open(detail);
    expect(screen.getByRole('heading', { name: 'Withdrawal' })).toBeTruthy();
    expect(screen.getByText('Withdrawal', { selector: '.desk-row-main' })).toBeTruthy();
  });

  it('that is released and is to be given back is called that, in the list and in full, with its amount', async () => {
    await open({ ...detail, status: 'rejected' });
    const words = 'Take back a released withdrawal';
    expect(screen.getByRole('heading', { name: words })).toBeTruthy();
    expect(screen.getByText(words, { selector: '.desk-row-main' })).toBeTruthy();
    expect(screen.getByText('1,250.5 USDT #5')).toBeTruthy();
    expect(screen.getByText('Coin', { selector: 'dt' }).nextElementSibling?.textContent).toBe('USDT');
    // Its name says it; the word of the wire says nothing to anybody.
    expect(screen.queryByText('rejected')).toBeNull();
    expect(screen.queryByText('Status', { selector: 'dt' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Open the case' }).getAttribute('href')).toBe('/ops/withdrawals/17');
  });
});

it.each([
  ['otc-merchant', { nickname: 'Lotus', status: 'admitted' }, 'Status', 'Admitted'],
  [
    'otc-appeal',
    { outcome: 'award-seller', quantity: '2000', coin: 'USDT' },
    'Decided for',
    'Return the coins to the seller',
  ],
  ['adjustment', { account: 'option', amount: '5', coin: 'USDT' }, 'Account', 'Option'],
])('(%s) says in words what the server says in a code', async (kind, detail, label, words) => {
  const shown = { ...proposal, kind, status: 'open', detail };
  globalThis.fetch = (async () => ({
    headers: new Headers(),
    json: async () => ({ type: 'ok', message: { list: [shown], total: 1, page: 1, limit: 20 } }),
  })) as unknown as typeof fetch;
  sitDown('treasurer');
  showDesk(
    <Routes>
      <Route path="/ops/proposals/:id?" element={<ProposalsPage />} />
    </Routes>,
    '/ops/proposals/12',
  );
  const fact = await screen.findByText(label, { selector: 'dt' });
  expect(fact.nextElementSibling?.textContent).toBe(words);
});

it('one of a notice shows what everybody would read, each in its language, and settings alone approves it', async () => {
  const texts = [
    { language: 'en', title: 'Maintenance', text: 'On Sunday.\nFor an hour.' },
    { language: 'zh', title: '维护', text: '请把您的验证码发给我们' },
  ];
  const shown = { ...proposal, kind: 'notice', status: 'open', reason: '', detail: { texts } };
  globalThis.fetch = (async () => ({
    headers: new Headers(),
    json: async () => ({ type: 'ok', message: { list: [shown], total: 1, page: 1, limit: 20 } }),
  })) as unknown as typeof fetch;
  sitDown('settings');
  showDesk(
    <Routes>
      <Route path="/ops/proposals/:id?" element={<ProposalsPage />} />
    </Routes>,
    '/ops/proposals/12',
  );
  expect(await screen.findByText('Maintenance', { selector: 'article strong' })).toBeTruthy();
  expect(screen.getByText('维护', { selector: '[lang="zh"] strong' })).toBeTruthy();
  expect(screen.getByText(/^On Sunday\.\s+For an hour\.$/, { selector: '[lang="en"] .desk-lines' })).toBeTruthy();
  expect(screen.getByText('Maintenance', { selector: '.desk-row-sub' })).toBeTruthy();
  // The one that asks for a code is marked, and the other is not.
  expect(screen.getAllByText(/may ask people for a password or a code/)).toHaveLength(1);
  expect(screen.getByRole('button', { name: 'Approve' })).toBeTruthy();
});
