import { IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { useInstant } from '../../../platform/instant-words';
import type { SubscriptionState } from '../../../../server/contract/rules/subscription.rules';
import type { SubscriptionOrderView } from '../../../../server/contract/trading/subscription.dto';
import { usePages } from '../../../platform/use-pages';
import { CoinIcon } from '../../../ui/coin-icon';
import { EndlessRows } from '../../../ui/endless-rows';
import { MoneyText } from '../../../ui/money-text';
import { StatePill } from '../../../ui/state-pill';
import { Pairs } from './facts';
import { Search } from './search';
import styles from './subscription.module.css';
import { KEYS, type OrderTab, readOrders, useSubscriptionEvents } from './subscription.api';

export const STATE_TONES: Record<SubscriptionState, 'wait' | 'good' | 'bad' | 'off'> = {
  review: 'wait',
  passed: 'good',
  locked: 'wait',
  released: 'good',
  returned: 'off',
};

/** The user's orders, the newest first. */
export function OrderList({ tab }: { tab: OrderTab }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [keyword, setKeyword] = useState('');
  useSubscriptionEvents();
  const pages = usePages([...KEYS.orders, tab, keyword], readOrders(tab, keyword));
  const empty =
    keyword === ''
      ? {
          text: t(tab === 'current' ? 'subscription.noCurrent' : 'subscription.noFinished'),
          action: { label: t('subscription.all'), onClick: () => void navigate('/pages/subscription/index') },
        }
      : { text: t('subscription.nothing', { words: keyword }) };
  return (
    <>
      <Search onSearch={setKeyword} />
      <EndlessRows pages={pages} shown={pages.rows ?? []} empty={empty}>
        {(order) => <OrderRow order={order} />}
      </EndlessRows>
    </>
  );
}

function OrderRow({ order }: { order: SubscriptionOrderView }) {
  const { t } = useTranslation();
  const instant = useInstant();
  const money = (value: string, unit: string) => <MoneyText brief value={value} unit={unit} secret demo={false} />;
  const time =
    order.completed_at !== null
      ? { label: t('subscription.completed'), value: instant(order.completed_at) }
      : order.release_at !== null
        ? { label: t('subscription.free'), value: instant(order.release_at) }
        : {
            label: t('subscription.launchPlanned'),
            value: instant(Date.parse(`${order.online_time.replace(' ', 'T')}Z`)),
          };
  return (
    <Link to={`/pages/subscription/orders/detail?id=${order.id}`} className={styles.row}>
      <span className={styles.head}>
        <CoinIcon code={order.new_currency_name} />
        <span className={styles.title}>{money(order.new_currency_num, order.new_currency_name)}</span>
        <StatePill tone={STATE_TONES[order.state]} text={t(`subscription.state.${order.state}`)} />
        <IconChevronRight size={18} className={styles.arrow ?? ''} aria-hidden />
      </span>
      <Pairs facts={[{ label: t('subscription.pay'), value: money(order.amount, order.currency_name) }, time]} />
    </Link>
  );
}
