import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Decimal } from '../../../../server/contract/decimal';
import type { FuturesPositionView } from '../../../../server/contract/trading/futures.dto';
import sheetStyles from '../../../ui/trade-sheet.module.css';
import { Reports, stopReceiptsOf } from '../liquidation';
import { useMarket } from '../../markets/market-list';
import { formatDecimal } from '../../../platform/format';
import { useLanguage } from '../../../platform/preferences';
import { formatPrice } from '../../../ui/cut-price';
import { Sheet } from '../../../ui/sheet';
import { StatePill } from '../../../ui/state-pill';
import { Amount, PreviewRows, SideTags, unitsOf } from '../futures-account';
import rowStyles from './position-rows.module.css';
import { endWord, rowStatus, STATUS_TONES } from './row-status';
import { StopsLine } from './stops-line';
import { useMoment } from '../../../ui/use-moment';

/** Everything that is known of a row that ended: prices, fees, funding, what was booked, and why it ended. */
export function HistoryDetail({ row, onClose }: { row: FuturesPositionView | null; onClose: () => void }) {
  return (
    <Sheet title={row?.market ?? ''} opened={row !== null} onClose={onClose} tall>
      {row && <Detail row={row} />}
    </Sheet>
  );
}

function Detail({ row }: { row: FuturesPositionView }) {
  const { t } = useTranslation();
  const status = rowStatus(row);
  const hasReports = row.closedAs === 'liquidated' || row.closedAs === 'deleveraged' || row.liquidatedAt !== null;
  const { market } = useMarket(row.market);
  const hasStops = row.closedAs === 'take-profit' || row.closedAs === 'stop-loss';
  return (
    <div className={sheetStyles.step}>
      <div className={rowStyles.brief}>
        <SideTags row={row} />
        <StatePill tone={STATUS_TONES[status]} text={t(endWord(row))} />
      </div>
      {row.closedAs && <p className={sheetStyles.note}>{t(`futures.ended.${row.closedAs}`)}</p>}
      <StopsLine row={row} decimals={market?.priceDecimals} />
      <PreviewRows rows={useRows(row)} />
      {(hasReports || hasStops) && (
        <Reports
          positionId={row.positionId}
          kind={hasReports ? 'liquidation' : 'stops'}
          priceDecimals={market?.priceDecimals}
        />
      )}
    </div>
  );
}

/** What the stop that ended the row was executed at: the row has the mean of this and whatever was closed before. */
function useStopPrice({ positionId, closedAs }: FuturesPositionView): string | null {
  const isStopped = closedAs === 'take-profit' || closedAs === 'stop-loss';
  const { data } = useQuery({ ...stopReceiptsOf(positionId), enabled: isStopped });
  return (isStopped && data?.findLast(({ state }) => state === 'done')?.price) || null;
}

function useRows(row: FuturesPositionView): { label: string; value: ReactNode; strong?: boolean }[] {
  const { t } = useTranslation();
  const language = useLanguage();
  const moment = useMoment();
  const { quote } = unitsOf(row);
  const { market } = useMarket(row.market);
  const price = (value: string | null) => (
    <span className="numbers">{formatPrice(value, language, market?.priceDecimals)}</span>
  );
  const when = (at: number | null) => <span className="numbers">{at === null ? '—' : moment(at)}</span>;
  const amount = (value: string, signed = false) => <Amount value={value} unit={quote} signed={signed} exact />;
  const wasHeld = row.openedAt !== null;
  const stopped = useStopPrice(row);
  const net = new Decimal(row.realisedProfit).minus(row.fee).plus(row.funding).toFixed();
  return [
    { label: t('futures.orderNumber'), value: <span className="numbers">{row.positionId}</span> },
    { label: t('futures.priceType'), value: t(`futures.${row.priceType}`) },
    {
      label: t('futures.lots'),
      value: <span className="numbers">{formatDecimal(String(row.lotsOrdered), language)}</span>,
    },
    ...(row.limitPrice === null ? [] : [{ label: t('futures.limitPrice'), value: price(row.limitPrice) }]),
    ...(wasHeld
      ? [
          { label: t('futures.entry'), value: price(row.entryPrice) },
          ...(stopped === null ? [] : [{ label: t('futures.stopFilledAt'), value: price(stopped), strong: true }]),
          { label: t('futures.closeAverage'), value: price(row.closePrice) },
          { label: t('futures.initialMargin'), value: amount(row.initialMargin) },
          { label: t('futures.addedMargin'), value: amount(row.addedMargin) },
          { label: t('futures.realised'), value: amount(row.realisedProfit, true) },
          { label: t('futures.fees'), value: amount(`-${row.fee}`.replace(/^-0(\.0+)?$/, '0'), true) },
          { label: t('futures.funding'), value: amount(row.funding, true) },
          { label: t('futures.net'), value: <Amount value={net} unit={quote} signed own exact />, strong: true },
        ]
      : []),
    ...(row.liquidatedAt === null
      ? []
      : [
          // Each step of the report has its own.
          ...(row.liquidationPrice === null
            ? []
            : [{ label: t('futures.liquidationPrice'), value: price(row.liquidationPrice) }]),
          { label: t('futures.liquidatedAt'), value: when(row.liquidatedAt) },
        ]),
    { label: t('futures.orderedAt'), value: when(row.createdAt) },
    ...(wasHeld ? [{ label: t('futures.openedAt'), value: when(row.openedAt) }] : []),
    { label: t('futures.endedAt'), value: when(row.closedAt) },
  ];
}
