import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { SpotStopView } from '../../../../server/contract/trading/spot-stops.dto';
import { stopsOf } from './spot-orders.api';
import { stateOf } from './stop-terms';

/** A stop as the lists have it by now, and why it can no longer be changed, in words; null: it can. */
export function useStopNow(opened: SpotStopView): { now: SpotStopView; over: string | null } {
  const { t } = useTranslation();
  const { id, account_type } = opened;
  const waiting = useQuery(stopsOf(account_type, 'waiting'));
  const ended = useQuery(stopsOf(account_type, 'ended'));
  const find = (rows: SpotStopView[] | undefined) => rows?.find((stop) => stop.id === id);
  // What has ended never waits again, whichever list was read last.
  const listed = find(ended.data) ?? find(waiting.data);
  const isGone = listed === undefined && waiting.data !== undefined;
  return { now: listed ?? opened, over: isGone ? t('spot.amendOver') : overWords(listed ?? opened, t) };
}

function overWords(stop: SpotStopView, t: TFunction): string | null {
  const state = stateOf(stop);
  return state === 'waiting' ? null : `${t('spot.amendOver')} · ${t(`spot.stopStates.${state}`)}`;
}
