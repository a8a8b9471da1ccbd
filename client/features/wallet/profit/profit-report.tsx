import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  PROFIT_ACCOUNTS,
  type ProfitAccount,
  type ProfitDaysView,
} from '../../../../server/contract/wallet/profit.dto';
import { useAccountType } from '../../../platform/account-type';
import { failureWords } from '../../../platform/failure-words';
import { directionOf, formatPercent } from '../../../platform/format';
import { useAmountsHidden } from '../../../platform/hidden-amounts';
import { useLanguage } from '../../../platform/preferences';
import { serverNow } from '../../../platform/server-clock';
import { DetailsList } from '../../../ui/details-list';
import { EmptyState } from '../../../ui/empty-state';
import { ErrorState } from '../../../ui/error-state';
import { FilterChips } from '../../../ui/filter-chips';
import { late } from '../../../ui/late';
import { MoneyText } from '../../../ui/money-text';
import { CardSkeleton } from '../../../ui/text-skeleton';
import { useDayWords } from './day-words';
import { profitDaysOf } from './profit.api';
import { ProfitCalendar } from './profit-calendar';
import { ProfitRows } from './profit-rows';
import styles from './profit.module.css';
import { daysBefore, type Span, wholeOf } from './spans';

export const RANGES = { days30: 30, days90: 90, days365: 365 } as const;
export type Range = keyof typeof RANGES;

interface Props {
  account: ProfitAccount;
  range: Range;
  onChoose: (choice: { account: ProfitAccount; range: Range }) => void;
}

/** The chart's library is 50 kB and more, and the figures above it need none of it. */
const EquityCurve = late(
  () => import('./equity-curve').then((part) => part.EquityCurve),
  <div className={styles.chart} aria-hidden />,
);

/** What a time brought: in all, by day on a line, by day, week and month in rows, and on a calendar. */
export function ProfitReport({ account, range, onChoose }: Props) {
  const { t } = useTranslation();
  const type = useAccountType();
  const [today] = useState(() => new Date(serverNow()).toISOString().slice(0, 10));
  const asked = { ...daysBefore(today, RANGES[range]), account, type };
  const { data, error, refetch } = useQuery(profitDaysOf(asked));
  const ranges = (Object.keys(RANGES) as Range[]).map((key) => ({ key, label: t(`figures.profit.${key}`) }));
  return (
    <div className={styles.page}>
      <div className={styles.filters}>
        <FilterChips
          label={t('wallet.account')}
          name="profit-account"
          choices={PROFIT_ACCOUNTS.map((key) => ({ key, label: t(`wallet.${key}`) }))}
          chosen={account}
          onChoose={(key) => onChoose({ account: key, range })}
        />
        <FilterChips
          label={t('figures.profit.range')}
          name="profit-range"
          choices={ranges}
          chosen={range}
          onChoose={(key) => onChoose({ account, range: key })}
        />
      </div>
      {error && !data && <ErrorState text={failureWords(error, t)} onRetry={() => void refetch()} />}
      {!data && !error && <CardSkeleton rows={6} />}
      {data && <Report data={data} />}
      <p className={styles.says}>{t('figures.profit.says')}</p>
    </div>
  );
}

function Report({ data: { days, is_behind: isBehind, account } }: { data: ProfitDaysView }) {
  const { t } = useTranslation();
  const whole = wholeOf(days);
  if (isBehind) return <EmptyState text={t('figures.profit.behind')} />;
  // What was there at the beginning and is gone is a loss, and no silence.
  const isQuiet = days.every((day) => [day.opening, day.closing, day.received, day.given].every((one) => one === '0'));
  if (!whole || isQuiet) return <EmptyState text={t('figures.profit.quiet')} />;
  return (
    <>
      <Whole whole={whole} />
      <EquityCurve days={days} />
      <ProfitRows days={days} />
      <ProfitCalendar account={account} last={whole.to.slice(0, 7)} />
    </>
  );
}

function Whole({ whole }: { whole: Span & { percent: string | null } }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const hidden = useAmountsHidden();
  const dayWords = useDayWords();
  const { from, to, percent, profit } = whole;
  const money = (value: string | null, signed = false) =>
    value === null ? (
      t('figures.profit.unknown')
    ) : (
      <MoneyText value={value} decimals={2} unit="USDT" signed={signed} secret />
    );
  return (
    <section aria-label={t('figures.profit.total')}>
      <div className={styles.head}>
        <p className={styles.time}>{t('figures.profit.of', { from: dayWords(from), to: dayWords(to) })}</p>
        <p className={styles.hero}>
          {money(profit, true)}
          {percent !== null && !hidden && (
            <span className="numbers" data-direction={directionOf(percent)}>
              {formatPercent(percent, language)}
            </span>
          )}
        </p>
        {profit === null && whole.unpriced.length > 0 && (
          <p className={styles.gap}>{t('figures.profit.noPrice', { coins: whole.unpriced.join(', ') })}</p>
        )}
      </div>
      <DetailsList
        details={[
          { label: t('figures.profit.opening'), value: money(whole.opening) },
          { label: t('figures.profit.received'), value: money(whole.received) },
          { label: t('figures.profit.given'), value: money(whole.given) },
          { label: t('figures.profit.closing'), value: money(whole.closing) },
          { label: t('figures.profit.referral'), value: money(whole.referral) },
        ]}
      />
    </section>
  );
}
