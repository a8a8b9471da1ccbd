import { readStored, writeStored } from './stored';

const KEY = 'stored-spec';

afterEach(() => {
  jest.restoreAllMocks();
  writeStored(KEY, null);
});

it('is what was written last, also where the storage is full and has something older', () => {
  writeStored(KEY, 'older');
  const full = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('', 'QuotaExceededError');
  });
  writeStored(KEY, 'newer');
  expect(window.localStorage.getItem(KEY)).toBe('older');
  expect(readStored(KEY)).toBe('newer');
  // Another window's word is newer than both.
  window.dispatchEvent(new StorageEvent('storage', { key: KEY }));
  expect(readStored(KEY)).toBe('older');
  full.mockRestore();
  writeStored(KEY, 'newest');
  expect([readStored(KEY), window.localStorage.getItem(KEY)]).toEqual(['newest', 'newest']);
});
