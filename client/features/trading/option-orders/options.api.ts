import { queryOptions } from '@tanstack/react-query';
import type {
  OPTION_TYPES,
  OptionOrderView,
  OptionPage,
  OptionQuoteView,
  OptionReceiptView,
  OptionTermView,
  PayableCurrencyView,
} from '../../../../server/contract/trading/options.dto';
import type { OptionDirection } from '../../../../server/contract/rules/option-settlement.rules';
import type { TapeRootView, TapeSliceView } from '../../../../server/contract/markets/tape.dto';
import type { AccountType } from '../../../platform/account-type';
import { get, type Parameters, post } from '../../../platform/api';
import type { RowPage } from '../../../platform/use-pages';

/** The wire's numbers of the directions; the contract's own stand among what only the server needs. */
export const WIRE_TYPES: typeof OPTION_TYPES = { rise: 1, fall: 2, even: 3 };

/** The caller shows what went wrong in place. */
const QUIET = { quiet: true };
/** Replies about the signed-in user begin with this, so that the next user does not find them. */
const OWN = ['own', 'options'] as const;
const TERMS_AGAIN_MS = 60_000;
/** The events tell of every change; this is for what they may have lost. */
const OPEN_AGAIN_MS = 20_000;
const OVERDUE_AGAIN_MS = 2000;
/** Orders are settled within a second of their delivery; later the event may be lost. */
const OVERDUE_MS = 1500;

export const OPTION_KEYS = {
  payable: [...OWN, 'payable'],
  open: [...OWN, 'open'],
  orders: [...OWN, 'orders'],
  receipt: [...OWN, 'receipt'],
} as const;

/** The times that orders of a market can run, shortest first. */
export const termsOf = (marketId: number) =>
  queryOptions({
    queryKey: ['option-terms', marketId],
    queryFn: ({ signal }) => get<OptionTermView[]>('microtrade/seconds', { match_id: marketId }, { ...QUIET, signal }),
    refetchInterval: TERMS_AGAIN_MS,
  });

/** What orders are paid in, with what the option account has of it. */
export const payableOf = (marketId: number, type: AccountType) =>
  queryOptions({
    queryKey: [...OPTION_KEYS.payable, type, marketId],
    queryFn: ({ signal }) =>
      get<PayableCurrencyView[]>(
        'microtrade/payable_currencies',
        { match_id: marketId, account_type: type },
        { ...QUIET, signal },
      ),
    refetchInterval: TERMS_AGAIN_MS,
  });

/** Most open orders that a page follows. */
const OPEN_ROWS = 100;

/** The orders that are not settled yet. One whose time is up is asked for again and again until it is. */
export const openOrdersOf = (type: AccountType, now: () => number) =>
  queryOptions({
    queryKey: [...OPTION_KEYS.open, type],
    queryFn: async ({ signal }) => {
      const asked = { account_type: type, status: 1, page: 1, limit: OPEN_ROWS };
      return (await get<OptionPage>('microtrade/lists', asked, { ...QUIET, signal })).data;
    },
    refetchInterval: ({ state }) =>
      (state.data ?? []).some(({ closes_at_ms: closesAt }) => closesAt + OVERDUE_MS < now())
        ? OVERDUE_AGAIN_MS
        : OPEN_AGAIN_MS,
  });

export interface OrderFilter {
  account: AccountType;
  state: 'pending' | 'delivered';
  marketId: number | null;
}

const ROWS = 20;
const STATUS = { pending: 1, delivered: 3 };

/** One page of the user's orders, newest first. */
export async function readOrders(
  { account, state, marketId }: OrderFilter,
  page: number,
  signal: AbortSignal,
): Promise<RowPage<OptionOrderView>> {
  const market: Parameters = marketId === null ? {} : { match_id: marketId };
  const asked = { account_type: account, status: STATUS[state], page, limit: ROWS, ...market };
  const { data, next_page_url: next } = await get<OptionPage>('microtrade/lists', asked, { ...QUIET, signal });
  return { rows: data, hasMore: next !== null };
}

/** What is needed to settle an order again. */
export const receiptOf = (id: string) =>
  queryOptions({
    queryKey: [...OPTION_KEYS.receipt, id],
    queryFn: ({ signal }) => get<OptionReceiptView>('options/receipt', { id }, { ...QUIET, signal }),
  });

/** What an order is to be. */
export interface OptionWish {
  marketId: number;
  currencyId: number;
  direction: OptionDirection;
  seconds: number;
  stake: string;
  account: AccountType;
}

const fieldsOf = ({ marketId, currencyId, direction, seconds, stake, account }: OptionWish) => ({
  match_id: marketId,
  currency_id: currencyId,
  type: WIRE_TYPES[direction],
  seconds,
  number: stake,
  account_type: account,
});

export function askQuote(wish: OptionWish, signal: AbortSignal): Promise<OptionQuoteView> {
  return post<OptionQuoteView>('options/preview', fieldsOf(wish), { ...QUIET, signal });
}

/** Buys at the quote's entry, or not at all. The same key twice is one order. */
export function buyOption(wish: OptionWish, quoteId: string, key: string): Promise<OptionOrderView> {
  const fields = { ...fieldsOf(wish), quote_id: quoteId };
  return post<OptionOrderView>('microtrade/submit', fields, { ...QUIET, idempotencyKey: key });
}

/** What the public tape says of these seconds, inclusive. */
export function readTape(symbol: string, from: number, to: number): Promise<TapeSliceView> {
  return get<TapeSliceView>('tape/slice', { symbol, from, to }, QUIET);
}

/** The published root of an hour; null while there is none. */
export async function readRoot(symbol: string, hour: number): Promise<TapeRootView | null> {
  const roots = await get<TapeRootView[]>('tape/roots', { symbol, from: hour, to: hour + 1 }, QUIET);
  return roots.find((root) => root.hour === hour) ?? null;
}
