import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { OptionOrderView } from '../../../../server/contract/trading/options.dto';
import { useAccountType } from '../../../platform/account-type';
import { serverNow } from '../../../platform/server-clock';
import { useLoggedIn } from '../../../platform/session';
import { useAccountEvents, useAccountEventsStart } from '../../../platform/use-account-events';
import { useRefresh } from '../../../platform/use-refresh';
import { type Ended, endedOfEvent, endedOfOrder } from './ended';
import { netOf } from './net';
import { openOrdersOf, OPTION_KEYS, receiptOf } from './options.api';

export interface OpenOrders {
  orders: OptionOrderView[] | null;
  failure: Error | null;
  reload: () => void;
  /** Orders that ended while the page was open and were not put away yet, the newest first. */
  ended: Ended[];
  putAway: () => void;
}

/**
 * The open orders, as of this moment, and those that end. Whatever the events lose is found by reading again: an order
 * that is not open any more has ended, and its receipt says how.
 */
export function useOpenOrders(): OpenOrders {
  const queries = useQueryClient();
  const type = useAccountType();
  const isDemo = type === 'simulation_account';
  const query = openOrdersOf(type, serverNow);
  const { data, error } = useQuery({ ...query, enabled: useLoggedIn() });
  const refresh = useRefresh(OPTION_KEYS.open);
  const refreshLists = useRefresh(OPTION_KEYS.orders);
  const endings = useEndings(type);
  const { announce, isAnnounced } = endings;

  useAccountEvents('option.opened', refresh);
  const onEnd = (ended: Ended) => {
    if (ended.isDemo !== isDemo) return;
    const order = queries.getQueryData(query.queryKey)?.find(({ id }) => id === ended.id);
    queries.setQueryData(query.queryKey, (orders) => orders?.filter(({ id }) => id !== ended.id));
    announce(
      order
        ? {
            ...ended,
            net: netOf({ paid: ended.paid, stake: order.number, fee: order.fee }),
            fee: order.fee,
            entry: order.open_price,
            decimals: order.price_decimals,
            unit: order.currency_name,
          }
        : ended,
    );
    refresh();
    refreshLists();
  };
  useAccountEvents('option.settled', ({ payload }) => onEnd(endedOfEvent(payload)));
  useAccountEvents('option.voided', ({ payload }) => onEnd(endedOfEvent(payload)));
  useAccountEventsStart(refresh);

  const before = useRef<{ type: string; ids: string[] }>({ type, ids: [] });
  useEffect(() => {
    if (!data) return;
    const ids = data.map(({ id }) => id);
    const gone =
      before.current.type === type ? before.current.ids.filter((id) => !ids.includes(id) && !isAnnounced(id)) : [];
    before.current = { type, ids };
    for (const id of gone) {
      queries.fetchQuery({ ...receiptOf(id), staleTime: 0 }).then(
        ({ order }) => {
          if (order.result !== null) announce(endedOfOrder(order));
        },
        // It stands in the history.
        () => undefined,
      );
    }
  }, [data, type, queries, announce, isAnnounced]);

  return {
    orders: data ?? null,
    failure: data ? null : error,
    reload: () => void queries.invalidateQueries({ queryKey: query.queryKey }),
    ended: endings.ended,
    putAway: endings.putAway,
  };
}

/** What ended, each order once. Those of the other money are another matter. */
function useEndings(type: string) {
  const [held, setHeld] = useState<{ type: string; ended: Ended[] }>({ type, ended: [] });
  const announced = useRef(new Set<string>());
  const [announce] = useState(() => (ended: Ended) => {
    if (announced.current.has(ended.id)) return;
    announced.current.add(ended.id);
    const account = ended.isDemo ? 'simulation_account' : 'real_account';
    setHeld((all) => ({ type: account, ended: [ended, ...(all.type === account ? all.ended : [])] }));
  });
  const [isAnnounced] = useState(() => (id: string) => announced.current.has(id));
  return {
    ended: held.type === type ? held.ended : [],
    announce,
    isAnnounced,
    putAway: () => setHeld({ type, ended: [] }),
  };
}
