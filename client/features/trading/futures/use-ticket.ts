import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type {
  FuturesPositionsView,
  FuturesPreviewView,
  FuturesProductView,
} from '../../../../server/contract/trading/futures.dto';
import { useAccountType } from '../../../platform/account-type';
import { CallFailed } from '../../../platform/api';
import { useLanguage } from '../../../platform/preferences';

import {
  FIELD_OF,
  orderBody,
  type OrderWish,
  previewOf,
  problemsOf,
  type TicketField,
  type TicketProblems,
  type TicketValues,
  wishOf,
} from '../futures-account';

/** Of what the product offers the one that is nearest to this is chosen at first. */
const FIRST_LEVERAGE = 5;
const TYPED_FOR_MS = 300;

export interface Ticket {
  values: TicketValues;
  change: (part: Partial<TicketValues>) => void;
  /** What was typed and is wrong. */
  problems: TicketProblems;
  /** Null while something is wrong. */
  wish: OrderWish | null;
}

export interface Opening {
  /** The side whose button opened the ticket; null while it is shut. */
  opened: 'long' | 'short' | null;
  /** Nothing can be opened now, whatever was chosen before. */
  onlyReduces?: boolean;
}

/** The order that is being made up. What was typed lives as long as the page, whatever becomes of the sheet. */
export function useTicket(
  product: FuturesProductView,
  ids: Pick<OrderWish, 'baseId' | 'quoteId'>,
  terms: Pick<FuturesPositionsView, 'marginMode' | 'newUntil'>,
  { opened, onlyReduces = false }: Opening,
): Ticket {
  const language = useLanguage();
  const [typed, setTyped] = useState<Partial<TicketValues>>({});
  const [openedBefore, setOpenedBefore] = useState<typeof opened>(null);
  if (opened !== openedBefore) {
    setOpenedBefore(opened);
    if (opened) setTyped((before) => ({ ...before, side: opened }));
  }
  // It stays so when opening is possible again: what was about to be closed never turns into something opened by itself.
  if (onlyReduces && typed.reduceOnly !== true) setTyped((before) => ({ ...before, reduceOnly: true }));
  const values: TicketValues = {
    side: 'long',
    priceType: 'market',
    limit: '',
    lots: '1',
    leverage: firstLeverage(product, terms.newUntil),
    marginMode: terms.marginMode,
    hasStops: false,
    takeProfit: '',
    takeProfitSource: 'last',
    stopLoss: '',
    stopLossSource: 'mark',
    reduceOnly: false,
    ...typed,
  };
  return {
    values,
    change: (part) => setTyped((before) => ({ ...before, ...part })),
    problems: problemsOf(values, product, language),
    wish: wishOf(values, ids, product, language),
  };
}

function firstLeverage({ leverages, newAccountLeverage }: FuturesProductView, newUntil: number | null): number {
  const most = newUntil === null ? FIRST_LEVERAGE : Math.min(FIRST_LEVERAGE, newAccountLeverage);
  return leverages.filter((leverage) => leverage <= most).at(-1) ?? leverages[0] ?? 1;
}

export interface OrderPreview {
  preview: FuturesPreviewView | null;
  loading: boolean;
  failure: CallFailed | null;
  /** The field that the failure is about. */
  field: TicketField | null;
}

/** What the order would do at the price of now; asked again while it is shown. */
export function useOrderPreview(wish: OrderWish | null, isShown: boolean): OrderPreview {
  const type = useAccountType();
  const [settled] = useDebouncedValue(wish === null ? null : JSON.stringify(orderBody(wish, type)), TYPED_FOR_MS);
  const isSettled = wish !== null && settled === JSON.stringify(orderBody(wish, type));
  const body = isShown && isSettled && settled !== null ? (JSON.parse(settled) as Record<string, string>) : null;
  const { data, error, isFetching } = useQuery(previewOf('preview', body));
  const failure = error instanceof CallFailed && body !== null ? error : null;
  return {
    preview: body !== null && failure === null ? (data ?? null) : null,
    loading: wish !== null && (isFetching || !isSettled),
    failure,
    field: failure?.code ? (FIELD_OF[failure.code] ?? null) : null,
  };
}
