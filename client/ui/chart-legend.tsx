import { VisuallyHidden } from '@mantine/core';
import { memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCompact, formatDecimal } from '../platform/format';
import type { Bar } from './bar';
import { barMark, barStep, type BarMark } from './bar-mark';
import type { ChartView } from './chart-drawing';
import styles from './chart.module.css';

/** The instant of a bar as the chart's axis shows it. */
export function barTime(bar: Bar, view: Pick<ChartView, 'zoneSeconds' | 'timeVisible' | 'language'>): string {
  const format = new Intl.DateTimeFormat(view.language, {
    timeZone: 'UTC',
    calendar: 'gregory',
    dateStyle: 'medium',
    ...(view.timeVisible ? { timeStyle: 'short' as const, hourCycle: 'h23' as const } : {}),
  });
  return format.format(bar.openAt + view.zoneSeconds * 1000);
}

/** The mark of a bar of the view in words; null when there is nothing to say. */
function useMark(bar: Bar | null, view: ChartView): string | null {
  const { t } = useTranslation();
  const { bars, timeVisible } = view;
  const step = useMemo(() => (timeVisible ? barStep(bars) : null), [bars, timeVisible]);
  if (!bar) return null;
  const mark = barMark(bar, bars[bars.indexOf(bar) - 1], step);
  const words: Record<BarMark, string> = {
    outage: t('chart.outage'),
    imported: t('status.imported'),
    pause: t('chart.pause'),
  };
  return mark && words[mark];
}

/** The figures of the bar under the cursor, or of the last one. Its place is kept while there is none. */
export function ChartLegend({ bar, view }: { bar: Bar | null; view: ChartView }) {
  const { t } = useTranslation();
  const { language, priceDecimals } = view;
  const mark = useMark(bar, view);
  const direction = bar && Number(bar.close) < Number(bar.open) ? 'down' : 'up';
  return (
    <div className={`numbers ${styles.legend}`} data-part="bar-figures" aria-hidden>
      {bar && (
        <>
          <span className={styles.when}>{barTime(bar, view)}</span>
          {(['open', 'high', 'low', 'close'] as const).map((field) => (
            <span key={field}>
              {t(`chart.${field[0] as 'o' | 'h' | 'l' | 'c'}`)}{' '}
              <b data-direction={direction}>{formatDecimal(bar[field], language, priceDecimals)}</b>
            </span>
          ))}
          <span>
            {t('chart.v')} <b>{formatCompact(bar.volume, language)}</b>
          </span>
          {mark && <span className={styles.mark}>{mark}</span>}
        </>
      )}
    </div>
  );
}

/** Says a bar in a sentence. */
export function useBarSentence(view: ChartView): (bar: Bar) => string {
  const { t } = useTranslation();
  const price = (value: string) => formatDecimal(value, view.language, view.priceDecimals);
  return (bar) =>
    t('chart.bar', {
      time: barTime(bar, view),
      open: price(bar.open),
      high: price(bar.high),
      low: price(bar.low),
      close: price(bar.close),
    });
}

const ROWS = 10;

/** The last closed bars as a table for screen readers. It changes only when a bar closes. */
export function ChartTable({ view, label }: { view: ChartView; label: string }) {
  const lastClosed = view.bars.at(-2)?.openAt;
  // oxlint-disable-next-line react/exhaustive-deps
  const bars = useMemo(() => view.bars.slice(-ROWS - 1, -1).reverse(), [lastClosed, view.name]);
  return <BarsTable bars={bars} view={view} label={label} name={view.name} />;
}

interface TableProps {
  bars: Bar[];
  view: ChartView;
  label: string;
  name: string;
}

const BarsTable = memo(
  function BarsTable({ bars, view, label }: TableProps) {
    const { t } = useTranslation();
    const fields = ['open', 'high', 'low', 'close'] as const;
    return (
      <VisuallyHidden component="div">
        <table>
          <caption>{`${label}: ${t('chart.lastBars')}`}</caption>
          <thead>
            <tr>
              <th scope="col">{t('trade.time')}</th>
              {fields.map((field) => (
                <th key={field} scope="col">
                  {t(`chart.${field[0] as 'o' | 'h' | 'l' | 'c'}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {bars.map((bar) => (
              <tr key={bar.openAt}>
                <th scope="row">{barTime(bar, view)}</th>
                {fields.map((field) => (
                  <td key={field}>{formatDecimal(bar[field], view.language, view.priceDecimals)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    );
  },
  (before, after) => before.bars === after.bars && before.label === after.label,
);
