import { lazy, Suspense, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { zoneOffsetSeconds } from '../../platform/server-clock';
import type { ChartView } from '../../ui/chart-drawing';
import { EmptyState } from '../../ui/empty-state';
import { ErrorState } from '../../ui/error-state';
import { Tabs } from '../../ui/tabs';
import type { BarSeries, BarSeriesState } from './bar-series';
import styles from './market-chart.module.css';
import { CHART_PERIODS, type ChartPeriod, chartPeriod, type ChartPeriodKey } from './periods';
import { useBars } from './use-bars';
import { zoneName } from './zone-name';

const Chart = lazy(() => import('../../ui/chart'));
const PANEL = 'market-chart';

interface Props {
  symbol: string;
  priceDecimals: number;
  initial?: ChartPeriodKey;
  /** The words for a failure. */
  failureWords: (failure: Error) => string;
}

/** The chart of a market with its periods. It keeps what it shows until the bars of another period have arrived. */
export function MarketChart({ symbol, priceDecimals, initial = '15min', failureWords }: Props) {
  const { t } = useTranslation();
  const [key, setKey] = useState<ChartPeriodKey>(initial);
  const period = chartPeriod(key);
  const { series, state } = useBars(symbol, period.period);
  const view = useChartView(symbol, priceDecimals, period, state);
  const label = t('chart.label', { symbol, period: t(`chart.${period.word}`) });
  const tabs = CHART_PERIODS.map((choice) => ({ key: choice.key, label: t(`chart.${choice.word}`) }));
  return (
    <section aria-label={label}>
      <Tabs label={t('chart.periods')} tabs={tabs} chosen={key} onChoose={setKey} controls={PANEL} size="small" />
      <div id={PANEL} role="tabpanel" aria-label={label} className={styles.stage}>
        <Stage view={view} label={label} series={series} state={state} failureWords={failureWords} />
      </div>
      <p className={styles.foot}>
        <span>{t('chart.zone', { zone: period.intraday ? zoneName(zoneOffsetSeconds()) : 'UTC' })}</span>
        <a href="https://www.tradingview.com/" target="_blank" rel="noreferrer">
          {t('chart.by')}
        </a>
      </p>
    </section>
  );
}

interface StageProps {
  view: ChartView | null;
  label: string;
  series: BarSeries;
  state: BarSeriesState;
  failureWords: (failure: Error) => string;
}

function Stage({ view, label, series, state, failureWords }: StageProps) {
  const { t } = useTranslation();
  if (state.phase === 'failed' && state.failure) {
    return <ErrorState text={failureWords(state.failure)} onRetry={() => void series.reload()} />;
  }
  if (state.phase === 'empty') return <EmptyState text={t('chart.empty')} />;
  if (!view) return null;
  return (
    <Suspense fallback={null}>
      <Chart view={view} label={label} onNearStart={() => void series.loadOlder()} />
    </Suspense>
  );
}

/** What the chart draws: the bars of the chosen period, or, until they are there, those of the one before. */
function useChartView(symbol: string, priceDecimals: number, period: ChartPeriod, state: BarSeriesState) {
  const { i18n } = useTranslation();
  const { language } = i18n;
  const shown = useRef<{ symbol: string; view: ChartView } | null>(null);
  const { bars } = state;
  const fresh = useMemo<ChartView | null>(
    () =>
      bars.length === 0
        ? null
        : {
            name: `${symbol} ${period.key}`,
            kind: period.kind,
            bars,
            priceDecimals,
            zoneSeconds: period.intraday ? zoneOffsetSeconds() : 0,
            timeVisible: period.intraday,
            language,
          },
    [symbol, priceDecimals, period, bars, language],
  );
  if (fresh) shown.current = { symbol, view: fresh };
  return fresh ?? (shown.current?.symbol === symbol ? shown.current.view : null);
}
