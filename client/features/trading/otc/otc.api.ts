import { queryOptions } from '@tanstack/react-query';
import type { OtcFiat, OtcWay } from '../../../../server/contract/rules/otc-market.rules';
import type { OtcAppealReason, OtcEvent } from '../../../../server/contract/rules/otc-order.rules';
import type {
  AdvertState,
  OtcAdvertPage,
  OtcAdvertView,
  OtcOfferView,
  OtcOwnMerchantView,
  OtcPaymentView,
  OtcSide,
} from '../../../../server/contract/trading/otc-market.dto';
import type {
  OtcEvidencePackView,
  OtcOrderDetailView,
  OtcOrderFilter,
  OtcOrderPage,
  OtcPreviewView,
  RoomLinesView,
} from '../../../../server/contract/trading/otc-orders.dto';
import { callHeaders, get, type Parameters, post, put } from '../../../platform/api';
import { useAccountEvents, useAccountEventsStart } from '../../../platform/use-account-events';
import { useRefresh } from '../../../platform/use-refresh';
import { useWhileCut } from '../../../platform/use-while-cut';
import { OWN } from '../../account/profile';

/** The caller shows what went wrong in place. */
const QUIET = { quiet: true };
const OFFERED = ['otc-offered'] as const;
const MINE = [OWN, 'otc'] as const;
export const KEYS = {
  offered: OFFERED,
  mine: MINE,
  orders: [...MINE, 'orders'],
  order: (id: string) => [...MINE, 'order', id],
  lines: (id: string) => [OWN, 'otc-lines', id],
  adverts: [...MINE, 'adverts'],
} as const;
const PAGE_ROWS = 20;

export const offer = queryOptions({
  queryKey: [...OFFERED, 'all'],
  queryFn: ({ signal }) => get<OtcOfferView>('ctc/product/all', {}, { ...QUIET, signal }),
});

export interface AdvertFilter {
  /** What the merchants do. */
  type: OtcSide;
  currency_id: string;
  coin_code: string;
  way: string;
  amount: string;
  keyword: string;
}

const pageOf = <Row>({ data, page, pages }: { data: Row[]; page: number; pages: number }) => ({
  rows: data,
  hasMore: page < pages,
});

export const readAdverts = (filter: AdvertFilter) => async (page: number, signal: AbortSignal) =>
  pageOf(await get<OtcAdvertPage>('ctc/product/list', { ...filter, page, limit: PAGE_ROWS }, { ...QUIET, signal }));

export const readOwnAdverts = (state: AdvertState | '') => async (page: number, signal: AbortSignal) =>
  pageOf(await get<OtcAdvertPage>('ctc/product/mine', { state, page, limit: PAGE_ROWS }, { ...QUIET, signal }));

export const advert = (id: string) =>
  queryOptions({
    queryKey: [...OFFERED, 'advert', id],
    queryFn: ({ signal }) => get<OtcAdvertView>('ctc/product/info', { id }, { ...QUIET, signal }),
  });

export const merchant = queryOptions({
  queryKey: [...MINE, 'merchant'],
  queryFn: ({ signal }) => get<OtcOwnMerchantView>('ctc/merchant/info', {}, { ...QUIET, signal }),
});

export const payments = queryOptions({
  queryKey: [...MINE, 'payments'],
  queryFn: ({ signal }) => get<OtcPaymentView[]>('ctc/payment/list', {}, { ...QUIET, signal }),
});

export const readOrders = (filter: OtcOrderFilter, keyword: string) => async (page: number, signal: AbortSignal) =>
  pageOf(
    await get<OtcOrderPage>(
      'ctc/order/list',
      { status: filter, keyword, page, limit: PAGE_ROWS },
      { ...QUIET, signal },
    ),
  );

export const order = (id: string) =>
  queryOptions({
    queryKey: KEYS.order(id),
    queryFn: ({ signal }) => get<OtcOrderDetailView>('ctc/order/info', { id }, { ...QUIET, signal }),
  });

export interface OrderWish {
  id: string;
  value: string;
  means: 'money' | 'number';
  way: OtcWay | '';
  payment_id: string;
  price: string;
}

const wireOf = (wish: OrderWish): Parameters => ({ ...wish });

/** What an order would be. Nothing is done. */
export const preview = (wish: OrderWish) =>
  queryOptions({
    queryKey: [...MINE, 'preview', wish],
    queryFn: ({ signal }) => post<OtcPreviewView>('ctc/order/preview', wireOf(wish), { ...QUIET, signal }),
    retry: false,
    gcTime: 0,
  });

/** @param pin the fund password of who sells; null: whoever buys needs none. */
export function place(wish: OrderWish, pin: string | null, key: string): Promise<{ id: string }> {
  const proof: Parameters = pin === null ? {} : { pay_password: pin };
  return post('ctc/order/add', { ...wireOf(wish), ...proof }, { ...QUIET, idempotencyKey: key });
}

/** Steps that need nothing but the order. */
export type PlainEvent = Extract<OtcEvent, 'pay' | 'cancel' | 'extend'>;

export function move(id: string, event: PlainEvent, key: string): Promise<string> {
  return put(`ctc/order/${event}`, { id }, { ...QUIET, idempotencyKey: key });
}

/** Steps that give coins away for good, by the fund password. */
export type FinalEvent = Extract<OtcEvent, 'release' | 'concede'>;

export function end(id: string, { event, pin }: { event: FinalEvent; pin: string }, key: string): Promise<string> {
  return put(`ctc/order/${event}`, { id, pay_password: pin }, { ...QUIET, idempotencyKey: key });
}

export interface Statement {
  id: string;
  text: string;
  images: string[];
}

export function appeal(statement: Statement & { reason: OtcAppealReason }, key: string): Promise<string> {
  return post(
    'ctc/order/appeal',
    { ...statement, images: statement.images.join(',') },
    { ...QUIET, idempotencyKey: key },
  );
}

export function reopen(statement: Statement, key: string): Promise<string> {
  return post(
    'ctc/order/reopen',
    { ...statement, images: statement.images.join(',') },
    { ...QUIET, idempotencyKey: key },
  );
}

export function readLines(id: string, place: { before?: number; after?: number }, signal?: AbortSignal) {
  return get<RoomLinesView>('ctc/chat/list', { id, ...place }, { ...QUIET, signal });
}

export function say(id: string, line: { text: string } | { image: string }, key: string): Promise<string> {
  return post('ctc/chat/send', { id, ...line }, { ...QUIET, idempotencyKey: key });
}

/** The picture of a line; null when it is kept no more. */
export async function fetchLinePicture(id: string, number: number, signal: AbortSignal): Promise<Blob | null> {
  const reply = await fetch(`/api/ctc/chat/picture?id=${id}&number=${number}`, { headers: callHeaders(), signal });
  return reply.headers.get('content-type')?.startsWith('image/') ? reply.blob() : null;
}

export function evidence(id: string): Promise<OtcEvidencePackView> {
  return get('ctc/chat/evidence', { id });
}

export function applyAsMerchant(nickname: string, key: string): Promise<string> {
  return post('ctc/merchant/apply', { nickname }, { ...QUIET, idempotencyKey: key });
}

export interface NewPayment {
  way: OtcWay;
  account: string;
  bank: string;
  branch: string;
  /** Of cash: `48.13743,11.57549`; empty for other ways. */
  place: string;
  /** The fund password. */
  pay_password: string;
}

export function addPayment(payment: NewPayment, key: string): Promise<{ id: string }> {
  return post('ctc/payment/add', { ...payment }, { ...QUIET, idempotencyKey: key });
}

export function removePayment(id: string, key: string): Promise<string> {
  return put('ctc/payment/delete', { id }, { idempotencyKey: key });
}

export interface AdvertWords {
  type: OtcSide;
  currency_id: string;
  coin_code: OtcFiat;
  price: string;
  ratio: string;
  total_number: string;
  min_number: string;
  max_number: string;
  way: string;
  payment_ids: string;
  window: string;
  terms: string;
  /** The fund password. */
  pay_password: string;
}

/** A new advert, or new terms of one that there is. */
export function advertise(id: string | null, words: AdvertWords, key: string): Promise<unknown> {
  const options = { ...QUIET, idempotencyKey: key };
  return id === null
    ? post('ctc/product/add', { ...words }, options)
    : put('ctc/product/update', { ...words, id }, options);
}

/** To show an advert needs the fund password. */
export function setAdvertState(id: string, to: { state: AdvertState; pin: string }, key: string): Promise<string> {
  const { state, pin: pay_password } = to;
  const options = state === 'online' ? { ...QUIET, idempotencyKey: key } : { idempotencyKey: key };
  return put('ctc/product/state', { id, state, pay_password }, options);
}

/** Reads orders and adverts again whenever an order of the user has taken a step, or may have. */
export function useOtcEvents(): void {
  const mine = useRefresh(MINE);
  const offered = useRefresh(OFFERED);
  useAccountEvents('c2c', () => {
    mine();
    offered();
  });
  useAccountEventsStart(mine);
  useWhileCut(mine);
}

/** Reads the lines of a room again whenever one was written, or a step was taken. */
export function useLineEvents(id: string, onLine: () => void): void {
  useAccountEvents('c2c.line', ({ payload }) => {
    if (payload.orderId === id) onLine();
  });
  useAccountEvents('c2c', ({ payload }) => {
    if (payload.orderId === id) onLine();
  });
  useAccountEventsStart(onLine);
  useWhileCut(onLine);
}
