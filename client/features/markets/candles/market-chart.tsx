import { ActionIcon } from '@mantine/core';
import { IconArrowsMaximize, IconArrowsMinimize } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { zoneOffsetSeconds } from '../../../platform/server-clock';
import { zoneName } from '../../../platform/zone';
import type { ChartLayer, ChartView } from '../../../ui/chart-drawing';
import { EmptyState } from '../../../ui/empty-state';
import { ErrorState } from '../../../ui/error-state';
import { late } from '../../../ui/late';
import { Tabs } from '../../../ui/tabs';
import styles from './market-chart.module.css';
import { CHART_PERIODS, chartPeriod, type ChartPeriodKey } from './periods';
import type { Shown, ShownBars } from './shown-bars';
import { useBars } from './use-bars';
import { useFullScreen } from './use-full-screen';
import { useLanguage } from '../../../platform/preferences';

const loadChart = () => import('../../../ui/chart');
const Chart = late(async () => (await loadChart()).default);
const PANEL = 'market-chart';

interface Props {
  symbol: string;
  priceDecimals: number;
  initial?: ChartPeriodKey;
  /** The words for a failure. */
  failureWords: (failure: Error) => string;
  /** What the page draws on the prices. */
  layer?: ChartLayer | null;
  /** The prices are not as new as they should be. */
  dimmed?: boolean;
}

/** The chart of a market with its periods. It keeps what it shows until the bars of another period have arrived. */
export function MarketChart({ symbol, priceDecimals, initial = '15min', failureWords, ...drawn }: Props) {
  const { layer = null, dimmed = false } = drawn;
  const { t } = useTranslation();
  const [key, setKey] = useState<ChartPeriodKey>(initial);
  const choice = chartPeriod(key);
  const { bars, shown } = useBars(symbol, choice);
  const view = useChartView(symbol, priceDecimals, shown, layer);
  // Beside the bars, not before the price is drawn: on a slow network the price would wait for the chart's code.
  useEffect(() => {
    loadChart().catch(() => undefined);
  }, []);
  const label = t('chart.label', { symbol, period: t(`chart.${choice.word}`) });
  const { section, isFull, toggle } = useFullScreen();
  const Icon = isFull ? IconArrowsMinimize : IconArrowsMaximize;
  const tabs = CHART_PERIODS.map((period) => ({ key: period.key, label: t(`chart.${period.word}`) }));
  return (
    <section ref={section} aria-label={label} className={styles.section} data-full={isFull || undefined}>
      <div className={styles.head}>
        <Tabs label={t('chart.periods')} tabs={tabs} chosen={key} onChoose={setKey} controls={PANEL} size="small" />
        <ActionIcon aria-label={t(isFull ? 'chart.leaveFull' : 'chart.full')} aria-pressed={isFull} onClick={toggle}>
          <Icon size={18} stroke={1.6} aria-hidden />
        </ActionIcon>
      </div>
      <div id={PANEL} role="tabpanel" aria-label={label} className={styles.stage} data-dimmed={dimmed || undefined}>
        <Stage view={view} label={label} bars={bars} shown={shown} failureWords={failureWords} />
      </div>
      <p className={styles.foot}>
        <span>{t('chart.zone', { zone: choice.intraday ? zoneName() : 'UTC' })}</span>
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
  bars: ShownBars;
  shown: Shown;
  failureWords: (failure: Error) => string;
}

function Stage({ view, label, bars, shown, failureWords }: StageProps) {
  const { t } = useTranslation();
  const { phase, failure } = shown.state;
  if (phase === 'failed' && failure) {
    return <ErrorState text={failureWords(failure)} onRetry={() => void bars.reload()} />;
  }
  if (phase === 'empty') return <EmptyState text={t('chart.empty')} />;
  if (!view) return null;
  return <Chart view={view} label={label} onNearStart={() => void bars.loadOlder()} />;
}

function useChartView(
  symbol: string,
  priceDecimals: number,
  { choice, state }: Shown,
  layer: ChartLayer | null,
): ChartView | null {
  const language = useLanguage();
  const { bars } = state;
  return useMemo(() => {
    if (bars.length === 0) return null;
    return {
      name: `${symbol} ${choice.key}`,
      kind: choice.kind,
      bars,
      priceDecimals,
      zoneSeconds: choice.intraday ? zoneOffsetSeconds() : 0,
      timeVisible: choice.intraday,
      language,
      layer,
    };
  }, [symbol, priceDecimals, choice, bars, language, layer]);
}
