import { renderHook } from '@testing-library/react';
import {
  beginSession,
  endSession,
  isLoggedIn,
  loseSession,
  onSessionLost,
  parseUser,
  rememberUser,
  sessionToken,
  sessionUserId,
  useDescribedUser,
  useSessionUser,
} from './session';
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

it.each([null, '', '{', '{}', '[]', '"x"', 'null', '{"id":"7","lang":"en"}', '{"id":7,"lang":9}'])(
  'takes %j for no user',
  (text) => {
    expect(parseUser(text)).toBeNull();
  },
);

describe('what is kept of a user', () => {
  const WHO = {
    username: 'maria-sol',
    phone: '+4915147169358',
    email: 'maria@example.com',
    account_number: 'maria@example.com',
    extension_code: 'MARIA234',
    name: 'Maria Sol',
    card_id: 'T****567',
    anti_phishing_word: 'marigold',
    created_at: '2026-11-01 10:00:00',
  };
  const WHOLE = { id: 7, ...WHO, lang: 'en', review_status: 2, advanced_user: 0, totp: 1 } as SessionUser;
  const inStorage = () => JSON.stringify([Object.entries(window.localStorage), Object.entries(window.sessionStorage)]);
  const described = () => read(useDescribedUser);
  const known = () => read(useSessionUser)?.id;
  afterEach(endSession);

  it('is a number, a language and what is set: no contact, no name, no word', () => {
    beginSession('token');
    rememberUser(WHOLE);
    expect(Object.values(WHO).filter((text) => inStorage().includes(text))).toEqual([]);
    expect(described()).toEqual(WHOLE);
    const stored = JSON.parse(localStorage.getItem('user') ?? '') as object;
    expect(stored).toMatchObject({ id: 7, lang: 'en', review_status: 2, totp: 1 });
    // An older version of the page, open in another window, reads all of them.
    expect(Object.keys(stored)).toEqual(Object.keys(WHOLE));
  });

  it('is taken out of what an older version had stored, and is somebody who is logged in and not described yet', () => {
    localStorage.setItem('token', 'token');
    localStorage.setItem('user', JSON.stringify(WHOLE));
    jest.isolateModules(() => {
      const fresh = jest.requireActual<typeof import('./session')>('./session');
      expect(fresh.isLoggedIn()).toBe(true);
      fresh.endSession();
    });
    localStorage.setItem('token', 'token');
    localStorage.setItem('user', JSON.stringify(WHOLE));
    jest.isolateModules(() => {
      jest.requireActual('./session');
      expect(Object.values(WHO).filter((text) => inStorage().includes(text))).toEqual([]);
    });
  });

  it.each([
    ['the user logs out', endSession],
    ['the session is lost', () => loseSession('Please log in first')],
    ['another window logs out', () => otherWindow('token', null)],
    ['another window knows another user', () => otherWindow('user', JSON.stringify({ ...WHOLE, id: 8 }))],
  ])('is no description any more when %s', (_name, change) => {
    beginSession('token');
    rememberUser(WHOLE);
    change();
    expect(described()).toBeNull();
  });

  it('stays described where another window keeps the same user', () => {
    beginSession('token');
    rememberUser(WHOLE);
    otherWindow('user', JSON.stringify({ ...WHOLE, email: '' }));
    expect([known(), described()]).toEqual([7, WHOLE]);
  });
});

/** What a component would read now. */
function read<Value>(hook: () => Value): Value {
  const { result, unmount } = renderHook(hook);
  const value = result.current;
  unmount();
  return value;
}

function otherWindow(key: string, newValue: string | null): void {
  window.dispatchEvent(new StorageEvent('storage', { key, newValue }));
}

it('is kept with the number of its form', () => {
  beginSession('token');
  expect(localStorage.getItem('version')).toBe('1.0.0');
  endSession();
});

it('looks at what other windows have done when the page comes back out of the browser’s memory', () => {
  beginSession('of 7');
  rememberUser({ id: 7 } as SessionUser);
  const comesBack = (persisted: boolean) => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
  // Nothing is heard of it where a page rests.
  window.localStorage.setItem('token', 'of 8');
  window.localStorage.setItem('user', JSON.stringify({ id: 8 }));
  comesBack(false);
  expect([sessionToken(), sessionUserId()]).toEqual(['of 7', 7]);
  comesBack(true);
  expect([sessionToken(), sessionUserId()]).toEqual(['of 8', 8]);
  endSession();
});

it('finds nothing that another window has removed meanwhile, not even in memory', () => {
  beginSession('of 7');
  rememberUser({ id: 7 } as SessionUser);
  window.localStorage.removeItem('token');
  window.localStorage.removeItem('user');
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  expect([sessionToken(), isLoggedIn()]).toEqual(['', false]);
  endSession();
});
