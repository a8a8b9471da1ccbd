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
