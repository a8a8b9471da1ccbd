import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { DecimalText } from '../../../../server/contract/money';
import type { TrustProductView } from '../../../../server/contract/trading/trust.dto';
import { failureWords } from '../../../platform/failure-words';
import { useLanguage } from '../../../platform/preferences';
import { ErrorState } from '../../../ui/error-state';
import { MoneyText } from '../../../ui/money-text';
import { CardSkeleton } from '../../../ui/text-skeleton';
import { Facts } from './facts';
import pageStyles from './trust-page.module.css';
import sheetStyles from './trust-sheet.module.css';
import { purchasePreview, type Purchase } from './trust.api';
import { useDayWords } from './use-day';

/** Digits that fit at full size on a small phone, alone and beside the mark of the demo. */
const LONG = 14;
const LONG_DEMO = 9;

interface Props {
  product: TrustProductView;
  purchase: Purchase;
  busy: boolean;
  problem: string | null;
  /** @param dailyRatio the interest of a day by which the figures are. */
  onConfirm: (dailyRatio: DecimalText) => void;
}

/** The whole purchase once more, as the server would make it. */
export function PurchaseReview({ product, purchase, busy, problem, onConfirm }: Props) {
  const { t } = useTranslation();
  const dayWords = useDayWords();
  // The figures of this very moment: nothing that was read earlier is confirmed.
  const query = { ...purchasePreview(purchase, useLanguage()), staleTime: 0, gcTime: 0 };
  const { data, error, isFetching, refetch } = useQuery(query);
  if (error && !data && !isFetching) return <ErrorState text={failureWords(error, t)} onRetry={() => void refetch()} />;
  if (!data) return <CardSkeleton rows={6} />;
  const isDemo = purchase.type === 'simulation_account';
  const unit = product.currency_name;
  const money = (value: string) => <MoneyText value={value} unit={unit} demo={isDemo} />;
  const end = dayWords(data.end_day, true);
  return (
    <div className={sheetStyles.sheet}>
      <p className={sheetStyles.sheetHero}>
        <span className={pageStyles.small}>{data.product.name}</span>
        <span
          className={sheetStyles.sheetAmount}
          data-long={data.amount.length > (isDemo ? LONG_DEMO : LONG) || undefined}
        >
          {money(data.amount)}
        </span>
      </p>
      <Facts
        place="raised"
        facts={[
          { label: t('trust.dayInterest'), value: money(data.daily_interest) },
          { label: t('trust.totalInterest'), value: money(data.total_interest) },
          { label: t('trust.firstInterest'), value: dayWords(data.first_interest_day, true) },
          { label: t('trust.endDay'), value: end },
          { label: t('trust.trustAfter'), value: money(data.trust_balance_after) },
          { label: t('trust.balanceAfter'), value: money(data.balance_after) },
        ]}
      />
      <p className={sheetStyles.note}>
        {t(product.redemption_rule === 'none' ? 'trust.lockedNoEarly' : 'trust.locked', { day: end })}
      </p>
      {problem !== null && (
        <p role="alert" className={sheetStyles.problem}>
          {problem}
        </p>
      )}
      <Button fullWidth size="lg" loading={busy} onClick={() => onConfirm(data.product.daily_ratio)}>
        {t('trust.confirm')}
      </Button>
    </div>
  );
}
