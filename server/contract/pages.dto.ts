import { OptionalText } from './text-fields.js';

/** Most rows of one page, whatever is asked for. */
export const PAGE_LIMIT_MAX = 100;
const PAGE_LIMIT = 10;
/** Nobody reads deeper, page by page. */
export const PAGE_MAX = 10_000;

/** So many rows of a list are counted: whoever has more is told of so many, and comes to the others page by page. */
export const COUNTED_MAX = 10_000;

/** What a list may be asked for. A page or limit that is no number counts as not given. */
export class PageRequest {
  /** From 1. */
  @OptionalText(40)
  page?: string;

  /** 1 to 100; 10 when not given. */
  @OptionalText(40)
  limit?: string;
}

export interface PageAsked {
  page: number;
  limit: number;
}

/**
 * The page that a request means: never below 1, never more than {@link PAGE_LIMIT_MAX} rows.
 * @param rows of a page when the request does not say.
 */
export function pageAsked({ page, limit }: PageRequest, rows = PAGE_LIMIT): PageAsked {
  return { page: within(page, 1, PAGE_MAX), limit: within(limit, rows, PAGE_LIMIT_MAX) };
}

function within(text: string | undefined, fallback: number, most: number): number {
  if (text === undefined || !/^[0-9]{1,9}$/.test(text)) return fallback;
  const value = Number.parseInt(text, 10);
  return value < 1 ? fallback : Math.min(value, most);
}

/** A page in the form that the old clients read, without its rows. */
export class PageView {
  current_page: number;
  first_page_url: string;
  from: number | null;
  /** The last that is counted; behind 10,000 rows the one after this page, as long as pages are full. */
  last_page: number;
  last_page_url: string;
  /** Null on the last page. */
  next_page_url: string | null;
  path: string;
  per_page: number;
  prev_page_url: string | null;
  to: number | null;
  /** Rows of all pages; of long lists up to 10,000, which stands for so many or more. */
  total: number;
}

export type Paginator<Row> = PageView & { data: Row[] };

/** Puts rows into the paginator's form. `path` is the call's own, `/api/wallet/hzhistory`. */
export function paginator<Row>(data: Row[], total: number, asked: PageAsked & { path: string }): Paginator<Row> {
  const { page, limit, path } = asked;
  const counted = Math.max(1, Math.ceil(total / limit));
  const goesOn = page >= counted && total >= COUNTED_MAX && data.length === limit && page < PAGE_MAX;
  const reached = total >= COUNTED_MAX && data.length > 0 ? page : 1;
  const last = goesOn ? page + 1 : Math.max(counted, reached);
  const url = (number: number) => `${path}?page=${number}`;
  const before = (page - 1) * limit;
  return {
    current_page: page,
    data,
    first_page_url: url(1),
    from: data.length > 0 ? before + 1 : null,
    last_page: last,
    last_page_url: url(last),
    next_page_url: page < last ? url(page + 1) : null,
    path,
    per_page: limit,
    prev_page_url: page > 1 ? url(page - 1) : null,
    to: data.length > 0 ? before + data.length : null,
    total,
  };
}

/** An instant as the old clients show it: `2026-11-20 12:00:00`, UTC. */
export function wireTime(at: Date): string {
  return at.toISOString().slice(0, 19).replace('T', ' ');
}
