import { useAccountEvents, useAccountEventsStart } from '../../../platform/use-account-events';
import { useRefresh } from '../../../platform/use-refresh';
import { ORDER_KEY, ORDERS_KEY } from './spot-orders.api';

/** Reads the lists of orders again when something has happened to one of them, or may have. */
export function useOrderNews(): void {
  const orders = useRefresh(ORDERS_KEY);
  const detail = useRefresh(ORDER_KEY);
  const both = () => {
    orders();
    detail();
  };
  useAccountEvents('order', ({ payload }) => {
    if (/^spot-(order|stop|exit):/.test(payload.entity)) both();
  });
  useAccountEvents('fill', both);
  useAccountEventsStart(both);
}
