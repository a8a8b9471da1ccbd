import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useInstant } from '../../../platform/instant-words';
import { failureWords } from '../../../platform/failure-words';
import { useLanguage } from '../../../platform/preferences';
import { ErrorState } from '../../../ui/error-state';
import { MoneyText } from '../../../ui/money-text';
import { CardSkeleton } from '../../../ui/text-skeleton';
import { Facts } from './facts';
import styles from './subscription.module.css';
import { purchasePreview, type Purchase } from './subscription.api';

interface Props {
  purchase: Purchase;
  busy: boolean;
  problem: string | null;
  onConfirm: () => void;
}

/** The whole purchase once more, as the server would make it. */
export function SubscriptionReview({ purchase, busy, problem, onConfirm }: Props) {
  const { t } = useTranslation();
  const instant = useInstant();
  // The figures of this very moment: nothing that was read earlier is confirmed.
  const query = { ...purchasePreview(purchase, useLanguage()), staleTime: 0, gcTime: 0 };
  const { data, error, isFetching, refetch } = useQuery(query);
  if (error && !data && !isFetching) return <ErrorState text={failureWords(error, t)} onRetry={() => void refetch()} />;
  if (!data) return <CardSkeleton rows={6} />;
  const { offer } = data;
  const paid = (value: string) => <MoneyText value={value} unit={offer.currency_name} demo={false} />;
  const coins = (value: string) => <MoneyText value={value} unit={offer.new_currency_name} demo={false} />;
  return (
    <div className={styles.sheet}>
      <p className={styles.sheetHero}>
        <span className={styles.small}>{offer.coin_name}</span>
        <span className={styles.sheetAmount}>{coins(data.coins)}</span>
      </p>
      <Facts
        raised
        facts={[
          { label: t('subscription.pay'), value: paid(data.amount) },
          ...(offer.yield_source === ''
            ? []
            : [{ label: t('subscription.expected'), value: coins(data.expected_interest) }]),
          { label: t('subscription.freePlanned'), value: instant(data.estimated_release_at) },
          { label: t('subscription.balanceAfter'), value: paid(data.balance_after) },
        ]}
      />
      <p className={styles.note} data-flush>
        {t('subscription.held', { day: instant(offer.deadline_at) })}
      </p>
      {!data.verified && (
        <p className={styles.note} data-flush>
          {t('subscription.verifyFirst')}
        </p>
      )}
      {problem !== null && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      {data.verified ? (
        <Button fullWidth size="lg" loading={busy} onClick={onConfirm}>
          {t('subscription.confirm')}
        </Button>
      ) : (
        <Button fullWidth size="lg" component={Link} to="/pages/verification/index">
          {t('subscription.verify')}
        </Button>
      )}
    </div>
  );
}
