import { AreaSeries, createChart, type IChartApi, type Time } from 'lightweight-charts';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language } from '../../../../server/contract/errors';
import type { ProfitDayView } from '../../../../server/contract/wallet/profit.dto';
import { formatDecimal } from '../../../platform/format';
import { useAmountsHidden } from '../../../platform/hidden-amounts';
import { useLanguage } from '../../../platform/preferences';
import { axisPrice } from '../../../ui/axis-price';
import { chartOptions, followColours, readColours } from '../../../ui/chart-options';
import { useDayWords } from './day-words';
import styles from './profit.module.css';

/** What everything was worth when each day ended. A day without a price is a gap, and nothing is drawn across it. */
export function EquityCurve({ days }: { days: readonly ProfitDayView[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const hidden = useAmountsHidden();
  const dayWords = useDayWords();
  const host = useRef<HTMLDivElement>(null);
  useEffect(
    () => (host.current && !hidden ? drawn(host.current, days, language) : undefined),
    [days, hidden, language],
  );
  const known = days.filter(({ closing }) => closing !== null);
  const [first, last] = [known[0], known.at(-1)];
  if (!first || !last) return null;
  const money = (value: string | null) => (hidden ? t('wallet.hidden') : formatDecimal(value, language, 2));
  const words = t('figures.profit.curveSays', {
    from: dayWords(first.day),
    to: dayWords(last.day),
    first: money(first.closing),
    last: money(last.closing),
  });
  return (
    <figure className={styles.curve}>
      <figcaption className={styles.curveTitle}>
        <h2>{t('figures.profit.curve')}</h2>
        {known.length < days.length && <span className={styles.small}>{t('figures.profit.gaps')}</span>}
      </figcaption>
      {!hidden && <div ref={host} className={styles.chart} role="img" aria-label={words} data-no-pull />}
    </figure>
  );
}

/** A part of all days. */
const ROOM_AT_THE_LEFT = 0.08;

/** Days one after the other that have a price. */
function runsOf(days: readonly ProfitDayView[]): ProfitDayView[][] {
  const runs: ProfitDayView[][] = [];
  let isOpen = false;
  for (const day of days) {
    if (day.closing !== null && isOpen) runs.at(-1)?.push(day);
    else if (day.closing !== null) runs.push([day]);
    isOpen = day.closing !== null;
  }
  return runs;
}

function drawn(host: HTMLElement, days: readonly ProfitDayView[], locale: Language): () => void {
  const priceFormatter = (worth: number) => axisPrice(worth, { priceDecimals: 2, language: locale });
  const chart: IChartApi = createChart(host, {
    ...chartOptions(readColours()),
    localization: { locale, priceFormatter },
  });
  const runs = runsOf(days);
  const series = runs.map((run, place) =>
    chart.addSeries(AreaSeries, {
      lineWidth: 2,
      priceLineVisible: false,
      lastValueVisible: place === runs.length - 1,
      pointMarkersVisible: run.length === 1,
    }),
  );
  const paint = () => {
    const { accent, accentSoft } = readColours();
    chart.applyOptions(chartOptions(readColours()));
    for (const one of series) one.applyOptions({ lineColor: accent, topColor: accentSoft, bottomColor: 'transparent' });
  };
  paint();
  for (const [place, run] of runs.entries()) {
    const known = new Map(run.map(({ day, closing }) => [day, Number(closing)]));
    // The first one has a place for every day, so that a gap is as wide as it lasts.
    const places = place === 0 ? days : run;
    series[place]?.setData(
      places.map(({ day }) => {
        const value = known.get(day);
        return value === undefined ? { time: day as Time } : { time: day as Time, value };
      }),
    );
  }
  // The date of the first day stands below its middle, and needs room to the left of it.
  chart
    .timeScale()
    .setVisibleLogicalRange({ from: -Math.max(0.5, days.length * ROOM_AT_THE_LEFT), to: days.length - 0.5 });
  const stop = followColours(paint);
  return () => {
    stop();
    chart.remove();
  };
}
