import { IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import type { TrustOrderView } from '../../../../server/contract/trading/trust.dto';
import { useAccountType } from '../../../platform/account-type';
import { CoinIcon } from '../../../ui/coin-icon';
import { MoneyText } from '../../../ui/money-text';
import { useWireTime } from '../../account/profile';
import { usePages } from '../../../platform/use-pages';
import { EndlessRows } from '../../../ui/endless-rows';
import { Pairs } from './facts';
import styles from './order-list.module.css';
import { TermProgress } from './term-progress';
import cardStyles from './trust-card.module.css';
import { KEYS, type OrderTab, readOrders, useTrustEvents } from './trust.api';
import { useDayWords } from './use-day';
import { useProductName } from './use-product-name';

const EMPTY = { custody: 'noCustody', completed: 'noCompleted', redeemed: 'noRedeemed' } as const;

/** The user's orders of one state, the newest first; what is booked is shown as it is told. */
export function OrderList({ tab }: { tab: OrderTab }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const type = useAccountType();
  useTrustEvents();
  const pages = usePages([...KEYS.orders, tab, type], readOrders(tab, type));
  const action = { label: t('trust.seeProducts'), onClick: () => void navigate('/pages/trust/index') };
  return (
    <EndlessRows pages={pages} shown={pages.rows ?? []} empty={{ text: t(`trust.${EMPTY[tab]}`), action }}>
      {(order) => <OrderRow order={order} />}
    </EndlessRows>
  );
}

export function OrderRow({ order }: { order: TrustOrderView }) {
  const { t } = useTranslation();
  const name = useProductName(order);
  const unit = order.currency_name;
  return (
    <Link to={`/pages/trust/hosting/detail?id=${order.id}`} className={styles.orderRow}>
      <span className={cardStyles.cardHead}>
        <CoinIcon code={unit} />
        <span className={cardStyles.cardTitle}>
          <MoneyText brief value={order.amount} unit={unit} secret demo={order.account_type === 'simulation_account'} />
          <span className={styles.termWords}>
            {name !== null && `${name} · `}
            {t('trust.days', { count: order.day })}
          </span>
        </span>
        <IconChevronRight size={18} className={cardStyles.arrow ?? ''} aria-hidden />
      </span>
      {order.state === 'custody' && <TermProgress order={order} />}
      <Pairs facts={useOrderFigures(order)} />
    </Link>
  );
}

function useOrderFigures(order: TrustOrderView) {
  const { t } = useTranslation();
  const wireTime = useWireTime();
  const dayWords = useDayWords();
  const money = (value: string, signed = false) => (
    <MoneyText brief value={value} unit={order.currency_name} secret signed={signed} demo={false} />
  );
  const income = { label: t('trust.income'), value: money(order.total_interest, true) };
  if (order.state === 'custody') {
    return [
      income,
      { label: t('trust.expected'), value: money(order.expected_interest) },
      { label: t('trust.endDay'), value: dayWords(order.end_at, true) },
    ];
  }
  const ended = { label: t('trust.ended'), value: wireTime(order.ended_at ?? order.updated_at) };
  return order.state === 'redeemed'
    ? [income, { label: t('trust.penalty'), value: money(order.cancel_fee) }, ended]
    : [income, ended];
}
