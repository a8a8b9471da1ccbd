import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { LiquidationStepView, StopReceiptView } from '../../../../server/contract/trading/liquidation.dto';
import { failureWords } from '../../../platform/failure-words';
import { formatClock, formatDecimal, UNKNOWN } from '../../../platform/format';
import { useLanguage } from '../../../platform/preferences';
import { cutPrice, formatPrice } from '../../../ui/cut-price';
import { DetailsList } from '../../../ui/details-list';
import { ErrorState } from '../../../ui/error-state';
import { withoutClosingZeros } from '../../../ui/money-text';
import { TextSkeleton } from '../../../ui/text-skeleton';
import { reportOf, stopReceiptsOf } from './liquidation.api';
import styles from './liquidation.module.css';
import { TapeChart } from './tape-chart';

export interface ReportsProps {
  positionId: string;
  kind: 'liquidation' | 'stops';
  /** Of the position's market, where they are known. */
  priceDecimals?: number | undefined;
}

/** Why a position ended by itself: the report of its liquidation, or the receipts of its stops. */
export default function Reports({ positionId, kind, priceDecimals }: ReportsProps) {
  if (kind === 'liquidation') return <Liquidation positionId={positionId} />;
  return <Stops positionId={positionId} priceDecimals={priceDecimals} />;
}

function Liquidation({ positionId }: { positionId: string }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(reportOf(positionId));
  if (error && !data) return <ErrorState text={failureWords(error, t)} onRetry={() => void refetch()} />;
  if (!data) return <TextSkeleton lines={6} />;
  return (
    <section className={styles.report} aria-label={t('futures.report')}>
      <h3>{t('futures.report')}</h3>
      <p className={styles.note}>{t('futures.reportText')}</p>
      {data.map((step) => (
        <Step key={step.reportId} step={step} />
      ))}
    </section>
  );
}

function Step({ step }: { step: LiquidationStepView }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <div className={styles.reportStep}>
      <h4>
        {t(`futures.reportKind.${step.kind}`)} · <span className="numbers">{formatClock(step.at, language)}</span>
      </h4>
      <TapeChart step={step} />
      <DetailsList details={useStepDetails(step)} />
    </div>
  );
}

/** Everything that a step was decided from, and what came of it. */
function useStepDetails(step: LiquidationStepView): { label: string; value: ReactNode }[] {
  const { t } = useTranslation();
  const language = useLanguage();
  const quote = step.symbol.split('/')[1] ?? '';
  const figure = (value: string | null, unit = '') => (
    <span className="numbers">
      {`${value === null ? UNKNOWN : formatDecimal(withoutClosingZeros(value), language)} ${unit}`.trim()}
    </span>
  );
  const price = (value: string | null) => figure(value === null ? null : cutPrice(value));
  const sample = (mark: string, at: number) => (
    <span className="numbers">
      {formatDecimal(cutPrice(mark), language)} · {formatClock(at, language)}
    </span>
  );
  return [
    { label: t('futures.markDecided'), value: sample(step.mark, step.markAt) },
    { label: t('futures.markBefore'), value: sample(step.markBefore, step.markBeforeAt) },
    // What was deleveraged was closed for another's position, which the decision was about.
    ...(step.kind === 'deleveraged' || step.tierFloor === null
      ? []
      : [
          { label: t('futures.reportEquity'), value: figure(step.equity, quote) },
          { label: t('futures.reportRequired'), value: figure(step.required, quote) },
          {
            label: t('futures.reportTier'),
            value: t('futures.reportTierValue', {
              floor: formatDecimal(withoutClosingZeros(step.tierFloor), language),
              rate: formatDecimal(withoutClosingZeros((Number(step.tierRate) * 100).toFixed(4)), language),
            }),
          },
        ]),
    { label: t('futures.margin'), value: figure(step.margin, quote) },
    {
      label: t('futures.reportLots'),
      value: (
        <span className="numbers">
          {formatDecimal(String(step.lots), language)} / {formatDecimal(String(step.lotsBefore), language)}
        </span>
      ),
    },
    ...(step.kind === 'deleveraged'
      ? []
      : [
          { label: t('futures.liquidationPrice'), value: price(step.liquidationPrice) },
          { label: t('futures.bankruptcyPrice'), value: price(step.bankruptcyPrice) },
        ]),
    {
      label: t('futures.reportPrice'),
      value: (
        <>
          {price(step.price)} ({t(`futures.priceFrom.${step.priceFrom}`)})
        </>
      ),
    },
    ...(step.fills.length === 0 ? [] : [{ label: t('futures.fills'), value: <Fills fills={step.fills} /> }]),
    { label: t('futures.realised'), value: figure(step.profit, quote) },
    { label: t('futures.fee'), value: figure(step.fee, quote) },
    { label: t('futures.toFund'), value: figure(step.insurance, quote) },
    { label: t('futures.shortfall'), value: figure(step.shortfall, quote) },
  ];
}

/** The first ten prices at which a step was filled, with their quantities. */
function Fills({ fills }: Pick<LiquidationStepView, 'fills'>) {
  const language = useLanguage();
  return (
    <span className={`numbers ${styles.fills}`}>
      {fills.slice(0, 10).map(([price, quantity]) => (
        <span key={price}>{`${formatDecimal(price, language)} × ${formatDecimal(quantity, language)}`}</span>
      ))}
    </span>
  );
}

function Stops({ positionId, priceDecimals }: Pick<ReportsProps, 'positionId' | 'priceDecimals'>) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(stopReceiptsOf(positionId));
  if (error && !data) return <ErrorState text={failureWords(error, t)} onRetry={() => void refetch()} />;
  if (!data) return <TextSkeleton lines={4} />;
  return (
    <section className={styles.report} aria-label={t('futures.receipt')}>
      <h3>{t('futures.receipt')}</h3>
      {data.map((receipt) => (
        <Receipt key={receipt.id} receipt={receipt} priceDecimals={priceDecimals} />
      ))}
    </section>
  );
}

function Receipt({ receipt, priceDecimals }: { receipt: StopReceiptView } & Pick<ReportsProps, 'priceDecimals'>) {
  const { t } = useTranslation();
  const language = useLanguage();
  const price = (value: string | null) => (
    <span className="numbers">{formatPrice(value, language, priceDecimals)}</span>
  );
  return (
    <DetailsList
      details={[
        {
          label: t(receipt.kind === 'take-profit' ? 'futures.takeProfit' : 'futures.stopLoss'),
          value: price(receipt.level),
        },
        { label: t('futures.triggeredBy'), value: t(`futures.by.${receipt.source}`) },
        {
          label: t('futures.triggerValue'),
          value: (
            <>
              {/* Proof: as it stands in the stream, with more decimals than the market's. */}
              <span className="numbers">
                {formatDecimal(cutPrice(receipt.value), language)} · {formatClock(receipt.valueAt, language)}
              </span>
            </>
          ),
        },
        {
          label: t('futures.triggerPlace'),
          value: <span className="numbers">{`${receipt.epoch} / ${receipt.sequence}`}</span>,
        },
        { label: t('futures.closePrice'), value: price(receipt.price) },
        { label: t('wallet.status'), value: t(`futures.stopState.${receipt.state}`) },
        ...(receipt.reason === null ? [] : [{ label: t('futures.reason'), value: receipt.reason }]),
      ]}
    />
  );
}
