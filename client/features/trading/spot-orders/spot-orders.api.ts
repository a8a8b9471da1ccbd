import { queryOptions } from '@tanstack/react-query';
import type { AccountType } from '../../../../server/contract/account-type.dto';
import type { StopDirection } from '../../../../server/contract/rules/spot-stop.rules';
import type {
  SpotAmendmentPreviewView,
  SpotOrderDetailView,
  SpotOrderView,
  SpotOwnFillView,
} from '../../../../server/contract/trading/spot.dto';
import type {
  SpotStopAmendmentPreviewView,
  SpotStopAmendmentView,
} from '../../../../server/contract/trading/spot-stop-amendments.dto';
import type { SpotStopPreviewView, SpotStopView } from '../../../../server/contract/trading/spot-stops.dto';
import { get, post, put } from '../../../platform/api';
import type { RowPage } from '../../../platform/use-pages';

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
const PAGE_ROWS = 20;

export interface Pair {
  baseId: number;
  quoteId: number;
}

export function cancelOrder(id: string, type: AccountType, key: string): Promise<string> {
  return put('coin/trade/cancel', { id, account_type: type }, { ...QUIET, idempotencyKey: key });
}

/** A stop as it is sent. */
export interface StopWish extends Pair {
  type: AccountType;
  side: 'buy' | 'sell';
  /** Of the coin; of a purchase at the market what it may cost. */
  quantity: string;
  /** Null: it follows the price, by one of the two. */
  triggerPrice: string | null;
  trailPercent: string | null;
  trailDistance: string | null;
  /** The way that its user saw; the server places no other. */
  direction?: StopDirection;
  /** Null: a market order. */
  limitPrice: string | null;
  /** The limit of the order that it is paired with; null: it is alone. */
  targetPrice: string | null;
  /** Until when it waits, Unix milliseconds; left out: for ever. */
  expiresAt?: number;
}

function stopFields({ baseId, quoteId, type, side, quantity, triggerPrice, ...rest }: StopWish) {
  const { direction, limitPrice, targetPrice, trailPercent, trailDistance, expiresAt } = rest;
  const both = {
    currency_id: baseId,
    legal_id: quoteId,
    account_type: type,
    type: side === 'buy' ? '1' : '2',
    amount: quantity,
    ...(triggerPrice === null ? {} : { trigger_price: triggerPrice }),
    ...(trailPercent === null ? {} : { trail_percent: trailPercent }),
    ...(trailDistance === null ? {} : { trail_distance: trailDistance }),
    ...(expiresAt === undefined ? {} : { expires_at: String(expiresAt) }),
  };
  if (targetPrice !== null) {
    return { ...both, target_price: targetPrice, ...(limitPrice === null ? {} : { stop_limit_price: limitPrice }) };
  }
  return {
    ...both,
    ...(direction === undefined ? {} : { direction }),
    ...(limitPrice === null ? {} : { target_price: limitPrice }),
  };
}

const stopCall = ({ targetPrice }: StopWish) => (targetPrice === null ? 'spot/stop' : 'spot/pair');

/** @param worstFeeRatio the fee that was shown; it is refused rather than placed at a higher one. */
export function placeStop(wish: StopWish, worstFeeRatio: string, key: string): Promise<string> {
  const fields = { ...stopFields(wish), worst_fee_ratio: worstFeeRatio };
  return post(stopCall(wish), fields, { ...QUIET, idempotencyKey: key });
}

export function cancelStop({ id, account_type }: SpotStopView, key: string): Promise<string> {
  return put('spot/stop/cancel', { id, account_type }, { ...QUIET, idempotencyKey: key });
}

/** Takes back what a purchase was to leave behind. */
export function cancelExit({ id, account_type }: SpotOrderView, key: string): Promise<string> {
  return put('spot/exit/cancel', { id, account_type }, { ...QUIET, idempotencyKey: key });
}

/** Where a purchase that waits is to leave its take-profit and stop-loss, and how often that had been changed before it was decided. */
export interface ExitAmendment extends Partial<Record<ExitTerm, string>> {
  id: string;
  account_type: AccountType;
  amendments: string;
}
export type ExitTerm = 'take_profit_price' | 'stop_loss_price';

export function amendExit(amendment: ExitAmendment, key: string): Promise<string> {
  return post('spot/exit/amend', { ...amendment }, { ...QUIET, idempotencyKey: key });
}

export const STOP_PREVIEWS = [...SPOT, 'stop-preview'] as const;

/** What placing a stop would do; asked again every two seconds while it is looked at. */
export const stopPreviewOf = (wish: StopWish | null) =>
  queryOptions({
    queryKey: [...STOP_PREVIEWS, wish],
    queryFn: ({ signal }) =>
      post<SpotStopPreviewView>(`${wish ? stopCall(wish) : 'spot/stop'}/preview`, wish ? stopFields(wish) : {}, {
        ...QUIET,
        signal,
      }),
    enabled: wish !== null,
    retry: false,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: 2000,
  });

/** All stops that wait, or what became of the latest. */
export const stopsOf = (type: AccountType, which: 'waiting' | 'ended') =>
  queryOptions({
    queryKey: [...ORDERS_KEY, 'stops', which, type],
    queryFn: ({ signal }) =>
      get<SpotStopView[]>(
        'spot/stops',
        which === 'waiting'
          ? { status: 1, account_type: type, page: 1, limit: OPEN_ROWS }
          : { status: 2, account_type: type, page: 1, limit: LATEST_ROWS },
        { ...QUIET, signal },
      ),
  });

/** What of an order is to be another. */
export interface Amendment {
  id: string;
  account_type: AccountType;
  target_price?: string;
  amount?: string;
}

export function amendOrder(amendment: Amendment, key: string): Promise<string> {
  return post('spot/amend', { ...amendment }, { ...QUIET, idempotencyKey: key });
}

/** What the change would do; asked again every two seconds while it is looked at. */
export const amendmentPreviewOf = (amendment: Amendment | null) =>
  queryOptions({
    queryKey: [...SPOT, 'amendment', amendment],
    queryFn: ({ signal }) =>
      post<SpotAmendmentPreviewView>('spot/amend/preview', { ...amendment }, { ...QUIET, signal }),
    enabled: amendment !== null,
    retry: false,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: 2000,
  });

/** What of a stop that waits may be another. */
export type StopTerm =
  | 'trigger_price'
  | 'target_price'
  | 'trail_percent'
  | 'trail_distance'
  | 'paired_price'
  | 'amount';

/** What of a stop is to be another, and how often it had been changed before that was decided. */
export type StopAmendment = Pick<SpotStopView, 'id' | 'account_type'> &
  Partial<Record<StopTerm, string>> & { amendments: string };

export function amendStop(amendment: StopAmendment, key: string): Promise<string> {
  return post('spot/stop/amend', { ...amendment }, { ...QUIET, idempotencyKey: key });
}

/** What the change would do; asked again every two seconds while it is looked at. */
export const stopAmendmentPreviewOf = (amendment: StopAmendment | null) =>
  queryOptions({
    queryKey: [...SPOT, 'stop-amendment', amendment],
    queryFn: ({ signal }) =>
      post<SpotStopAmendmentPreviewView>('spot/stop/amend/preview', { ...amendment }, { ...QUIET, signal }),
    enabled: amendment !== null,
    retry: false,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: 2000,
  });

/** What its user has changed of a stop. */
export const stopAmendmentsOf = ({ id, account_type, amendments }: SpotStopView) =>
  queryOptions({
    queryKey: [...ORDER_KEY, 'stop-amendments', id, amendments],
    queryFn: ({ signal }) =>
      get<SpotStopAmendmentView[]>('spot/stop/amendments', { id, account_type }, { ...QUIET, signal }),
    enabled: amendments > 0,
  });

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
      ...marketOf(pair),
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

export const fillsKey = (pair: Pair | null, type: AccountType) => [
  ...ORDERS_KEY,
  'fills',
  pair?.baseId,
  pair?.quoteId,
  type,
];

/** The executions of all orders, the newest first. */
export async function readFills(
  pair: Pair | null,
  type: AccountType,
  page: number,
  signal: AbortSignal,
): Promise<RowPage<SpotOwnFillView>> {
  const rows = await get<SpotOwnFillView[]>(
    'spot/fills',
    { ...marketOf(pair), account_type: type, page, limit: PAGE_ROWS },
    { ...QUIET, signal },
  );
  return { rows, hasMore: rows.length === PAGE_ROWS };
}

function marketOf(pair: Pair | null): Record<string, number> {
  return pair === null ? {} : { currency_id: pair.baseId, legal_id: pair.quoteId };
}
