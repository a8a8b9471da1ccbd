import { Button } from '@mantine/core';
import { IconDownload, IconMessage } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { OtcOrderDetailView } from '../../../../server/contract/trading/otc-orders.dto';
import { useFromNow } from '../../../platform/use-now';
import { CopyButton } from '../../../ui/copy-button';
import { DetailsList } from '../../../ui/details-list';
import { MoneyText } from '../../../ui/money-text';
import { StatePill } from '../../../ui/state-pill';
import { Stepper } from '../../../ui/stepper';
import { CardSkeleton } from '../../../ui/text-skeleton';
import { useWireTime } from '../../account/profile';
import { OpenOnMap } from './meeting-place';
import { OrderActions } from './order-actions';
import { evidence, order as orderQuery, useOtcEvents } from './otc.api';
import styles from './otc.module.css';
import { SafetyNote } from './safety-note';
import { saveJson } from '../../../platform/save-file';
import { clockUntil, toneOf } from './use-otc-words';
import { UnknownOtc } from './unknown-otc';

/** One order, as it stands and as it goes on. */
export function OrderDetail({ id }: { id: string }) {
  useOtcEvents();
  const { data, error, refetch } = useQuery(orderQuery(id));
  if (error && !data) return <UnknownOtc what="order" error={error} onRetry={() => void refetch()} />;
  if (!data) return <CardSkeleton rows={9} />;
  return (
    <div className={styles.gap}>
      <Standing detail={data} />
      {data.payment && <WhereMoneyGoes detail={data} />}
      <OrderActions detail={data} />
      <Links detail={data} />
      <Facts detail={data} />
      <Steps detail={data} />
    </div>
  );
}

/** What happens now, for how long, and what one should know. */
function Standing({ detail }: { detail: OtcOrderDetailView }) {
  const { t } = useTranslation();
  const { order, appeal } = detail;
  const until =
    order.state === 'paying' ? order.pay_until : order.state === 'appeal' ? (appeal?.decision_until ?? null) : null;
  const clock = useFromNow((now) => (until === null ? '' : clockUntil(until, now)));
  const side = order.type;
  const text = t(`otc.now.${order.state === 'locking' ? 'paying' : order.state}.${side}`, {
    ended: order.ended_by ? t(`otc.steps.${order.ended_by}`) : '',
  });
  return (
    <section className={styles.hero} aria-live="polite">
      <div className={styles.head}>
        <h2 className={`${styles.heroTitle} ${styles.name}`}>
          {t(side === 'buy' ? 'otc.buyCoin' : 'otc.sellCoin', { coin: order.currency_name })}
        </h2>
        <StatePill tone={toneOf(order)} text={t(`otc.states.${order.state}`)} />
      </div>
      {until !== null && <span className={`numbers ${styles.clock}`}>{clock}</span>}
      <p className={styles.text}>{text}</p>
    </section>
  );
}

/** Where the payment goes, in whose name, and with which words: the same on both pages. */
function WhereMoneyGoes({ detail }: { detail: OtcOrderDetailView }) {
  const { t } = useTranslation();
  const { order, payment, payer_name: payer, reference } = detail;
  if (!payment) return null;
  const copied = (label: string, value: string) => ({
    label,
    value: (
      <span className={styles.value}>
        {value}
        <CopyButton text={value} label={label} />
      </span>
    ),
  });
  const isBuyer = order.type === 'buy';
  const isCash = payment.way === 'cash';
  const safety = isCash ? (isBuyer ? 'cashPayer' : 'cashReceiver') : isBuyer ? 'payer' : 'receiver';
  return (
    <section className={styles.card} aria-label={t('otc.payment')}>
      <h2 className={styles.title}>{t(isCash ? 'otc.meeting' : isBuyer ? 'otc.payTo' : 'otc.paidTo')}</h2>
      <DetailsList
        details={[
          { label: t('otc.amount'), value: <MoneyText value={order.deal_money} unit={order.coin_code} demo={false} /> },
          { label: t('otc.way'), value: t(`otc.ways.${payment.way}`) },
          isCash ? { label: t('otc.seller'), value: payment.holder } : copied(t('otc.holder'), payment.holder),
          isCash ? { label: t('otc.placeName'), value: payment.account } : copied(t('otc.account'), payment.account),
          ...(payment.bank === '' ? [] : [{ label: t('otc.bank'), value: payment.bank }]),
          ...(payment.branch === '' ? [] : [{ label: t('otc.branch'), value: payment.branch }]),
          copied(t('otc.reference'), reference),
          { label: t('otc.payer'), value: payer ?? '' },
        ]}
      />
      {payment.place !== '' && <OpenOnMap place={payment.place} title={payment.account} />}
      <SafetyNote
        text={t(`otc.safety.${safety}`, { name: isCash && isBuyer ? payment.holder : (payer ?? ''), reference })}
      />
    </section>
  );
}

function Links({ detail: { order } }: { detail: OtcOrderDetailView }) {
  const { t } = useTranslation();
  const save = async () => saveJson(`order-${order.order_no}.json`, await evidence(order.id));
  return (
    <div className={styles.actions}>
      <Button
        component={Link}
        to={`/pages/otc/chat?id=${order.id}`}
        variant="light"
        size="md"
        mih={44}
        leftSection={<IconMessage size={18} aria-hidden />}
      >
        {t('otc.chat')}
      </Button>
      <Button
        variant="subtle"
        size="md"
        mih={44}
        leftSection={<IconDownload size={18} aria-hidden />}
        onClick={() => void save().catch(() => undefined)}
      >
        {t('otc.evidence')}
      </Button>
    </div>
  );
}

function Facts({ detail: { order, terms } }: { detail: OtcOrderDetailView }) {
  const { t } = useTranslation();
  const wireTime = useWireTime();
  const money = (value: string, unit: string) => <MoneyText value={value} unit={unit} demo={false} />;
  return (
    <section className={styles.card}>
      <DetailsList
        details={[
          { label: t('otc.orderNumber'), value: order.order_no },
          { label: t('otc.merchant'), value: order.merchant_name },
          { label: t('otc.quantity'), value: money(order.number, order.currency_name) },
          { label: t('otc.price'), value: money(order.price, order.coin_code) },
          { label: t('otc.amount'), value: money(order.deal_money, order.coin_code) },
          { label: t('otc.created'), value: wireTime(order.create_time) },
        ]}
      />
      {terms !== '' && (
        <>
          <h3 className={styles.title}>{t('otc.terms')}</h3>
          <p className={styles.text}>{terms}</p>
        </>
      )}
    </section>
  );
}

function Steps({ detail: { steps } }: { detail: OtcOrderDetailView }) {
  const { t } = useTranslation();
  const wireTime = useWireTime();
  return (
    <section className={styles.card}>
      <h2 className={styles.title}>{t('otc.history')}</h2>
      <Stepper
        label={t('otc.history')}
        done={steps.length}
        steps={steps.map(({ event, at }, place) => ({
          key: `${place}`,
          title: t(`otc.steps.${event}`),
          text: wireTime(new Date(at).toISOString().slice(0, 19).replace('T', ' ')),
        }))}
      />
    </section>
  );
}
