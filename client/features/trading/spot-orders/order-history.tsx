import { useState } from 'react';
import type { SpotOrderView } from '../../../../server/contract/trading/spot.dto';
import { useAccountType } from '../../../platform/account-type';
import { usePages } from '../../../platform/use-pages';
import { EndlessRows } from '../../../ui/endless-rows';
import { CancelExit } from './cancel-exit';
import { OrderRow } from './order-row';
import { OrderSheet } from './order-sheet';
import { historyKey, type OrdersFilter, readHistory } from './spot-orders.api';

interface Props extends Omit<OrdersFilter, 'type'> {
  /** What stands there instead of rows. */
  empty: { text: string; action?: { label: string; onClick: () => void } };
}

/** The orders; each opens with its executions. */
export function OrderHistory({ empty, ...asked }: Props) {
  const type = useAccountType();
  const [looking, setLooking] = useState<SpotOrderView | null>(null);
  const filter = { ...asked, type };
  const pages = usePages(historyKey(filter), (page, signal) => readHistory(filter, page, signal));
  return (
    <>
      <EndlessRows pages={pages} shown={pages.rows ?? []} empty={empty}>
        {(order) => (
          <OrderRow
            order={order}
            onOpen={() => setLooking(order)}
            action={order.exit?.status === 'waiting' ? <CancelExit order={order} /> : undefined}
          />
        )}
      </EndlessRows>
      <OrderSheet order={looking} onClose={() => setLooking(null)} />
    </>
  );
}
