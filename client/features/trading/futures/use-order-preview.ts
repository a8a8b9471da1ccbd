import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
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
   * For the eye alone: until the present order is answered, what was said of the one before, so that nothing jumps while
   * its lots follow the price. Nothing is gone on with, and nothing sent, by it.
   */
  shown: Answer & { isFormer: boolean };
}

/** What the order would do at the price of now; asked again while it is shown. */
export function useOrderPreview(wish: OrderWish | null, isShown: boolean): OrderPreview {
  const type = useAccountType();
  const present = wish === null ? null : JSON.stringify(orderBody(wish, type));
  const settled = useSettled(present);
  const body = isShown && present !== null ? bodyOf(settled) : null;
  const { data, error } = useQuery(previewOf('preview', body));
  const failure = error instanceof CallFailed && body !== null ? error : null;
  const preview = body !== null && failure === null ? (data ?? null) : null;
  const [former, setFormer] = useState<{ kind: string; answer: Answer } | null>(null);
  const isAnswered = preview !== null || failure !== null;
  const isNewer = former?.answer.preview !== preview || former.answer.failure !== failure;
  if (isAnswered && isNewer) setFormer({ kind: kindOf(body), answer: { preview, failure, field: fieldOf(failure) } });
  // What was wrong in between begins anew: the figures from before may be as old as that.
  if (present === null && former !== null) setFormer(null);
  const isPresent = isAnswered && settled === present;
  const answer = isPresent ? { preview, failure, field: fieldOf(failure) } : NOTHING;
  const known = former !== null && former.kind === kindOf(bodyOf(present)) ? former.answer : NOTHING;
  return { ...answer, shown: isPresent ? { ...answer, isFormer: false } : { ...known, isFormer: known !== NOTHING } };
}

function bodyOf(text: string | null): Parameters | null {
  return text === null ? null : (JSON.parse(text) as Parameters);
}

function fieldOf(failure: CallFailed | null): TicketField | null {
  return failure?.code ? (FIELD_OF[failure.code] ?? null) : null;
}

/** Of another market, side or account the figures mean something else. */
function kindOf(body: Parameters | null): string {
  const { account_type, currency_id, legal_id, type, reduce_only } = body ?? {};
  return JSON.stringify([account_type, currency_id, legal_id, type, reduce_only]);
}

/** The value once it has stood for a moment; one that never stands still, as it is every now and then. */
function useSettled(value: string | null): string | null {
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
