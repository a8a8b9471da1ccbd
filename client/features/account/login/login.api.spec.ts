import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import {
  beginSession,
  endSession,
  onUserChange,
  rememberUser,
  type SessionUser,
  sessionToken,
  sessionUserId,
} from '../../../platform/session';
import { openSession } from './login.api';

const A = { id: 7 } as SessionUser;
const B = { id: 8 } as SessionUser;
let ended: string[];
let center: () => object;

beforeEach(() => {
  ended = [];
  center = () => ({ type: 'ok', message: B });
  globalThis.fetch = async (url, init) => {
    if (url !== '/api/user/sessions/end') return { headers: new Headers(), json: async () => center() } as Response;
    ended.push((JSON.parse(init?.body as string) as { session: string }).session);
    return { headers: new Headers(), json: async () => ({ type: 'ok', message: 'ok' }) } as Response;
  };
});
afterEach(() => {
  endSession();
  window.localStorage.clear();
  window.sessionStorage.clear();
});

/** Who was known, one after the other, while the session of B opens. */
async function open(): Promise<(number | null)[]> {
  const users: (number | null)[] = [];
  const stop = onUserChange(() => users.push(sessionUserId()));
  await openSession('token-of-b').finally(stop);
  return users;
}

it('ends the session of whoever is still logged in, here and on the server, before there is another user', async () => {
  beginSession('token-of-a');
  rememberUser(A);
  window.sessionStorage.setItem('draft:7:withdrawal', '"typed"');
  expect(await open()).toEqual([null, 8]);
  expect([sessionToken(), sessionUserId()]).toEqual(['token-of-b', 8]);
  expect(ended).toEqual([bytesToHex(sha256(utf8ToBytes('token-of-a')))]);
  expect(window.sessionStorage.getItem('draft:7:withdrawal')).toBeNull();
});

it('ends nothing where nobody is logged in', async () => {
  expect(await open()).toEqual([8]);
  expect(ended).toEqual([]);
});

it('leaves nobody logged in where the new session is not answered for', async () => {
  beginSession('token-of-a');
  rememberUser(A);
  center = () => ({ type: 'error', message: 'No' });
  await expect(open()).rejects.toThrow('No');
  expect([sessionToken(), sessionUserId()]).toEqual(['', null]);
  expect(ended).toHaveLength(1);
});

describe('another window that logs somebody in meanwhile', () => {
  /** The other window keeps its own session. This one hears of it at once, or has not heard yet. */
  const loginElsewhere = (isHeard: boolean) => {
    for (const [key, value] of [
      ['token', 'token-of-a'],
      ['user', JSON.stringify(A)],
    ] as const) {
      window.localStorage.setItem(key, value);
      if (isHeard) window.dispatchEvent(new StorageEvent('storage', { key, newValue: value }));
    }
  };
  const stored = () => {
    const user = JSON.parse(window.localStorage.getItem('user') ?? 'null') as { id: number } | null;
    return [window.localStorage.getItem('token'), user?.id];
  };

  it.each([true, false])('is who stays logged in, with its own user; heard of: %s', async (isHeard) => {
    center = () => {
      loginElsewhere(isHeard);
      return { type: 'ok', message: B };
    };
    await expect(open()).rejects.toMatchObject({ kind: 'session' });
    expect(stored()).toEqual(['token-of-a', 7]);
    expect(sessionUserId()).not.toBe(8);
  });

  it.each([true, false])('is not logged out by an answer that does not come here; heard of: %s', async (isHeard) => {
    center = () => {
      loginElsewhere(isHeard);
      return { type: 'error', message: 'No' };
    };
    await expect(open()).rejects.toThrow('No');
    expect(stored()).toEqual(['token-of-a', 7]);
  });
});
