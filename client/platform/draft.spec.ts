import { renderHook } from '@testing-library/react';
import { textsOf, useDraft } from './draft';
import { logOut } from './log-out';
import { beginSession, endSession, loseSession, rememberUser, type SessionUser } from './session';

it.each([
  [null, { a: '', b: 'x' }],
  ['text', { a: '', b: 'x' }],
  [[1], { a: '', b: 'x' }],
  [
    { a: 'typed', c: 'old' },
    { a: 'typed', b: 'x' },
  ],
  [
    { a: 7, b: '' },
    { a: '', b: '' },
  ],
])('takes of what was kept (%p) only the texts that are known', (stored, expected) => {
  expect(textsOf(stored, { a: '', b: 'x' })).toEqual(expected);
});

describe('what was typed into a form', () => {
  const draftOf = (name: string) => {
    const { result, unmount } = renderHook(() => useDraft(name));
    const draft = result.current;
    unmount();
    return draft;
  };
  const inTab = () => JSON.stringify(Object.entries(window.sessionStorage));

  beforeEach(() => {
    globalThis.fetch = async () =>
      ({ headers: new Headers(), json: async () => ({ type: 'ok', message: 'Done' }) }) as Response;
    beginSession('maria-1');
    rememberUser({ id: 7 } as SessionUser);
    draftOf('verification-basic').save({ name: 'Maria Sol', address: 'Street 1' });
    window.sessionStorage.setItem('page', 'stays');
  });
  afterEach(() => {
    endSession();
    window.sessionStorage.clear();
  });

  it('leaves the tab at a log-out, and nothing else does', () => {
    expect(inTab()).toContain('Maria Sol');
    logOut();
    expect(inTab()).not.toContain('Street 1');
    expect(window.sessionStorage.getItem('page')).toBe('stays');
  });

  it('leaves the other tabs too', () => {
    const heard = new StorageEvent('storage', { key: 'logged-out-at', newValue: '1763600000000' });
    window.dispatchEvent(heard);
    expect(inTab()).not.toContain('Maria Sol');
  });

  it('tells the other tabs', () => {
    window.localStorage.removeItem('logged-out-at');
    logOut();
    expect(window.localStorage.getItem('logged-out-at')).toMatch(/^[0-9]+$/);
  });

  it('waits for its user where the session was only lost', () => {
    loseSession('Please log in first');
    beginSession('maria-2');
    rememberUser({ id: 7 } as SessionUser);
    expect(draftOf('verification-basic').read()).toEqual({ name: 'Maria Sol', address: 'Street 1' });
  });
});
