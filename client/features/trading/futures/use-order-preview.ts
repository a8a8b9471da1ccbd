import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { FuturesPreviewView } from '../../../../server/contract/trading/futures.dto';
import { useAccountType } from '../../../platform/account-type';
import { CallFailed, type Parameters } from '../../../platform/api';
import { FIELD_OF, orderBody, type OrderWish, previewOf, type TicketField } from '../futures-account';

const TYPED_FOR_MS = 300;
/** Lots that go on changing with the price are asked about at least so often. */
const UNASKED_MOST_MS = 1500;

/** What the server said of an order: one of the two, or nothing yet. */
interface Answer {
  preview: FuturesPreviewView | null;
  failure: CallFailed | null;
  /** The field that the failure is about. */
  field: TicketField | null;
}

const NOTHING: Answer = { preview: null, failure: null, field: null };

export interface OrderPreview extends Answer {
  /**
   * For the eye alone: until the present order is answered, the figures of the one before, so that nothing jumps while its
   * lots follow the price. Nothing is gone on with, and nothing sent, by them.
   */
  shown: { preview: FuturesPreviewView | null; isFormer: boolean };
}

/**
 * What the order would do at the price of now; asked again while it is shown.
 *
 * @param amount what was typed in money and the lots follow the price by; null: the lots were typed, and every change of
 * them is the user's own
 */
export function useOrderPreview(wish: OrderWish | null, amount: string | null, isShown: boolean): OrderPreview {
  const type = useAccountType();
  const present = wish === null ? null : JSON.stringify(orderBody(wish, type));
  const { order: settled, by: settledAmount } = useSettled(
    useMemo(() => ({ order: present, by: amount }), [present, amount]),
  );
  const body = isShown && present !== null ? bodyOf(settled) : null;
  const { data, error, isPaused } = useQuery(previewOf('preview', body));
  const failure = error instanceof CallFailed && body !== null ? error : null;
  const preview = body !== null && failure === null ? (data ?? null) : null;
  const isPresent = (preview !== null || failure !== null) && settled === present;
  const answer = isPresent ? { preview, failure, field: fieldOf(failure) } : NOTHING;
  // Figures that nothing newer is coming for are no longer those of a moment ago.
  const isCutOff = error !== null || isPaused;
  const kind = isShown && !isCutOff ? followedKind(present, amount) : null;
  const isOfKind = body !== null && followedKind(settled, settledAmount) === kind;
  const former = useFormer(kind, isOfKind ? preview : null);
  return {
    ...answer,
    shown: isPresent ? { preview, isFormer: false } : { preview: former, isFormer: former !== null },
  };
}

/** The newest figures of the kind; none as soon as the kind is another one, or null. */
function useFormer(kind: string | null, preview: FuturesPreviewView | null): FuturesPreviewView | null {
  const [former, setFormer] = useState<{ kind: string; preview: FuturesPreviewView } | null>(null);
  if (kind === null || (former !== null && former.kind !== kind)) {
    if (former !== null) setFormer(null);
  } else if (preview !== null && former?.preview !== preview) setFormer({ kind, preview });
  return former?.preview ?? null;
}

function bodyOf(text: string | null): Parameters | null {
  return text === null ? null : (JSON.parse(text) as Parameters);
}

function fieldOf(failure: CallFailed | null): TicketField | null {
  return failure?.code ? (FIELD_OF[failure.code] ?? null) : null;
}

/** Orders of one kind differ by nothing but the lots that the same amount came to; null: none follows the price. */
function followedKind(order: string | null, amount: string | null): string | null {
  return order === null || amount === null ? null : JSON.stringify([amount, { ...bodyOf(order), share: null }]);
}

/** The value once it has stood for a moment; one that never stands still, as it is every now and then. A value is told by identity. */
function useSettled<Value extends object>(value: Value): Value {
  const [settled, settle] = useState(value);
  const newest = useRef(value);
  useEffect(() => {
    newest.current = value;
    const timer = setTimeout(() => settle(value), TYPED_FOR_MS);
    return () => clearTimeout(timer);
  }, [value]);
  const isBehind = value !== settled;
  useEffect(() => {
    if (!isBehind) return undefined;
    const timer = setTimeout(() => settle(newest.current), UNASKED_MOST_MS);
    return () => clearTimeout(timer);
  }, [isBehind]);
  return settled;
}
