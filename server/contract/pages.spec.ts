import { COUNTED_MAX, type PageAsked, paginator } from './pages.dto.js';

const rows = (count: number) => Array.from({ length: count }, (_, place) => place);
const at = (asked: PageAsked, count: number, total: number) => {
  const page = paginator(rows(count), total, { ...asked, path: '/api/some' });
  return [page.next_page_url, page.last_page, page.total];
};

describe('a page', () => {
  it.each([
    ['of none', { page: 1, limit: 10 }, 0, 0, null, 1],
    ['that is the only one', { page: 1, limit: 10 }, 10, 10, null, 1],
    ['with more behind it', { page: 1, limit: 10 }, 10, 11, '/api/some?page=2', 2],
    ['that is the last', { page: 2, limit: 10 }, 1, 11, null, 2],
    ['behind the last', { page: 9, limit: 10 }, 0, 11, null, 2],
    ['within what is counted', { page: 3, limit: 100 }, 100, COUNTED_MAX, '/api/some?page=4', 100],
    ['at the end of what is counted, and full', { page: 100, limit: 100 }, 100, COUNTED_MAX, '/api/some?page=101', 101],
    ['behind it, and full', { page: 101, limit: 100 }, 100, COUNTED_MAX, '/api/some?page=102', 102],
    ['behind it, and not full', { page: 101, limit: 100 }, 99, COUNTED_MAX, null, 101],
    ['at the end, one row short of that', { page: 100, limit: 100 }, 99, COUNTED_MAX - 1, null, 100],
  ] as const)('%s names the next one', (_name, asked, count, total, next, last) => {
    expect(at(asked, count, total)).toEqual([next, last, total]);
  });
});
