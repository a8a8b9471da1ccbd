import { ActionIcon } from '@mantine/core';
import { IconChartCandle, IconArrowsMaximize, IconArrowsMinimize, IconPencil } from '@tabler/icons-react';
import { type CSSProperties, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { zoneOffsetSeconds } from '../../../platform/server-clock';
import { zoneName } from '../../../platform/zone';
import type { ChartLayer, ChartView } from '../../../ui/chart-drawing';
import { EmptyState } from '../../../ui/empty-state';
import { ErrorState } from '../../../ui/error-state';
import { late } from '../../../ui/late';
import { Tabs } from '../../../ui/tabs';
import type { ChartLook } from './chart-look';
import { panesReserved } from './stored-chart';
import { NO_MARKS, type OwnMarks } from './own-lines';
import { useChartTools } from './use-chart-tools';
import styles from './market-chart.module.css';
import { CHART_PERIODS, chartPeriod, type ChartPeriodKey } from './periods';
import type { Shown, ShownBars } from './shown-bars';
import { useBars } from './use-bars';
import { useFullScreen } from './use-full-screen';
import { useLanguage } from '../../../platform/preferences';

const loadChart = () => import('../../../ui/chart');
const Chart = late(async () => (await loadChart()).default);
/** Indicators, types and drawings come when somebody uses them. */
const ChartTools = late(async () => (await import('./studio')).loadTools());
const PANEL = 'market-chart';

interface Props {
  symbol: string;
  priceDecimals: number;
  initial?: ChartPeriodKey;
  /** The words for a failure. */
  failureWords: (failure: Error) => string;
  /** What the page draws on the prices. */
  layer?: ChartLayer | null;
  /** The user's own orders, positions and fills. */
  marks?: OwnMarks | undefined;
  /** The prices are not as new as they should be. */
  dimmed?: boolean;
}

/** The chart of a market with its periods. It keeps what it shows until the bars of another period have arrived. */
export function MarketChart({ symbol, priceDecimals, initial = '15min', failureWords, ...drawn }: Props) {
  const { layer = null, dimmed = false, marks = NO_MARKS } = drawn;
  const { t } = useTranslation();
  const [key, setKey] = useState<ChartPeriodKey>(initial);
  const choice = chartPeriod(key);
  const { bars, shown, isBehind } = useBars(symbol, choice);
  const { look, setLook, isWanted, open, setOpen, close } = useChartTools(symbol, marks);
  const view = useChartView(symbol, priceDecimals, shown, { layer, look });
  // Beside the bars, not before the price is drawn: on a slow network the price would wait for the chart's code.
  useEffect(() => {
    loadChart().catch(() => undefined);
  }, []);
  const label = t('chart.label', { symbol, period: t(`chart.${choice.word}`) });
  const { section, isFull, toggle: toggleFull } = useFullScreen();
  const tabs = CHART_PERIODS.map((period) => ({ key: period.key, label: t(`chart.${period.word}`) }));
  return (
    <section ref={section} aria-label={label} className={styles.section} data-full={isFull || undefined}>
      <div className={styles.head}>
        <Tabs label={t('chart.periods')} tabs={tabs} chosen={key} onChoose={setKey} controls={PANEL} size="small" />
        <Acts open={open} isFull={isFull} onOpen={setOpen} onFull={toggleFull} />
      </div>
      <div
        id={PANEL}
        role="tabpanel"
        aria-label={label}
        className={styles.stage}
        style={{ '--panes': look?.panes ?? panesReserved() } as CSSProperties}
        data-dimmed={dimmed || isBehind || undefined}
      >
        <Stage view={view} label={label} bars={bars} shown={shown} failureWords={failureWords} />
      </div>
      {isWanted && (
        <ChartTools key={symbol} symbol={symbol} open={open} onClose={close} marks={marks} onLook={setLook} />
      )}
      <p className={styles.foot}>
        <span>
          {t('chart.zone', { zone: choice.intraday ? zoneName() : 'UTC' })}
          <span role="status">{isBehind && ` · ${t('chart.behind')}`}</span>
        </span>
        <a href="https://www.tradingview.com/" target="_blank" rel="noreferrer">
          {t('chart.by')}
        </a>
      </p>
    </section>
  );
}

interface ActsProps {
  open: Open;
  isFull: boolean;
  onOpen: (part: Open) => void;
  onFull: () => void;
}

type Open = 'settings' | 'drawing' | null;

/** What is done with the chart itself. */
function Acts({ open, isFull, onOpen, onFull }: ActsProps) {
  const { t } = useTranslation();
  const isDrawing = open === 'drawing';
  const Size = isFull ? IconArrowsMinimize : IconArrowsMaximize;
  const acts = [
    { word: 'tools', Icon: IconChartCandle, isOn: undefined, act: () => onOpen('settings') },
    { word: 'draw', Icon: IconPencil, isOn: isDrawing, act: () => onOpen(isDrawing ? null : 'drawing') },
    { word: isFull ? 'leaveFull' : 'full', Icon: Size, isOn: isFull, act: onFull },
  ] as const;
  return acts.map(({ word, Icon, isOn, act }, place) => (
    // By its place: the last one has two words.
    <ActionIcon key={place} aria-label={t(`chart.${word}`)} aria-pressed={isOn} onClick={act}>
      <Icon size={18} stroke={1.6} aria-hidden />
    </ActionIcon>
  ));
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
  { layer, look }: { layer: ChartLayer | null; look: ChartLook | null },
): ChartView | null {
  const language = useLanguage();
  const { bars } = state;
  return useMemo(() => {
    if (bars.length === 0) return null;
    return {
      kind: choice.kind,
      ...look,
      // The time-share is a line by its nature.
      ...(choice.kind === 'area' && { kind: choice.kind, candlesOf: undefined }),
      name: `${symbol} ${choice.key}`,
      bars,
      priceDecimals,
      zoneSeconds: choice.intraday ? zoneOffsetSeconds() : 0,
      timeVisible: choice.intraday,
      language,
      layer,
    };
  }, [symbol, priceDecimals, choice, bars, language, layer, look]);
}
