import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TAX_METHODS, type TaxMethod } from '../../../../server/contract/rules/tax.rules';
import type { TaxCoinView, TaxReportView } from '../../../../server/contract/wallet/taxes.dto';
import { failureWords } from '../../../platform/failure-words';
import { useLanguage } from '../../../platform/preferences';
import { DetailsList } from '../../../ui/details-list';
import { EmptyState } from '../../../ui/empty-state';
import { ErrorState } from '../../../ui/error-state';
import { MoneyText } from '../../../ui/money-text';
import { PillChoice } from '../../../ui/pill-choice';
import { SelectField } from '../../../ui/select-field';
import { CardSkeleton } from '../../../ui/text-skeleton';
import { JournalSheet } from './journal-sheet';
import { TaxLines } from './tax-lines';
import { TaxResults } from './tax-results';
import { taxReportOf } from './taxes.api';
import styles from './taxes.module.css';
import { UnknownLines } from './unknown-lines';

const SECTIONS = ['income', 'derivative'] as const;

interface Props {
  year: number;
  years: readonly number[];
  method: TaxMethod;
  onChoose: (choice: { year?: string; method?: TaxMethod }) => void;
}

/** What was sold in a year and what it gained, with income and what futures and options brought. */
export function TaxReport({ year, years, method, onChoose }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data, error, refetch } = useQuery(taxReportOf(year, method, language));
  return (
    <div className={styles.page}>
      <div className={styles.choices}>
        <SelectField
          label={t('figures.tax.year')}
          value={String(year)}
          onChange={(next) => onChoose({ year: next })}
          choices={years.map((key) => ({ key: String(key), label: String(key) }))}
        />
        <PillChoice
          legend={t('figures.tax.method')}
          choices={TAX_METHODS.map((key) => ({ key, label: t(`figures.tax.${key}`) }))}
          chosen={method}
          onChoose={(next) => onChoose({ method: next })}
        />
      </div>
      {error && !data && <ErrorState text={failureWords(error, t)} onRetry={() => void refetch()} />}
      {!data && !error && <CardSkeleton rows={6} />}
      {data && <Report report={data} />}
      <p className={styles.says}>{t('figures.tax.says')}</p>
    </div>
  );
}

function Report({ report }: { report: TaxReportView }) {
  const { t } = useTranslation();
  const [journal, setJournal] = useState<string | null>(null);
  const { year, method, total, coins, results, lines, line_count: count } = report;
  if (count === 0 && results.length === 0) return <EmptyState text={t('figures.tax.none')} />;
  return (
    <>
      <section aria-label={t('figures.tax.gain')}>
        <Sums of={total} />
      </section>
      {coins.length > 0 && (
        <section className={styles.card}>
          <h2>{t('figures.tax.coins')}</h2>
          {coins.map((coin) => (
            <Coin key={coin.currency} coin={coin} />
          ))}
        </section>
      )}
      {SECTIONS.map((part) => (
        <TaxResults
          key={part}
          year={year}
          method={method}
          title={t(`figures.tax.${part}`)}
          results={results.filter(({ section }) => section === part)}
          onOpen={setJournal}
        />
      ))}
      {lines.length > 0 && <TaxLines lines={lines} count={count} onOpen={setJournal} />}
      <JournalSheet id={journal} onClose={() => setJournal(null)} />
    </>
  );
}

function Sums({ of }: { of: TaxCoinView }) {
  const { t } = useTranslation();
  return (
    <>
      <p className={styles.hero}>
        <span className={styles.small}>{t('figures.tax.gain')}</span>
        <MoneyText value={of.gain} decimals={2} unit="USDT" signed secret />
      </p>
      <DetailsList
        details={[
          {
            label: t('figures.tax.proceeds'),
            value: <MoneyText value={of.proceeds} decimals={2} unit="USDT" secret />,
          },
          { label: t('figures.tax.cost'), value: <MoneyText value={of.cost} decimals={2} unit="USDT" secret /> },
        ]}
      />
      <p>
        <UnknownLines lines={of.unknown} />
      </p>
    </>
  );
}

function Coin({ coin }: { coin: TaxCoinView }) {
  const { t } = useTranslation();
  return (
    <div className={styles.row}>
      <span className={styles.words}>
        <span>{coin.currency}</span>
        <span className={styles.small}>{t('figures.tax.sold', { quantity: coin.quantity })}</span>
        <UnknownLines lines={coin.unknown} />
      </span>
      <MoneyText value={coin.gain} decimals={2} signed secret />
    </div>
  );
}
