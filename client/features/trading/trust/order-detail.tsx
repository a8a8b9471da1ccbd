import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type {
  TrustAccrualView,
  TrustOrderDetailView,
  TrustOrderView,
} from '../../../../server/contract/trading/trust.dto';
import { firstInterestDay } from '../../../../server/contract/rules/trust.rules';
import { CallFailed } from '../../../platform/api';
import { failureWords } from '../../../platform/failure-words';
import { useLanguage } from '../../../platform/preferences';
import { CoinIcon } from '../../../ui/coin-icon';
import { ErrorState } from '../../../ui/error-state';
import { MoneyText } from '../../../ui/money-text';
import { NoticePanel } from '../../../ui/notice-panel';
import { StatePill } from '../../../ui/state-pill';
import { CardSkeleton } from '../../../ui/text-skeleton';
import { useWireTime } from '../../account/profile';
import styles from './order-detail.module.css';
import { EarlyRedemption } from './redemption-quote';
import { type Fact, Facts } from './facts';
import { cameBack, percentOf, percentText } from './rates';
import { TermProgress } from './term-progress';
import pageStyles from './trust-page.module.css';
import sheetStyles from './trust-sheet.module.css';
import { order as orderQuery, useTrustEvents } from './trust.api';
import { useDayWords } from './use-day';
import { useProductName } from './use-product-name';

const TONES = { custody: 'wait', completed: 'good', redeemed: 'off' } as const;
/** Digits that fit at full size on a small phone, alone and beside the mark of the demo. */
const LONG = 14;
const LONG_DEMO = 9;

/** One order: how far it is, what it has brought day by day, and the way out of it. */
export function OrderDetail({ id }: { id: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  useTrustEvents();
  const { data, error, refetch } = useQuery(orderQuery(id));
  if (error && !data) {
    const isUnknown = error instanceof CallFailed && ['trust.not-found', 'request.invalid'].includes(error.code ?? '');
    if (!isUnknown) return <ErrorState text={failureWords(error, t)} onRetry={() => void refetch()} />;
    return (
      <NoticePanel
        title={t('trust.notFound')}
        text={t('trust.notFoundText')}
        action={{ label: t('trust.myOrders'), onClick: () => void navigate('/pages/trust/hosting', { replace: true }) }}
      />
    );
  }
  if (!data) return <CardSkeleton rows={8} />;
  return <Loaded detail={data} />;
}

function Loaded({ detail: { order, accruals } }: { detail: TrustOrderDetailView }) {
  const { t } = useTranslation();
  const isDemo = order.account_type === 'simulation_account';
  const canRedeem = order.state === 'custody' && order.redemption_rule !== 'none' && order.remain_day > 0;
  return (
    <>
      <div className={styles.orderHero}>
        <CoinIcon code={order.currency_name} size={40} />
        <p
          className={sheetStyles.sheetAmount}
          data-long={order.amount.length > (isDemo ? LONG_DEMO : LONG) || undefined}
        >
          <MoneyText value={order.amount} unit={order.currency_name} secret demo={isDemo} />
        </p>
        <StatePill tone={TONES[order.state]} text={t(`trust.${order.state}`)} />
      </div>
      <div className={styles.inset}>
        <TermProgress order={order} />
      </div>
      <Facts facts={useOrderFacts(order)} />
      {canRedeem && <EarlyRedemption order={order} />}
      <DayByDay order={order} accruals={accruals} />
    </>
  );
}

function useOrderFacts(order: TrustOrderView): Fact[] {
  const { t } = useTranslation();
  const language = useLanguage();
  const wireTime = useWireTime();
  const dayWords = useDayWords();
  const money = (value: string, signed = false) => (
    <MoneyText value={value} unit={order.currency_name} secret signed={signed} demo={false} />
  );
  const isOpen = order.state === 'custody';
  const name = useProductName(order);
  return [
    ...(name === null ? [] : [{ label: t('trust.product'), value: name }]),
    { label: t('trust.income'), value: money(order.total_interest, true) },
    ...(isOpen ? [{ label: t('trust.expected'), value: money(order.expected_interest) }] : []),
    { label: t('trust.dailyRate'), value: percentText(percentOf(order.day_rate), language) },
    { label: t('trust.dayInterest'), value: money(order.day_interest) },
    ...(isOpen ? [{ label: t('trust.remaining'), value: String(order.remain_day) }] : []),
    { label: t('trust.started'), value: wireTime(order.created_at) },
    isOpen
      ? { label: t('trust.endDay'), value: dayWords(order.end_at, true) }
      : { label: t('trust.ended'), value: wireTime(order.ended_at ?? order.updated_at) },
    ...(order.state === 'redeemed' ? [{ label: t('trust.penalty'), value: money(order.cancel_fee) }] : []),
    ...(isOpen ? [] : [{ label: t('trust.youGet'), value: money(cameBack(order)), total: true }]),
    { label: t('trust.early'), value: t(`trust.ruleShort.${order.redemption_rule}`) },
    { label: t('wallet.number'), value: order.id },
  ];
}

function DayByDay({ order, accruals }: { order: TrustOrderView; accruals: readonly TrustAccrualView[] }) {
  const { t } = useTranslation();
  const dayWords = useDayWords();
  const first = dayWords(firstInterestDay(order.start_at), true);
  return (
    <section className={pageStyles.section}>
      <h2>{t('trust.dayByDay')}</h2>
      {accruals.length === 0 ? (
        <p>{order.state === 'custody' ? t('trust.firstOn', { day: first }) : t('trust.noDays')}</p>
      ) : (
        <>
          <p className={pageStyles.small}>{t('trust.countsToday')}</p>
          <ul className={pageStyles.example}>
            {accruals.map(({ day, amount }) => (
              <li key={day} className={styles.day}>
                <span>{dayWords(day)}</span>
                <MoneyText value={amount} unit={order.currency_name} signed secret demo={false} />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
