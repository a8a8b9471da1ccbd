import { type ReactNode, useSyncExternalStore } from 'react';
import { UNKNOWN } from '../../../../platform/format';
import type { Bar } from '../../../../ui/bar';
import type { ChartView } from '../../../../ui/chart-drawing';
import type { ChartStudio } from './chart-studio';
import { figureText, type IndicatorDrawing, legendColour } from './indicator-drawing';
import styles from './indicator-legend.module.css';

interface Props {
  studio: ChartStudio;
  /** The bar under the cursor, or the last one. */
  bar: Bar | null;
  view: ChartView;
  /** Said above the figures of the prices. */
  note: ReactNode;
}

/** The figures of the indicators at a bar, each pane's at its top. */
export function IndicatorLegend({ studio, bar, view, note }: Props) {
  const [over, ...below] = useSyncExternalStore(studio.subscribe, studio.panes);
  const index = placeOf(bar, view);
  const figures = (drawings: readonly IndicatorDrawing[] = []) =>
    drawings.map((drawing) => <Figures key={drawing.indicator.key} drawing={drawing} index={index} view={view} />);
  return (
    <>
      <div className={`numbers ${styles.pane}`}>
        {note}
        {figures(over?.drawings)}
      </div>
      {below.map(({ top, drawings }) => (
        <div key={drawings[0]?.indicator.key} className={`numbers ${styles.pane}`} style={{ top }}>
          {figures(drawings)}
        </div>
      ))}
    </>
  );
}

/** A bar that runs is another object with every tick. */
function placeOf(bar: Bar | null, { bars }: ChartView): number {
  return bar === null ? -1 : bars.findLastIndex(({ openAt }) => openAt === bar.openAt);
}

function Figures({ drawing, index, view }: { drawing: IndicatorDrawing; index: number; view: ChartView }) {
  const { indicator, run } = drawing;
  return (
    <p className={styles.line} data-indicator={indicator.key} aria-hidden>
      {indicator.lines.map(({ label }, line) => {
        const value = run.values[index]?.[line] ?? null;
        const words = label(run.settings);
        return (
          <span key={words} style={{ color: legendColour(drawing, line, value ?? 0) }}>
            {words} <b>{value === null ? UNKNOWN : figureText(value, indicator, view)}</b>
          </span>
        );
      })}
    </p>
  );
}

/** The same in words, to be read out. */
export function indicatorSentence(studio: ChartStudio, bar: Bar, view: ChartView): string {
  const index = placeOf(bar, view);
  return studio
    .panes()
    .flatMap(({ drawings }) => drawings)
    .flatMap(({ indicator, run }) =>
      indicator.lines.flatMap(({ label }, line) => {
        const value = run.values[index]?.[line] ?? null;
        return value === null ? [] : [`${label(run.settings)} ${figureText(value, indicator, view)}`];
      }),
    )
    .join(', ');
}
