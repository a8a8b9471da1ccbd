import { describe, expect, it } from '@jest/globals';
import { inPages } from './in-pages.js';

/** So many are due; `stuck` of them can never be done, and are read first. What was read is noted. */
function someWork(due: number, stuck = 0) {
  let left = due;
  const pages: number[] = [];
  const read = (limit: number) => {
    const page = Array.from({ length: Math.min(limit, left) }, (_, place) => place);
    pages.push(page.length);
    return Promise.resolve(page);
  };
  const work = (items: readonly number[]) => {
    const done = Math.max(0, items.length - stuck);
    left -= done;
    return Promise.resolve(done);
  };
  return { pages, run: () => inPages(3, read, work) };
}

describe('work in pages', () => {
  it.each([
    ['nothing is due', 0, 0, [0], 0],
    ['one page that is not full', 2, 0, [2], 2],
    ['full pages, until one is not', 7, 0, [3, 3, 1], 7],
    ['a full last page is asked after', 6, 0, [3, 3, 0], 6],
    ['part of each page can be done', 5, 1, [3, 3, 1], 4],
    ['a full page of which nothing can be done ends it', 4, 3, [3], 0],
  ])('%s', async (_what, due, stuck, pages, done) => {
    const { run, pages: read } = someWork(due, stuck);
    expect(await run()).toBe(done);
    expect(read).toEqual(pages);
  });
});
