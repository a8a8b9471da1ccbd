import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { ReplyMemory } from './queries';
import { usePages } from './use-pages';

const SIZE = 2;
const KEY = ['rows'];

/** A list on a server, `stored` the newest first. */
async function setUp(stored: string[], pagesLoaded: number) {
  const read: number[] = [];
  const memory = new ReplyMemory();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={memory}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(
    () =>
      usePages(KEY, async (page) => {
        read.push(page);
        const end = page * SIZE;
        return { rows: stored.slice(end - SIZE, end).map((id) => ({ id })), hasMore: end < stored.length };
      }),
    { wrapper },
  );
  const ids = () => result.current.rows?.map(({ id }) => id);
  const more = async () => {
    const before = read.length;
    act(() => result.current.loadMore());
    await waitFor(() => expect([read.length, result.current.loadingMore]).toEqual([before + 1, false]));
  };
  await waitFor(() => expect(ids()).toHaveLength(SIZE));
  for (let page = 1; page < pagesLoaded; page += 1) await more();
  read.length = 0;
  return { result, read, ids, more, event: () => act(() => memory.invalidateQueries({ queryKey: KEY })) };
}

const letters = () => [...'abcdefghijklmn'];

it('reads only the first pages of a long list again when it changes, and the others as they are wanted', async () => {
  const stored = letters();
  const { result, read, ids, more, event } = await setUp(stored, 6);
  expect(ids()).toEqual(letters().slice(0, 12));
  stored.unshift('new');
  await event();
  expect(read).toEqual([1, 2, 3]);
  expect([ids(), result.current.hasMore]).toEqual([['new', ...letters().slice(0, 5)], true]);
  for (let page = 4; page <= 8; page += 1) await more();
  expect([ids(), result.current.hasMore]).toEqual([['new', ...letters()], false]);
});

it('misses no row after one of the first pages went', async () => {
  const stored = letters();
  const { ids, more, event } = await setUp(stored, 5);
  stored.splice(1, 1);
  await event();
  await more();
  expect(ids()).toEqual(stored.slice(0, 8));
});

it('reads a short list whole', async () => {
  const { read, ids, event } = await setUp(letters(), 2);
  await event();
  expect([read, ids()]).toEqual([[1, 2], letters().slice(0, 4)]);
});
