import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { LiquidationStepView } from '../../../server/contract/trading/liquidation.dto';
import { formatDecimal } from '../../platform/format';
import { useLanguage } from '../../platform/preferences';
import { cutPrice } from '../../ui/cut-price';
import { MoneyText } from '../../ui/money-text';
import { CodeText } from '../parts/code-text';
import { DeskTable } from '../parts/desk-table';
import { Facts } from '../parts/facts';
import { Loaded } from '../parts/loaded';
import { Panel } from '../parts/panel';
import { useDeskQuery } from '../parts/use-desk-query';
import { formatMoment, When } from '../parts/when';

/** Seconds of the tape that are shown before and after the one that decided. */
const AROUND_MS = 15_000;

export interface LiquidationProps {
  userId: string;
  positionId: string;
  onClose: () => void;
}

/** Why a position was liquidated: what it was decided from, what came of it, and the prices that prove it. */
export function LiquidationReport({ userId, positionId, onClose }: LiquidationProps) {
  const { t } = useTranslation('desk');
  const path = `users/${userId}/liquidations/${positionId}`;
  const query = useDeskQuery<LiquidationStepView[]>(path, {}, { recorded: true });
  return (
    <Panel
      title={t('record.report', { id: positionId })}
      actions={
        <Button size="sm" variant="default" onClick={onClose}>
          {t('record.closeReport')}
        </Button>
      }
    >
      <Loaded query={query} rows={6}>
        {(steps) => steps.map((step) => <Step key={step.reportId} step={step} />)}
      </Loaded>
    </Panel>
  );
}

function Step({ step }: { step: LiquidationStepView }) {
  const { t } = useTranslation('desk');
  const { t: words } = useTranslation();
  const language = useLanguage();
  const quote = step.symbol.split('/')[1] ?? '';
  const amount = (value: string) => <MoneyText value={value} unit={quote} />;
  const sample = (mark: string, at: number) => `${formatDecimal(mark, language)} · ${formatMoment(at, language)}`;
  return (
    <>
      <h3>
        {step.symbol} · {t(`side.${step.side}`)} · {words(`futures.reportKind.${step.kind}`)} · <When at={step.at} />
      </h3>
      <Facts
        facts={[
          { label: words('futures.markDecided'), value: sample(step.mark, step.markAt) },
          { label: words('futures.markBefore'), value: sample(step.markBefore, step.markBeforeAt) },
          { label: words('futures.reportEquity'), value: step.equity !== null && amount(step.equity) },
          { label: words('futures.reportRequired'), value: step.required !== null && amount(step.required) },
          { label: words('futures.margin'), value: amount(step.margin) },
          { label: words('futures.entry'), value: <MoneyText value={step.entryPrice} /> },
          {
            label: words('futures.liquidationPrice'),
            value: step.liquidationPrice !== null && <MoneyText value={cutPrice(step.liquidationPrice)} />,
          },
          {
            label: words('futures.bankruptcyPrice'),
            value: step.bankruptcyPrice !== null && <MoneyText value={cutPrice(step.bankruptcyPrice)} />,
          },
          { label: words('futures.reportLots'), value: `${step.lots} / ${step.lotsBefore}` },
          {
            label: words('futures.reportPrice'),
            value: `${formatDecimal(step.price, language)} (${words(`futures.priceFrom.${step.priceFrom}`)})`,
          },
          { label: words('futures.realised'), value: <MoneyText value={step.profit} unit={quote} signed /> },
          { label: words('futures.fee'), value: amount(step.fee) },
          { label: words('futures.toFund'), value: amount(step.insurance) },
          { label: t('record.shortfall'), value: amount(step.shortfall) },
        ]}
      />
      <Tape step={step} />
    </>
  );
}

/** The samples themselves, with the place and the hash by which anybody finds the deciding one on the public tape. */
function Tape({ step }: { step: LiquidationStepView }) {
  const { t } = useTranslation('desk');
  const { t: words } = useTranslation();
  const samples = step.tape.filter(({ s }) => Math.abs(s - step.markAt) <= AROUND_MS);
  const deciding = samples.find(({ s }) => s === step.markAt);
  if (samples.length === 0) return <p className="desk-note">{t('record.noTape')}</p>;
  return (
    <>
      <h3>{t('record.proof')}</h3>
      {deciding && <CodeText text={deciding.hash} label={`${t('record.place')} ${deciding.sequence}`} />}
      <DeskTable
        caption={t('record.proof')}
        rows={samples}
        keyOf={({ s }) => String(s)}
        columns={[
          { head: t('record.second'), render: ({ s }) => <When at={s} /> },
          { head: words('trade.mark'), end: true, render: ({ mark }) => <MoneyText value={mark} /> },
          { head: words('trade.index'), end: true, render: ({ index }) => <MoneyText value={index} /> },
          { head: t('record.place'), end: true, render: ({ sequence }) => sequence },
        ]}
      />
    </>
  );
}
