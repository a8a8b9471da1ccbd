import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { TaxPostingView } from '../../../../server/contract/wallet/taxes.dto';
import { WALLET_ACCOUNTS } from '../../../../server/contract/wallet/wallet.dto';
import { failureWords } from '../../../platform/failure-words';
import { useInstant } from '../../../platform/instant-words';
import { useLanguage } from '../../../platform/preferences';
import { EmptyState } from '../../../ui/empty-state';
import { ErrorState } from '../../../ui/error-state';
import { MoneyText } from '../../../ui/money-text';
import { Sheet } from '../../../ui/sheet';
import { TextSkeleton } from '../../../ui/text-skeleton';
import { journalOf } from './taxes.api';
import styles from './taxes.module.css';

/** What a journal of the books wrote in the reader's accounts. */
export function JournalSheet({ id, onClose }: { id: string | null; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Sheet title={t('figures.tax.soldIn', { journal: id ?? '' })} opened={id !== null} onClose={onClose}>
      <div className={styles.postings}>{id !== null && <Postings id={id} />}</div>
    </Sheet>
  );
}

function Postings({ id }: { id: string }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(journalOf(id, useLanguage()));
  if (error && !data) return <ErrorState text={failureWords(error, t)} onRetry={() => void refetch()} />;
  if (!data) return <TextSkeleton lines={4} />;
  if (data.length === 0) return <EmptyState text={t('figures.tax.noEntry')} />;
  return data.map((posting, place) => <Posting key={`${posting.account} ${place}`} posting={posting} />);
}

function Posting({ posting: { account, currency, change, before, after, info, at } }: { posting: TaxPostingView }) {
  const { t } = useTranslation();
  const instant = useInstant();
  const known = WALLET_ACCOUNTS.find((name) => account.replace('_frozen', '') === name);
  const name = known ? t(`wallet.${known}`) : account;
  return (
    <div className={styles.row}>
      <span className={styles.words}>
        <span>{account.endsWith('_frozen') ? t('wallet.frozenIn', { account: name }) : name}</span>
        <span className={styles.small}>{info}</span>
        <span className={styles.small}>{instant(at)}</span>
      </span>
      <span className={styles.figures}>
        <MoneyText value={change} unit={currency} signed secret />
        <span className={styles.small}>
          {t('wallet.before')} <MoneyText value={before} secret demo={false} />
        </span>
        <span className={styles.small}>
          {t('wallet.after')} <MoneyText value={after} secret demo={false} />
        </span>
      </span>
    </div>
  );
}
