import { queryOptions } from '@tanstack/react-query';
import type { Language } from '../../../../server/contract/errors';
import type { DecimalText } from '../../../../server/contract/money';
import type {
  RedemptionQuoteView,
  TrustOrderDetailView,
  TrustOrderListView,
  TrustPreviewView,
  TrustProductView,
  TrustReportView,
} from '../../../../server/contract/trading/trust.dto';
import type { AccountType } from '../../../platform/account-type';
import { get, post } from '../../../platform/api';
import { useAccountEvents, useAccountEventsStart } from '../../../platform/use-account-events';
import { OWN } from '../../account/profile';
import { useRefresh } from '../../../platform/use-refresh';

/** The caller shows what went wrong in place. */
const QUIET = { quiet: true };
const OFFERED = ['trust-products'] as const;
const MINE = [OWN, 'trust'] as const;
export const KEYS = { offered: OFFERED, mine: MINE, orders: [...MINE, 'orders'] } as const;

/** Products are few; all of them fit on one page of the wire. */
const MOST_PRODUCTS = 100;
const PAGE_ROWS = 20;

/** What is on offer, named in the language; what is left of a quota is that of the money. */
export const products = (language: Language, type: AccountType) =>
  queryOptions({
    queryKey: [...OFFERED, language, type],
    queryFn: ({ signal }) =>
      get<TrustProductView[]>('lh/deposit/config', { limit: MOST_PRODUCTS, account_type: type }, { ...QUIET, signal }),
  });

export const product = (id: string, language: Language, type: AccountType) =>
  queryOptions({
    queryKey: [...OFFERED, language, type, id],
    queryFn: ({ signal }) =>
      get<TrustProductView>('lh/deposit/product_info', { id, account_type: type }, { ...QUIET, signal }),
  });

export const report = (type: AccountType) =>
  queryOptions({
    queryKey: [...MINE, 'report', type],
    queryFn: ({ signal }) => get<TrustReportView>('lh/deposit/report', { account_type: type }, { ...QUIET, signal }),
  });

/** The lists of orders, and how old clients number them. */
export const ORDER_TABS = {
  custody: { status: 1, is_cancel: '' },
  completed: { status: 2, is_cancel: 0 },
  redeemed: { status: 2, is_cancel: 1 },
} as const;
export type OrderTab = keyof typeof ORDER_TABS;

export const readOrders = (tab: OrderTab, type: AccountType) => async (page: number, signal: AbortSignal) => {
  const { order_list, total } = await get<TrustOrderListView>(
    'lh/deposit/order',
    { ...ORDER_TABS[tab], account_type: type, page, limit: PAGE_ROWS },
    { ...QUIET, signal },
  );
  return { rows: order_list, hasMore: order_list.length > 0 && page * PAGE_ROWS < total };
};

export const order = (id: string) =>
  queryOptions({
    queryKey: [...MINE, 'order', id],
    queryFn: ({ signal }) => get<TrustOrderDetailView>('trust/order', { id }, { ...QUIET, signal }),
  });

export interface Purchase {
  productId: number;
  amount: DecimalText;
  type: AccountType;
}

/** A purchase as it was confirmed. */
export interface ConfirmedPurchase extends Purchase {
  /** The interest of a day that was shown: it is refused rather than bought at a lower one. */
  worstDailyRatio: DecimalText;
}

const wireOf = ({ productId, amount, type }: Purchase) => ({ config_id: productId, amount, account_type: type });

/** What a purchase would do. Nothing is done. */
export const purchasePreview = (purchase: Purchase, language: Language) =>
  queryOptions({
    queryKey: [...MINE, 'preview', purchase.productId, purchase.amount, purchase.type, language],
    queryFn: ({ signal }) => post<TrustPreviewView>('trust/preview', wireOf(purchase), { ...QUIET, signal }),
    retry: false,
  });

export function buy({ worstDailyRatio, ...purchase }: ConfirmedPurchase, key: string): Promise<string> {
  const fields = { ...wireOf(purchase), agreement: 1, worst_daily_ratio: worstDailyRatio };
  return post('lh/deposit', fields, { ...QUIET, idempotencyKey: key });
}

/** Exact figures for a minute. They are not read again by themselves: what was shown is what is decided on. */
export const redemptionQuote = (id: string, round: number) =>
  queryOptions({
    queryKey: [OWN, 'trust-quote', id, round],
    queryFn: ({ signal }) => post<RedemptionQuoteView>('trust/redemption-quote', { id }, { ...QUIET, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

export function redeem({ id, quoteId }: { id: string; quoteId: string }, key: string): Promise<string> {
  return post('lh/deposit/order/cancel', { id, quote_id: quoteId }, { ...QUIET, idempotencyKey: key });
}

/** Reads orders, report and quotas again whenever trust money of the user has moved, or may have. */
export function useTrustEvents(): void {
  const mine = useRefresh(MINE);
  const offered = useRefresh(OFFERED);
  useAccountEvents('trust', () => {
    mine();
    offered();
  });
  useAccountEvents('balance', ({ payload }) => {
    if (payload.reason.startsWith('trust.')) mine();
  });
  useAccountEventsStart(mine);
}
