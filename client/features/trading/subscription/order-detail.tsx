import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useInstant } from '../../../platform/instant-words';
import { toUnits } from '../../../../server/contract/money';
import type { SubscriptionOrderView } from '../../../../server/contract/trading/subscription.dto';
import { CoinIcon } from '../../../ui/coin-icon';
import { DetailsList } from '../../../ui/details-list';
import { MoneyText } from '../../../ui/money-text';
import { StatePill } from '../../../ui/state-pill';
import { CardSkeleton } from '../../../ui/text-skeleton';
import { Failure } from './failure';
import { useRate } from './offer-facts';
import { STATE_TONES } from './order-list';
import styles from './subscription.module.css';
import { order as orderQuery, useSubscriptionEvents } from './subscription.api';

/** One order: how far it is, what it brings, and when. */
export function OrderDetail({ id }: { id: string }) {
  useSubscriptionEvents();
  const { data, error, refetch } = useQuery(orderQuery(id));
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} of="order" />;
  if (!data) return <CardSkeleton rows={8} />;
  return <Loaded order={data} />;
}

function Loaded({ order }: { order: SubscriptionOrderView }) {
  const { t } = useTranslation();
  return (
    <>
      <div className={styles.orderHero}>
        <CoinIcon code={order.new_currency_name} size={40} />
        <p className={styles.sheetAmount}>
          <MoneyText value={order.new_currency_num} unit={order.new_currency_name} secret demo={false} />
        </p>
        <StatePill tone={STATE_TONES[order.state]} text={t(`subscription.state.${order.state}`)} />
        <p className={styles.small}>{t(`subscription.stateText.${order.state}`)}</p>
        {order.state === 'review' && (
          <Link to="/pages/verification/index" className={styles.link}>
            {t('subscription.verify')}
          </Link>
        )}
      </div>
      <DetailsList details={useOrderFacts(order)} />
    </>
  );
}

function useOrderFacts(order: SubscriptionOrderView): { label: string; value: ReactNode }[] {
  const { t } = useTranslation();
  const instant = useInstant();
  const rate = useRate(order.interest_rate);
  const paid = (value: string) => <MoneyText value={value} unit={order.currency_name} secret demo={false} />;
  const coins = (value: string) => <MoneyText value={value} unit={order.new_currency_name} secret demo={false} />;
  const wire = (text: string) => instant(Date.parse(`${text.replace(' ', 'T')}Z`));
  const hasReturn = order.state !== 'returned' && toUnits(order.original_interest) !== 0n;
  return [
    { label: t('subscription.pay'), value: paid(order.amount) },
    { label: t('subscription.price'), value: paid(order.change_rate) },
    ...(hasReturn
      ? [
          { label: t('subscription.accumulated'), value: coins(order.interest) },
          { label: t('subscription.expected'), value: coins(order.original_interest) },
          { label: t('subscription.returnRate'), value: rate },
        ]
      : []),
    {
      label: t('subscription.lock'),
      value: order.day === 0 ? t('subscription.noLock') : t('subscription.days', { count: order.day }),
    },
    { label: t('subscription.bought'), value: wire(order.created_at) },
    order.locked_at === null
      ? { label: t('subscription.launchPlanned'), value: wire(order.online_time) }
      : { label: t('subscription.launched'), value: instant(order.locked_at) },
    ...(order.release_at === null ? [] : [{ label: t('subscription.free'), value: instant(order.release_at) }]),
    ...(order.completed_at === null
      ? []
      : [{ label: t('subscription.completed'), value: instant(order.completed_at) }]),
    { label: t('wallet.number'), value: order.id },
  ];
}
