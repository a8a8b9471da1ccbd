import { createHash } from 'node:crypto';
import { waitFor } from '@testing-library/react';
import { logOut } from './log-out';
import { get } from './api';
import { OWN, queries } from './queries';
import { serverNow, setServerNow } from './server-clock';
import { beginSession, endSession, isLoggedIn, rememberUser, type SessionUser, sessionToken } from './session';
import { readStored, writeStored } from './stored';
import { sendLogOuts } from './unheard-log-outs';

const KEY = 'sessions-to-end';
/** The sessions that the server was told of, by their tokens' digests. */
const endedSessions: string[] = [];
/** Every call, with the token that went along. */
const calls: [path: string, token: string][] = [];
/** How the server takes a log-out. */
let take: () => Promise<unknown>;
const lost = () => Promise.reject(new TypeError('no network'));
const answer = (body: unknown) => async () => body;

beforeEach(() => {
  writeStored(KEY, null);
  endedSessions.length = 0;
  calls.length = 0;
  globalThis.fetch = async (url, init) => {
    const token = new Headers(init?.headers).get('authorization') ?? '';
    calls.push([url as string, token]);
    if (url === END) endedSessions.push((JSON.parse(init?.body as string) as { session: string }).session);
    const body = await take();
    return { headers: new Headers(), json: async () => body } as Response;
  };
});
afterEach(() => endSession());

const END = '/api/user/sessions/end';
const HOUR_MS = 3_600_000;
const digestOf = (token: string) => createHash('sha256').update(token).digest('hex');
const stored = () => JSON.stringify(Object.entries(window.localStorage));

/** Logs out while nothing can be told. */
async function logOutUnheard(token: string): Promise<void> {
  take = lost;
  logIn(token);
  logOut();
  await sendLogOuts();
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

it('tells the server until it does it, at the next start too, and leaves another session alone', async () => {
  take = lost;
  logIn('maria-1');
  logOut();
  await sendLogOuts();
  take = answer({ type: 'error', message: 'Too busy' });
  await sendLogOuts();
  logIn('maria-2');
  endedSessions.length = 0;
  take = answer({ type: 'ok', message: 'Done' });
  await sendLogOuts();
  await sendLogOuts();
  expect(endedSessions).toEqual([digestOf('maria-1')]);
  expect([isLoggedIn(), sessionToken()]).toEqual([true, 'maria-2']);
});

it('tells the server at once where it can be reached, and keeps nothing then', async () => {
  take = answer({ type: 'ok', message: 'Done' });
  logIn('maria-3');
  logOut();
  expect(endedSessions).toEqual([digestOf('maria-3')]);
  await waitFor(() => expect(readStored(KEY)).toBeNull());
  await sendLogOuts();
  expect(endedSessions).toEqual([digestOf('maria-3')]);
});

it.each([
  [23, true],
  [25, false],
])('keeps what it could not tell for a day: %i hours later %s', async (hours, isPending) => {
  const start = serverNow();
  await logOutUnheard('maria-4');
  expect(stored()).toContain(digestOf('maria-4'));
  setServerNow(start + hours * HOUR_MS);
  endedSessions.length = 0;
  await sendLogOuts();
  expect([endedSessions.length > 0, stored().includes(digestOf('maria-4'))]).toEqual([isPending, isPending]);
  setServerNow(start);
});

it('tells it before the server has told its time, however wrong the clock of the device is', async () => {
  const at = serverNow() + 400 * 24 * HOUR_MS;
  take = answer({ type: 'ok', message: 'Done' });
  writeStored(KEY, JSON.stringify([{ session: digestOf('maria-7'), at }]));
  await jest.isolateModulesAsync(async () => {
    await jest.requireActual<typeof import('./unheard-log-outs')>('./unheard-log-outs').sendLogOuts();
  });
  expect([endedSessions, readStored(KEY)]).toEqual([[digestOf('maria-7')], null]);
});

it('keeps no token: what it keeps ends the session and opens nothing', async () => {
  await logOutUnheard('maria-8');
  expect(stored()).not.toContain('maria-8');
  expect(calls.filter(([, token]) => token === 'maria-8')).toEqual([]);
});

it.each([
  ['without a time', () => '["maria-5"]'],
  ['with one', () => JSON.stringify([{ token: 'maria-5', at: serverNow() }])],
])(
  'gives a day to the token that an older version kept %s, and keeps its digest in the place',
  async (_how, storedText) => {
    const start = serverNow();
    take = lost;
    writeStored(KEY, storedText());
    await sendLogOuts();
    expect([stored().includes('maria-5'), stored().includes(digestOf('maria-5'))]).toEqual([false, true]);
    setServerNow(start + 25 * HOUR_MS);
    await sendLogOuts();
    expect([endedSessions, readStored(KEY)]).toEqual([[digestOf('maria-5')], null]);
    setServerNow(start);
  },
);

it('tells as soon as there is a network again, and sends the token nowhere', async () => {
  await logOutUnheard('maria-6');
  await get('user/center', {}, { quiet: true }).catch(() => undefined);
  take = answer({ type: 'ok', message: 'Done' });
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(readStored(KEY)).toBeNull());
  await get('user/center', {}, { quiet: true });
  expect(calls.filter(([path]) => path !== END)).toEqual([
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
  expect(readStored(KEY)).toBeNull();
});
