import { queryOptions } from '@tanstack/react-query';
import type { AccountType } from '../../../server/contract/account-type.dto';
import type {
  SpotDeskView,
  SpotOrderDetailView,
  SpotOrderView,
  SpotPreviewView,
} from '../../../server/contract/spot.dto';
import { get, post, put } from '../../platform/api';
import type { RowPage } from '../../platform/use-pages';

/** Replies about the signed-in user begin with this, so that the next user does not find them. */
const OWN = 'own';
const SPOT = [OWN, 'spot'] as const;
/** The caller shows what went wrong in place. */
const QUIET = { quiet: true };
export const ORDERS_KEY = [...SPOT, 'orders'] as const;
export const ORDER_KEY = [...SPOT, 'order'] as const;
/** Most open orders that a list shows; the server keeps fewer. */
const OPEN_ROWS = 100;
const LATEST_ROWS = 10;
export const PAGE_ROWS = 20;
/** The stream tells what changes; this is for what it may have lost, and for a market that opens again. */
const AGAIN_AFTER_MS = 15_000;
const PREVIEW_AGAIN_MS = 2000;

export interface Pair {
  baseId: number;
  quoteId: number;
}

/** An order as it is sent. */
export interface Wish extends Pair {
  type: AccountType;
  side: 'buy' | 'sell';
  quantity: string;
  /** Null: a market order. */
  limitPrice: string | null;
}

export const deskOf = ({ baseId, quoteId }: Pair, type: AccountType) =>
  queryOptions({
    queryKey: [...SPOT, 'desk', baseId, quoteId, type],
    queryFn: ({ signal }) =>
      get<SpotDeskView>(
        'spot/desk',
        { currency_id: baseId, legal_id: quoteId, account_type: type },
        { ...QUIET, signal },
      ),
    refetchInterval: AGAIN_AFTER_MS,
  });

function fieldsOf({ baseId, quoteId, type, side, quantity, limitPrice }: Wish) {
  return {
    currency_id: baseId,
    legal_id: quoteId,
    account_type: type,
    type: side === 'buy' ? '1' : '2',
    amount: quantity,
    target_price: limitPrice ?? '0',
  };
}

/** What an order would do; asked again every two seconds while it is looked at. */
export const previewOf = (wish: Wish | null) =>
  queryOptions({
    queryKey: [...SPOT, 'preview', wish],
    queryFn: ({ signal }) => post<SpotPreviewView>('spot/preview', wish ? fieldsOf(wish) : {}, { ...QUIET, signal }),
    enabled: wish !== null,
    retry: false,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: PREVIEW_AGAIN_MS,
  });

/** @param worstPrice of a market order: beyond it the order is refused. */
export function placeOrder(wish: Wish, worstPrice: string | null, key: string): Promise<string> {
  const fields = { ...fieldsOf(wish), ...(worstPrice === null ? {} : { worst_price: worstPrice }) };
  return post('coin/trade', fields, { ...QUIET, idempotencyKey: key });
}

export function cancelOrder(id: string, type: AccountType, key: string): Promise<string> {
  return put('coin/trade/cancel', { id, account_type: type }, { ...QUIET, idempotencyKey: key });
}

export const OPEN = 1;
export const COMPLETED = 2;
export const CANCELLED = 3;

export interface OrdersFilter {
  status: typeof OPEN | typeof COMPLETED | typeof CANCELLED | null;
  pair: Pair | null;
  type: AccountType;
}

function readOrders({ status, pair, type }: OrdersFilter, page: number, limit: number, signal: AbortSignal) {
  return get<SpotOrderView[]>(
    'coin/list',
    {
      ...(status === null ? {} : { status }),
      ...(pair === null ? {} : { currency_id: pair.baseId, legal_id: pair.quoteId }),
      account_type: type,
      page,
      limit,
    },
    { ...QUIET, signal },
  );
}

/** All orders of the user that wait, whatever the market. */
export const openOrdersOf = (type: AccountType) =>
  queryOptions({
    queryKey: [...ORDERS_KEY, 'open', type],
    queryFn: ({ signal }) => readOrders({ status: OPEN, pair: null, type }, 1, OPEN_ROWS, signal),
  });

/** The latest orders of one market, whatever became of them. */
export const latestOrdersOf = (pair: Pair, type: AccountType) =>
  queryOptions({
    queryKey: [...ORDERS_KEY, 'latest', pair.baseId, pair.quoteId, type],
    queryFn: ({ signal }) => readOrders({ status: null, pair, type }, 1, LATEST_ROWS, signal),
  });

export const historyKey = ({ status, pair, type }: OrdersFilter) => [
  ...ORDERS_KEY,
  'history',
  status,
  pair?.baseId,
  pair?.quoteId,
  type,
];

export async function readHistory(
  filter: OrdersFilter,
  page: number,
  signal: AbortSignal,
): Promise<RowPage<SpotOrderView>> {
  const rows = await readOrders(filter, page, PAGE_ROWS, signal);
  return { rows, hasMore: rows.length === PAGE_ROWS };
}

/** One order with its executions. */
export const orderDetailOf = (id: string, type: AccountType) =>
  queryOptions({
    queryKey: [...ORDER_KEY, id, type],
    queryFn: ({ signal }) => get<SpotOrderDetailView>('spot/order', { id, account_type: type }, { ...QUIET, signal }),
  });
