import { act, renderHook } from '@testing-library/react';
import { switchOneTap, useOneTap } from './one-tap';
import { beginSession, endSession, rememberUser, type SessionUser } from './session';

const login = (id: number) =>
  act(() => {
    beginSession(`token-${id}`);
    rememberUser({ id } as SessionUser);
  });

afterEach(() => act(() => endSession()));

it('is off for a guest and for everybody who has not asked for it in this browser', () => {
  const { result } = renderHook(useOneTap);
  act(() => switchOneTap(true));
  expect(result.current).toBe(false);
  login(7);
  expect(result.current).toBe(false);
  act(() => switchOneTap(true));
  expect(result.current).toBe(true);
  // Somebody else at the same device.
  act(() => endSession());
  expect(result.current).toBe(false);
  login(8);
  expect(result.current).toBe(false);
  act(() => endSession());
  login(7);
  expect(result.current).toBe(true);
  act(() => switchOneTap(false));
  expect(result.current).toBe(false);
});

it('is off in each window once it is switched off in one', () => {
  const { result } = renderHook(useOneTap);
  login(7);
  act(() => switchOneTap(true));
  expect(result.current).toBe(true);
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'one-tap', newValue: null })));
  expect(result.current).toBe(false);
});
