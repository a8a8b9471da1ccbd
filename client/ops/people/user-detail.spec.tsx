import { screen } from '@testing-library/react';
import type { UserDetailView } from '../../../server/contract/operations';
import { answerDesk, showDesk, sitDown, speakDesk } from '../../test/desk';
import { UserDetail } from './user-detail';

const DAY = Date.UTC(2026, 11, 11, 9, 30);
const PERSON = {
  user: {
    id: '17',
    account: '86000017',
    username: null,
    email: 'ann@example.test',
    phone: null,
    verifiedLevel: 0,
    disabled: false,
    createdAt: 0,
    lastSeenAt: null,
  },
  extensionCode: 'ABCD',
  mainId: null,
  subAccounts: [],
  invitedBy: null,
  erasesAt: null,
  erasedAt: null,
  sessions: [],
  holds: [],
  verification: [],
  balances: [],
  securityEvents: [],
  depositsWaiting: 0,
  withdrawalsWaiting: 0,
} as unknown as UserDetailView;

beforeAll(speakDesk);

async function show(changes: Partial<UserDetailView>): Promise<HTMLElement | null> {
  answerDesk({ 'users/17': { type: 'ok', message: { ...PERSON, ...changes } } });
  sitDown('support');
  const { container } = showDesk(<UserDetail id="17" />);
  await screen.findByText('86000017');
  return container.querySelector('.desk-strip');
}

describe('whether the account is there', () => {
  it('is not a word of one that is', async () => {
    expect(await show({})).toBeNull();
  });

  it('says when one is erased that its user has closed, and not that it is disabled', async () => {
    const strip = await show({ erasesAt: DAY, user: { ...PERSON.user, disabled: true } });
    expect(strip?.textContent).toMatch(/^Closed by the user, erased on: .*2026/);
    expect(strip?.getAttribute('data-tone')).toBe('bad');
  });

  it('says when one was erased, also where the day for that is known', async () => {
    const strip = await show({ erasesAt: DAY, erasedAt: DAY, user: { ...PERSON.user, disabled: true } });
    expect(strip?.textContent).toMatch(/^Erased on: .*2026/);
  });

  it('says of one that the desk has shut that it is disabled', async () => {
    const strip = await show({ user: { ...PERSON.user, disabled: true } });
    expect(strip?.textContent).toMatch(/disabled/i);
  });
});

describe('whose accounts belong together', () => {
  it('is said on the main account, with what its owner has frozen', async () => {
    await show({ subAccounts: [{ id: '18', label: 'Grid bot', frozen: true }] });
    expect(screen.getByText('Sub-account: Grid bot').parentElement?.textContent).toContain('18');
    expect(screen.getByText('ABCD')).toBeDefined();
  });

  it('is said on a sub-account, which has no invitation code', async () => {
    await show({ mainId: '9' });
    expect(screen.getByText('Sub-account of').parentElement?.textContent).toContain('9');
    expect(screen.queryByText('ABCD')).toBeNull();
  });
});

it('says in words how a session began, and in the word of the server what it does not know', async () => {
  const session = { id: '1', device: 'Lynx', ip: '203.0.113.9', createdAt: DAY, lastUsedAt: DAY };
  await show({
    sessions: [
      { ...session, method: 'passkey' },
      { ...session, id: '2', method: 'stars' },
    ],
  });
  expect(['Passkey', 'stars'].map((word) => screen.getAllByText(word).length)).toEqual([1, 1]);
});
