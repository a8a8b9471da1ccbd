import { queryOptions } from '@tanstack/react-query';
import type { Language } from '../../../../server/contract/errors';
import type { DecimalText } from '../../../../server/contract/money';
import type {
  SubscriptionOfferView,
  SubscriptionOrderListView,
  SubscriptionOrderView,
  SubscriptionPreviewView,
  SubscriptionReleaseView,
} from '../../../../server/contract/trading/subscription.dto';
import { get, post } from '../../../platform/api';
import { useAccountEvents, useAccountEventsStart } from '../../../platform/use-account-events';
import { useRefresh } from '../../../platform/use-refresh';
import { OWN } from '../../account/profile';

/** The caller shows what went wrong in place. */
const QUIET = { quiet: true };
const OFFERED = ['subscription-offers'] as const;
const MINE = [OWN, 'subscription'] as const;
export const KEYS = { offered: OFFERED, mine: MINE, orders: [...MINE, 'orders'] } as const;
const PAGE_ROWS = 20;
/** What is left changes with every buyer: a page that is looked at reads it again. */
const OFFERS_EVERY_MS = 10_000;

export const offersKey = (language: Language, keyword: string) => [...OFFERED, language, keyword];

/** Offers of one page, those on sale first. */
export const readOffers = (keyword: string) => async (page: number, signal: AbortSignal) => {
  const offers = await get<SubscriptionOfferView[]>(
    'lh/send/config',
    { keyword, page, limit: PAGE_ROWS },
    { ...QUIET, signal },
  );
  return { rows: offers.map((offer) => ({ ...offer, id: String(offer.id) })), hasMore: offers.length === PAGE_ROWS };
};
export type OfferRow = Omit<SubscriptionOfferView, 'id'> & { id: string };

export const offer = (id: string, language: Language) =>
  queryOptions({
    queryKey: [...OFFERED, language, 'one', id],
    queryFn: ({ signal }) => get<SubscriptionOfferView>('lh/send/product_info', { id }, { ...QUIET, signal }),
    refetchInterval: OFFERS_EVERY_MS,
  });

/** The lists of orders, and how old clients number them. */
export const ORDER_TABS = { current: 1, finished: 2 } as const;
export type OrderTab = keyof typeof ORDER_TABS;

export const readOrders = (tab: OrderTab, keyword: string) => async (page: number, signal: AbortSignal) => {
  const { order_list, total } = await get<SubscriptionOrderListView>(
    'lh/send/order_list',
    { status: ORDER_TABS[tab], keyword, page, limit: PAGE_ROWS },
    { ...QUIET, signal },
  );
  return { rows: order_list, hasMore: order_list.length > 0 && page * PAGE_ROWS < total };
};

export const order = (id: string) =>
  queryOptions({
    queryKey: [...MINE, 'order', id],
    queryFn: ({ signal }) => get<SubscriptionOrderView>('subscription/order', { id }, { ...QUIET, signal }),
  });

/** What becomes free when. */
export const releases = queryOptions({
  queryKey: [...MINE, 'releases'],
  queryFn: ({ signal }) => get<SubscriptionReleaseView[]>('subscription/releases', {}, { ...QUIET, signal }),
});

export interface Purchase {
  offerId: number;
  amount: DecimalText;
}

const wireOf = ({ offerId, amount }: Purchase) => ({ config_id: offerId, amount });

/** What a purchase would do. Nothing is done. */
export const purchasePreview = (purchase: Purchase, language: Language) =>
  queryOptions({
    queryKey: [...MINE, 'preview', purchase.offerId, purchase.amount, language],
    queryFn: ({ signal }) =>
      post<SubscriptionPreviewView>('subscription/preview', wireOf(purchase), { ...QUIET, signal }),
    retry: false,
  });

export function buy(purchase: Purchase, key: string): Promise<string> {
  return post('lh/send/order', { ...wireOf(purchase), agreement: 1 }, { ...QUIET, idempotencyKey: key });
}

/** Reads orders, releases and what is left again whenever an order of the user moves on, or may have. */
export function useSubscriptionEvents(): void {
  const mine = useRefresh(MINE);
  const offered = useRefresh(OFFERED);
  useAccountEvents('subscription', () => {
    mine();
    offered();
  });
  useAccountEventsStart(mine);
}
