import { act, renderHook } from '@testing-library/react';
import { accountType, chooseAccountType, useAccountType } from './account-type';
import { beginSession, endSession, rememberUser, type SessionUser } from './session';

const logIn = (token: string) => {
  beginSession(token);
  rememberUser({ id: 1 } as SessionUser);
};

afterEach(() => endSession());

it('keeps the demo for the page that comes after this one, and forgets it with the session', () => {
  logIn('one');
  chooseAccountType('simulation_account');
  expect([accountType(), window.localStorage.getItem('account-type')]).toEqual([
    'simulation_account',
    'simulation_account',
  ]);
  endSession();
  expect([accountType(), window.localStorage.getItem('account-type')]).toEqual(['real_account', null]);
});

it('begins every session with real money', () => {
  logIn('one');
  chooseAccountType('simulation_account');
  logIn('two');
  expect(accountType()).toBe('real_account');
});

it('knows no demo for a guest', () => {
  chooseAccountType('simulation_account');
  expect(accountType()).toBe('real_account');
});

it('follows what is chosen in another window', () => {
  logIn('one');
  const { result } = renderHook(() => useAccountType());
  const choose = (newValue: string | null) =>
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'account-type', newValue })));
  choose('simulation_account');
  expect(result.current).toBe('simulation_account');
  choose(null);
  expect(result.current).toBe('real_account');
});

it('leaves what is chosen to the window in which its user has logged in', () => {
  logIn('one');
  chooseAccountType('simulation_account');
  // The other window has begun the session, and its demo, before this one hears of either.
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: 'two' })));
  expect([accountType(), window.localStorage.getItem('account-type')]).toEqual([
    'simulation_account',
    'simulation_account',
  ]);
});
