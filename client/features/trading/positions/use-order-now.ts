import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type {
  EndedClosingView,
  FuturesClosingView,
  FuturesPositionsView,
  FuturesPositionView,
} from '../../../../server/contract/trading/futures.dto';
import { useAccountType } from '../../../platform/account-type';
import { endedClosingsKey, historyKey, readEndedClosings, readHistory } from '../futures-account';

type Account = Pick<FuturesPositionsView, 'positions'>;

/** A pending order as the account has it by now, and why it can no longer be changed, in words; null: it can. */
export function useOrderNow(
  opened: FuturesPositionView,
  { positions }: Account,
): { now: FuturesPositionView; over: string | null } {
  const { t } = useTranslation();
  const type = useAccountType();
  const { positionId } = opened;
  const listed = positions.find((row) => row.positionId === positionId);
  const { data: past } = useQuery({
    queryKey: [...historyKey(type), 'order'],
    queryFn: ({ signal }) => readHistory(type, 1, signal),
    enabled: listed === undefined,
  });
  if (listed?.state === 'pending') return { now: listed, over: null };
  const row = listed ?? past?.rows.find((ended) => ended.positionId === positionId);
  const over = t('futures.amendOver');
  if (!row) return { now: opened, over };
  const end = row.state === 'cancelled' ? 'futures.status.cancelled' : 'futures.closingEnds.filled';
  return { now: row, over: `${over} · ${t(end)}` };
}

/** An order that waits to close lots, with its position. */
export interface OpenedClosing {
  position: FuturesPositionView;
  closing: FuturesClosingView;
}

/** The same of an order that waits to close lots of a position. */
export function useClosingNow(
  opened: OpenedClosing,
  { positions }: Account,
): { now: OpenedClosing; over: string | null } {
  const { t } = useTranslation();
  const type = useAccountType();
  const { closingId } = opened.closing;
  const position = positions.find(({ positionId }) => positionId === opened.position.positionId);
  const closing = position?.closings?.find((row) => row.closingId === closingId);
  const { data: past } = useQuery({
    queryKey: [...endedClosingsKey(type), 'order'],
    queryFn: ({ signal }) => readEndedClosings(type, 1, signal),
    enabled: closing === undefined,
  });
  if (position && closing) return { now: { position, closing }, over: null };
  const end: EndedClosingView | undefined = past?.rows.find((row) => row.closingId === closingId);
  const over = t('futures.amendOver');
  return { now: opened, over: end ? `${over} · ${t(`futures.closingEnds.${end.end}`)}` : over };
}
