import { queryOptions } from '@tanstack/react-query';
import type { FuturesClosedPartView } from '../../../../server/contract/trading/closed-parts.dto';
import type {
  EndedClosingView,
  FuturesHistoryView,
  FuturesMarginMode,
  FuturesPositionsView,
  FuturesPreviewView,
  FuturesProductView,
  FuturesReversePreviewView,
  FuturesStopsPreviewView,
  TriggerSource,
} from '../../../../server/contract/trading/futures.dto';
import type {
  FuturesAmendmentPreviewView,
  FuturesClosingAmendmentView,
} from '../../../../server/contract/trading/futures-amendments.dto';
import type { FundingView } from '../../../../server/contract/trading/liquidation.dto';
import type { AccountType } from '../../../platform/account-type';
import { get, type Parameters, post } from '../../../platform/api';
import { serverNow } from '../../../platform/server-clock';

/** Replies about the signed-in user begin with this, so that the next user does not find them. */
const OWN = 'own';
const QUIET = { quiet: true };
/** Terms that were changed, and a maintenance table that takes effect, reach a page that stays open (decision 125). */
const PRODUCTS_AGAIN_MS = 60_000;
const FUNDING_AGAIN_MS = 60_000;
/** Events keep the account right; this is for what they may have lost. */
const ACCOUNT_AGAIN_MS = 30_000;
/** A preview follows the price while it is looked at. */
const PREVIEW_AGAIN_MS = 2500;

export const HISTORY_ROWS = 20;
const PARTS_ROWS = 100;

export const products = queryOptions({
  queryKey: ['futures', 'products'],
  queryFn: ({ signal }) => get<FuturesProductView[]>('futures/products', {}, { ...QUIET, signal }),
  staleTime: PRODUCTS_AGAIN_MS,
  refetchInterval: PRODUCTS_AGAIN_MS,
});

/** Everything of the user's futures. */
export const OF_USER = [OWN, 'futures'] as const;

export const accountKey = (type: AccountType) => [OWN, 'futures', 'account', type] as const;
export const historyKey = (type: AccountType) => [OWN, 'futures', 'history', type] as const;

/** Everything open in the futures account; read again whenever the page comes back to the front. */
export const accountOf = (type: AccountType) =>
  queryOptions({
    queryKey: accountKey(type),
    queryFn: ({ signal }) =>
      get<FuturesPositionsView>('futures/positions', { account_type: type }, { ...QUIET, signal }),
    staleTime: 0,
    refetchInterval: ACCOUNT_AGAIN_MS,
  });

export async function readHistory(type: AccountType, page: number, signal: AbortSignal) {
  const { data, next_page_url } = await get<FuturesHistoryView>(
    'futures/history',
    { account_type: type, page, limit: HISTORY_ROWS },
    { ...QUIET, signal },
  );
  return { rows: data.map((row) => ({ id: row.positionId, ...row })), hasMore: next_page_url !== null };
}

/** Begins as that of the history does: what changes one changes both. */
export const endedClosingsKey = (type: AccountType) => [...historyKey(type), 'closings'] as const;

export async function readEndedClosings(type: AccountType, page: number, signal: AbortSignal) {
  const rows = await get<EndedClosingView[]>(
    'futures/closings',
    { account_type: type, page, limit: HISTORY_ROWS },
    { ...QUIET, signal },
  );
  return { rows: rows.map((row) => ({ id: row.closingId, ...row })), hasMore: rows.length === HISTORY_ROWS };
}

/** Parts of positions that were closed by themselves, the newest; begins as the key of the history does. */
export const closedPartsOf = (type: AccountType) =>
  queryOptions({
    queryKey: [...historyKey(type), 'parts'],
    queryFn: ({ signal }) =>
      get<FuturesClosedPartView[]>(
        'futures/closed-parts',
        { account_type: type, page: 1, limit: PARTS_ROWS },
        { ...QUIET, signal },
      ),
  });

/** What its owner has changed of an order to close lots; read where it was changed. */
export const closingAmendmentsOf = (
  { positionId, closingId }: Pick<EndedClosingView, 'positionId' | 'closingId'>,
  amendments: number,
) =>
  queryOptions({
    queryKey: [OWN, 'futures', 'closing-amendments', closingId, amendments],
    queryFn: ({ signal }) =>
      get<FuturesClosingAmendmentView[]>(
        'futures/closing-amendments',
        { id: positionId, closing_id: closingId },
        { ...QUIET, signal },
      ),
    enabled: amendments > 0,
  });

/** The funding of one market, with the rates that were. */
export const fundingOf = (symbol: string) =>
  queryOptions({
    queryKey: ['futures', 'funding', symbol],
    queryFn: ({ signal }) => get<FundingView[]>('futures/funding', { symbol }, { ...QUIET, signal }),
    refetchInterval: FUNDING_AGAIN_MS,
  });

/** The funding of all markets, without the rates that were. */
export const fundings = queryOptions({
  queryKey: ['futures', 'funding'],
  queryFn: ({ signal }) => get<FundingView[]>('futures/funding', {}, { ...QUIET, signal }),
  refetchInterval: FUNDING_AGAIN_MS,
});

/** An order without what is only decided when it is sent. */
export interface OrderWish {
  baseId: number;
  quoteId: number;
  side: 'long' | 'short';
  lots: number;
  leverage: number;
  marginMode: FuturesMarginMode;
  /** Null: at the market. */
  limitPrice: string | null;
  takeProfit: string | null;
  takeProfitSource: TriggerSource;
  stopLoss: string | null;
  stopLossSource: TriggerSource;
  /** It only takes away from what is open on the other side; leverage means nothing then, and there are no stops. */
  reduceOnly: boolean;
}

/** The order as the wire has it. */
export function orderBody(wish: OrderWish, type: AccountType): Parameters {
  const { limitPrice, takeProfit, stopLoss } = wish;
  return {
    account_type: type,
    currency_id: wish.baseId,
    legal_id: wish.quoteId,
    type: wish.side === 'long' ? '1' : '2',
    share: wish.lots,
    multiple: wish.leverage,
    margin_mode: wish.marginMode,
    status: limitPrice === null ? '1' : '0',
    ...(wish.reduceOnly && { reduce_only: '1' }),
    ...(limitPrice !== null && { target_price: limitPrice }),
    ...(takeProfit !== null && { target_profit_price: takeProfit, profit_source: wish.takeProfitSource }),
    ...(stopLoss !== null && { stop_loss_price: stopLoss, stop_source: wish.stopLossSource }),
  };
}

export type PreviewOf = 'preview' | 'preview/close' | 'preview/add_margin';

/** What a command would do; asked again while it is shown, because the price moves. */
export const previewOf = (path: PreviewOf, body: Parameters | null) =>
  queryOptions({
    queryKey: [OWN, 'futures', path, body],
    queryFn: ({ signal }) => post<FuturesPreviewView>(`futures/${path}`, body ?? {}, { ...QUIET, signal }),
    enabled: body !== null,
    retry: false,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: PREVIEW_AGAIN_MS,
  });

/** What reversing a position would do. */
export const reversePreviewOf = (body: Parameters | null) =>
  queryOptions({
    queryKey: [OWN, 'futures', 'preview/reverse', body],
    queryFn: ({ signal }) =>
      post<FuturesReversePreviewView>('futures/preview/reverse', body ?? {}, { ...QUIET, signal }),
    enabled: body !== null,
    retry: false,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: PREVIEW_AGAIN_MS,
  });

/** As it was read, with the moment of the price that it goes by; null: it goes by none. */
export type AmendmentPreview = FuturesAmendmentPreviewView & { pricedAt: number | null };

async function readAmendmentPreview(body: Parameters, signal: AbortSignal): Promise<AmendmentPreview> {
  const view = await post<FuturesAmendmentPreviewView>('futures/preview/amend', body, { ...QUIET, signal });
  return { ...view, pricedAt: view.priceAgeMs === null ? null : serverNow() - view.priceAgeMs };
}

/** What changing a pending order would do. */
export const amendmentPreviewOf = (body: Parameters | null) =>
  queryOptions({
    queryKey: [OWN, 'futures', 'preview/amend', body],
    queryFn: ({ signal }) => readAmendmentPreview(body ?? {}, signal),
    enabled: body !== null,
    retry: false,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: PREVIEW_AGAIN_MS,
  });

/** What new stops would bring. */
export const stopsPreviewOf = (body: Parameters | null) =>
  queryOptions({
    queryKey: [OWN, 'futures', 'preview/setstop', body],
    queryFn: ({ signal }) => post<FuturesStopsPreviewView>('futures/preview/setstop', body ?? {}, { ...QUIET, signal }),
    enabled: body !== null,
    retry: false,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: PREVIEW_AGAIN_MS,
  });

export type LeverCommand =
  | 'submit'
  | 'amend'
  | 'close'
  | 'close_limit'
  | 'close_amend'
  | 'close_cancel'
  | 'reverse'
  | 'setstop'
  | 'add_margin'
  | 'cancel'
  | 'batch_close';

export function command(name: LeverCommand, body: Parameters, idempotencyKey: string): Promise<string> {
  return post(`lever/${name}`, body, { ...QUIET, idempotencyKey });
}

export function preferMarginMode(mode: FuturesMarginMode, type: AccountType): Promise<string> {
  return post('futures/margin_mode', { margin_mode: mode, account_type: type }, QUIET);
}
