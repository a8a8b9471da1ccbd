import { waitFor } from '@testing-library/react';
import { logOut, tellLogOuts } from './log-out';
import { get } from './api';
import { OWN, queries } from './queries';
import { serverNow, setServerNow } from './server-clock';
import { beginSession, endSession, isLoggedIn, rememberUser, type SessionUser, sessionToken } from './session';
import { readStored, writeStored } from './stored';

const told: string[] = [];
/** Every call, with the token that went along. */
const calls: [path: string, token: string][] = [];
/** How the server takes a log-out. */
let take: () => Promise<unknown>;
const lost = () => Promise.reject(new TypeError('no network'));
const answer = (body: unknown) => async () => body;

beforeEach(() => {
  writeStored('sessions-to-end', null);
  told.length = 0;
  calls.length = 0;
  globalThis.fetch = async (url, init) => {
    const token = new Headers(init?.headers).get('authorization') ?? '';
    calls.push([url as string, token]);
    if (url === '/api/user/logout') told.push(token);
    const body = await take();
    return { json: async () => body } as Response;
  };
});
afterEach(() => endSession());

const HOUR_MS = 3_600_000;
const stored = () => JSON.stringify(Object.entries(window.localStorage));

/** Logs out while nothing can be told. */
async function logOutUnheard(token: string): Promise<void> {
  take = lost;
  logIn(token);
  logOut();
  await tellLogOuts();
}

function logIn(token: string): void {
  beginSession(token);
  rememberUser({ id: 7 } as SessionUser);
}

it('logs out here at once while the network answers nothing', () => {
  take = () => new Promise(() => undefined);
  logIn('maria-1');
  queries.setQueryData([OWN, 'balance'], '5');
  logOut();
  expect([isLoggedIn(), sessionToken(), readStored('token'), readStored('user')]).toEqual([false, '', null, null]);
  expect(queries.getQueryData([OWN, 'balance'])).toBeUndefined();
});

it.each([
  ['does it', { type: 'ok', message: 'Done' }],
  ['knows the session no more', { type: '999', message: 'Log in first' }],
])('tells the server until it %s, at the next start too, and leaves another session alone', async (_name, body) => {
  take = lost;
  logIn('maria-1');
  logOut();
  await tellLogOuts();
  take = answer({ type: 'error', message: 'Too busy' });
  await tellLogOuts();
  logIn('maria-2');
  told.length = 0;
  take = answer(body);
  await tellLogOuts();
  await tellLogOuts();
  expect(told).toEqual(['maria-1']);
  expect([isLoggedIn(), sessionToken()]).toEqual([true, 'maria-2']);
});

it('tells the server at once where it can be reached, and keeps nothing then', async () => {
  take = answer({ type: 'ok', message: 'Done' });
  logIn('maria-3');
  logOut();
  expect(told).toEqual(['maria-3']);
  await waitFor(() => expect(stored()).not.toContain('maria-3'));
  await tellLogOuts();
  expect(told).toEqual(['maria-3']);
});

it.each([
  [23, true],
  [25, false],
])('keeps what it could not tell for a day: %i hours later %s', async (hours, isKept) => {
  const start = serverNow();
  await logOutUnheard('maria-4');
  expect(stored()).toContain('maria-4');
  setServerNow(start + hours * HOUR_MS);
  told.length = 0;
  await tellLogOuts();
  expect([told.length > 0, stored().includes('maria-4')]).toEqual([isKept, isKept]);
  setServerNow(start);
});

it('gives a day to what an older version kept without a time, and no more', async () => {
  const start = serverNow();
  take = lost;
  writeStored('sessions-to-end', '["maria-5"]');
  await tellLogOuts();
  setServerNow(start + 25 * HOUR_MS);
  await tellLogOuts();
  expect([told, stored().includes('maria-5')]).toEqual([['maria-5'], false]);
  setServerNow(start);
});

it('tells as soon as there is a network again, and sends the token nowhere else', async () => {
  await logOutUnheard('maria-6');
  await get('user/center', {}, { quiet: true }).catch(() => undefined);
  take = answer({ type: 'ok', message: 'Done' });
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(stored()).not.toContain('maria-6'));
  await get('user/center', {}, { quiet: true });
  expect(calls.filter(([path]) => path !== '/api/user/logout')).toEqual([
    ['/api/user/center', ''],
    ['/api/user/center', ''],
  ]);
});

it('tells after a while where only the server could not be reached', async () => {
  jest.useFakeTimers();
  await logOutUnheard('maria-7');
  take = answer({ type: 'ok', message: 'Done' });
  await jest.advanceTimersByTimeAsync(60_000);
  jest.useRealTimers();
  expect(stored()).not.toContain('maria-7');
});
