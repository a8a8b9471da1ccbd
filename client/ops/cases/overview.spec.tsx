import { screen, within } from '@testing-library/react';
import type { FeedStateView, ProductStateView, WithdrawalCaseDetailView } from '../../../server/contract/operations';
import { answerDesk, showDesk, sitDown, speakDesk } from '../../test/desk';
import { changePreferences } from '../../platform/preferences';
import { OverviewPage } from './overview';
import { WithdrawalChecks } from './withdrawal-checks';

const ok = (message: unknown) => ({ type: 'ok', message });
const mode = (changes: object = {}) => ({
  mode: 'open',
  cause: '',
  broken: [],
  since: 0,
  verifiedAt: 0,
  checkedAt: 0,
  ...changes,
});
const feed: FeedStateView = { at: 0, fed: true, ageMs: 100, live: 2, total: 3, others: [], oldestMs: 4000 };
const state: ProductStateView = {
  at: 0,
  exposure: [
    {
      marketId: 1,
      symbol: 'BTC/USDT',
      long: '0.17',
      short: '0.1',
      base: 'BTC',
      quote: 'USDT',
      price: '60010',
      priceAgeMs: 2000,
      net: '4200.7',
      options: [{ coin: 'USDT', rise: '0', fall: '70', even: '0', worst: '56' }],
    },
  ],
  profit: [],
  coverage: [
    { coin: 'USDT', owed: '900', held: '880', ratio: '0.9777' },
    { coin: 'BTC', owed: '1', held: '1.5', ratio: '1.5' },
    { coin: 'ETH', owed: '0', held: '2', ratio: null },
  ],
};

beforeAll(speakDesk);

function open(real: object, roles: Parameters<typeof sitDown>) {
  const calls = answerDesk({
    queues: ok({ queues: [] }),
    books: ok({ trading: { real: mode(real), demo: mode() }, ledgerSeal: null, auditSeal: null }),
    'feed-state': ok(feed),
    'product-state': ok(state),
    'market-profit': ok({ list: [] }),
  });
  sitDown(...roles);
  showDesk(<OverviewPage />);
  return calls;
}

it('says what users hold open, what covers it, and how old the prices are', async () => {
  open({}, ['treasurer']);
  const exposure = within(await screen.findByRole('table', { name: 'What users hold open, by market' }));
  expect(exposure.getByText('+4,200.70')).toBeTruthy();
  expect(exposure.getByText('0 / 70 / 0 USDT')).toBeTruthy();
  const coverage = within(screen.getByRole('table', { name: 'What covers what users own' }));
  // What is short stands out; where nothing is owed there is no part.
  expect(coverage.getByText('97.77%').dataset.short).toBe('true');
  expect(coverage.getByText('150.00%').dataset.short).toBeUndefined();
  expect(coverage.getAllByText(/%$/)).toHaveLength(2);
  expect(screen.getByText('2 of 3')).toBeTruthy();
  expect(screen.getByText('4 s')).toBeTruthy();
});

it('shows figures of the house to whoever may see them alone', async () => {
  const calls = open({}, ['support']);
  await screen.findByText('2 of 3');
  expect(calls.some(({ path }) => path === 'product-state')).toBe(false);
});

it('says why a book is stopped in words, and leads to the rows', async () => {
  open({ mode: 'cancel-only', cause: 'The books break L04, L13-withdrawals.', broken: ['L04', 'L13-withdrawals'] }, [
    'auditor',
  ]);
  await screen.findByText(/The books break: L04 \(ledger\), L13-withdrawals \(ledger\)\./);
  expect(screen.getByRole('link', { name: 'Show the rows' }).getAttribute('href')).toBe('/ops/books?verify=1');
});

it('names limits that users set themselves as what is broken', async () => {
  open({ mode: 'cancel-only', cause: 'The books break G02.', broken: ['G02'] }, ['support']);
  await screen.findByText(/The books break: G02 \(limits that users set themselves\)\./);
});

it('writes what covers in the language of the desk', async () => {
  changePreferences({ language: 'es' });
  try {
    open({}, ['treasurer']);
    expect(await screen.findByText('97,77%')).toBeTruthy();
  } finally {
    changePreferences({ language: 'en' });
  }
});

it('keeps the words of an operator as they are', async () => {
  open({ cause: 'A balance was corrected by hand.' }, ['support']);
  await screen.findByText('In the operator’s words: A balance was corrected by hand.');
});

describe('the address of a withdrawal', () => {
  const HOUR = 3_600_000;
  const detail = (ageMs: number, addressWaitHours: number) =>
    ({
      withdrawal: { address: 'T1', amount: '10', fee: '1', payout: '9', createdAt: 100 * HOUR },
      user: { verifiedLevel: 1, disabled: false },
      holds: [],
      addressAddedAt: 100 * HOUR - ageMs,
      addressWaitHours,
      others: [],
      steps: [],
    }) as unknown as WithdrawalCaseDetailView;

  it.each([
    [2 * 60_000, 24, /2 min old when the money was asked for; the rule is 24 h$/, 'false'],
    [2 * 60_000, 0, /2 min old when the money was asked for; no waiting time is set$/, 'false'],
    [30 * HOUR, 24, /1 d old when the money was asked for; the rule is 24 h$/, 'true'],
    [30 * HOUR, 48, /the rule is 48 h$/, 'false'],
  ])('that is %i ms old under a rule of %i h is judged by both', async (age, hours, words, passes) => {
    answerDesk({});
    sitDown('treasurer');
    showDesk(<WithdrawalChecks detail={detail(age, hours)} />);
    expect((await screen.findByText(words)).dataset.passes).toBe(passes);
    expect(screen.queryByText(/bound by an old client/)).toBeNull();
  });

  it('that an old client bound with less is said to be so', async () => {
    answerDesk({});
    sitDown('treasurer');
    showDesk(<WithdrawalChecks detail={{ ...detail(30 * HOUR, 24), plainlyProven: true }} />);
    expect((await screen.findByText(/bound by an old client/)).dataset.passes).toBe('false');
  });
});
