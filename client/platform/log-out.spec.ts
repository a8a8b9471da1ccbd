import { waitFor } from '@testing-library/react';
import { logOut, tellLogOuts } from './log-out';
import { OWN, queries } from './queries';
import { beginSession, endSession, isLoggedIn, rememberUser, type SessionUser, sessionToken } from './session';
import { readStored, writeStored } from './stored';

const told: string[] = [];
/** How the server takes a log-out. */
let take: () => Promise<unknown>;
const lost = () => Promise.reject(new TypeError('no network'));
const answer = (body: unknown) => async () => body;

beforeEach(() => {
  writeStored('sessions-to-end', null);
  told.length = 0;
  globalThis.fetch = async (_url, init) => {
    told.push(new Headers(init?.headers).get('authorization') ?? '');
    const body = await take();
    return { json: async () => body } as Response;
  };
});
afterEach(() => endSession());

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
  await waitFor(() => expect(Object.values(window.localStorage)).not.toContain('["maria-3"]'));
  await tellLogOuts();
  expect(told).toEqual(['maria-3']);
});
