import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { SpotOrderView } from '../../../../server/contract/trading/spot.dto';
import { orderState } from './order-state';
import { OPEN, orderDetailOf } from './spot-orders.api';

/** An order as the server has it by now, and why it can no longer be changed, in words; null: it can. */
export function useOrderNow(opened: SpotOrderView): { now: SpotOrderView; over: string | null } {
  const { t } = useTranslation();
  // Not from the list of those that wait: that one has room for some of them only.
  const { data } = useQuery(orderDetailOf(opened.id, opened.account_type));
  const now = data?.order ?? opened;
  const over = now.status === OPEN ? null : `${t('spot.amendOver')} · ${t(`spot.${orderState(now)}`)}`;
  return { now, over };
}
