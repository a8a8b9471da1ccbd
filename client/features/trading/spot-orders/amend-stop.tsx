import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { SpotOrderView } from '../../../../server/contract/trading/spot.dto';
import type { SpotStopView } from '../../../../server/contract/trading/spot-stops.dto';
import { stopsOf } from './spot-orders.api';
import { isChangeable } from './stop-terms';

interface Act {
  /** Its sheet is its caller's: the button goes with what it is for, and the sheet has to say what became of that. */
  onAmend: (stop: SpotStopView) => void;
}

/** Asks for the sheet that changes a stop, where that can be changed. */
export function AmendStop({ stop, onAmend }: Act & { stop: SpotStopView }) {
  const { t } = useTranslation();
  if (!isChangeable(stop)) return null;
  return (
    <Button variant="default" size="sm" mih={44} onClick={() => onAmend(stop)}>
      {t('spot.amend')}
    </Button>
  );
}

/** The same of an order that waits, by the stop that waits paired with it. */
export function AmendPair({
  order: { account_type, paired_stop_id },
  onAmend,
}: Act & { order: Pick<SpotOrderView, 'account_type' | 'paired_stop_id'> }) {
  const { data } = useQuery(stopsOf(account_type, 'waiting'));
  const stop = data?.find(({ id }) => id === paired_stop_id);
  return stop ? <AmendStop stop={stop} onAmend={onAmend} /> : null;
}
