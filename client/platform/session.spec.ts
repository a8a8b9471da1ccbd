import { beginSession, isLoggedIn, loseSession, onSessionLost, parseUser, rememberUser, sessionToken } from './session';
import type { SessionUser } from './session';

const USER = { id: 7, account_number: 'maria' } as SessionUser;

it('is a session only with both the token and the user', () => {
  expect(isLoggedIn()).toBe(false);
  beginSession('token');
  expect(isLoggedIn()).toBe(false);
  rememberUser(USER);
  expect(isLoggedIn()).toBe(true);
});

it('forgets both when it is lost, in the storage too, and tells with the words given', () => {
  beginSession('token');
  rememberUser(USER);
  const heard: string[] = [];
  const stop = onSessionLost((message) => heard.push(message));
  loseSession('Please log in first');
  stop();
  expect(heard).toEqual(['Please log in first']);
  expect([isLoggedIn(), sessionToken(), localStorage.getItem('token'), localStorage.getItem('user')]).toEqual([
    false,
    '',
    null,
    null,
  ]);
});

it('follows a log-out in another window', () => {
  beginSession('token');
  rememberUser(USER);
  window.dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: null }));
  expect(isLoggedIn()).toBe(false);
});

it.each([null, '', '{', '{}', '[]', '"x"', 'null', '{"id":"7"}'])('takes %j for no user', (text) => {
  expect(parseUser(text)).toBeNull();
});
