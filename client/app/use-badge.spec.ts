import { renderHook } from '@testing-library/react';
import { useBadge } from './use-badge';

const setAppBadge = jest.fn(async (_count?: number) => undefined);
const clearAppBadge = jest.fn(async () => undefined);

beforeAll(() => Object.assign(navigator, { setAppBadge, clearAppBadge }));
afterAll(() => {
  for (const name of ['setAppBadge', 'clearAppBadge']) Reflect.deleteProperty(navigator, name);
});
beforeEach(() => jest.clearAllMocks());

const comeBack = () => document.dispatchEvent(new Event('visibilitychange'));

describe('the number on the icon', () => {
  it('is that of what was not read, and none for whoever has logged out', () => {
    const { rerender } = renderHook(useBadge, { initialProps: 3 });
    expect(setAppBadge).toHaveBeenLastCalledWith(3);
    expect(clearAppBadge).not.toHaveBeenCalled();
    rerender(0);
    expect(clearAppBadge).toHaveBeenCalledTimes(1);
  });

  it('takes the place of the mark that a push has set, also where it is the same as before', () => {
    const { unmount } = renderHook(useBadge, { initialProps: 0 });
    comeBack();
    expect(clearAppBadge).toHaveBeenCalledTimes(2);
    unmount();
    comeBack();
    expect(clearAppBadge).toHaveBeenCalledTimes(2);
  });
});
