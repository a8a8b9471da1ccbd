import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Bar } from './bar';
import { ChartDrawing, type ChartView } from './chart-drawing';
import { followColours } from './chart-options';
import { ChartLegend, ChartTable, useBarSentence } from './chart-legend';
import styles from './chart.module.css';

interface Props {
  view: ChartView;
  /** Says what the chart shows, for screen readers. */
  label: string;
  onNearStart: () => void;
}

/**
 * A chart of bars with volume. The cursor shows a bar's figures above it; with the keyboard the arrow keys move the
 * cursor and the figures are read out.
 */
export default function Chart({ view, label, onNearStart }: Props) {
  const { t } = useTranslation();
  const { host, drawing, cursor } = useDrawing(view, onNearStart);
  const [byKeyboard, setByKeyboard] = useState(false);
  const sentence = useBarSentence(view);
  const last = view.bars.at(-1) ?? null;
  const keys = (event: KeyboardEvent) => {
    if (!drawing.current || !act(drawing.current, event)) return;
    event.preventDefault();
    setByKeyboard(true);
  };
  const leave = () => {
    if (byKeyboard) drawing.current?.hideCursor();
    setByKeyboard(false);
  };
  return (
    <figure className={styles.chart}>
      <ChartLegend bar={cursor ?? last} view={view} />
      <div className={styles.place}>
        <div
          ref={host}
          className={styles.canvas}
          role="application"
          aria-roledescription="chart"
          aria-label={`${label}. ${t('chart.keys')}`}
          tabIndex={0}
          onKeyDown={keys}
          onBlur={leave}
          data-no-pull
        />
        {view.beside?.legend(cursor ?? last, view)}
      </div>
      <p className={styles.spoken} aria-live="polite">
        {byKeyboard && cursor ? [sentence(cursor), view.beside?.sentence(cursor, view)].filter(Boolean).join(' ') : ''}
      </p>
      <ChartTable view={view} label={label} />
    </figure>
  );
}

const ACTIONS: Record<string, (drawing: ChartDrawing) => void> = {
  ArrowLeft: (drawing) => drawing.moveCursor(-1),
  ArrowRight: (drawing) => drawing.moveCursor(1),
  PageUp: (drawing) => drawing.moveCursor(-10),
  PageDown: (drawing) => drawing.moveCursor(10),
  '+': (drawing) => drawing.zoom(0.7),
  '=': (drawing) => drawing.zoom(0.7),
  '-': (drawing) => drawing.zoom(1.4),
  End: (drawing) => drawing.toLatest(),
  Escape: (drawing) => drawing.hideCursor(),
};

function act(drawing: ChartDrawing, event: KeyboardEvent): boolean {
  const action = event.ctrlKey || event.metaKey || event.altKey ? undefined : ACTIONS[event.key];
  action?.(drawing);
  return action !== undefined;
}

function useDrawing(view: ChartView, onNearStart: () => void) {
  const host = useRef<HTMLDivElement>(null);
  const drawing = useRef<ChartDrawing | null>(null);
  const nearStart = useRef(onNearStart);
  const [cursor, setCursor] = useState<Bar | null>(null);
  useEffect(() => {
    if (!host.current) return undefined;
    const made = new ChartDrawing(host.current, {
      onCursor: setCursor,
      onNearStart: () => nearStart.current(),
    });
    drawing.current = made;
    const stop = followColours(() => requestAnimationFrame(() => drawing.current?.recolour()));
    return () => {
      stop();
      drawing.current = null;
      made.destroy();
    };
  }, []);
  useEffect(() => drawing.current?.show(view), [view]);
  useEffect(() => {
    nearStart.current = onNearStart;
  });
  return { host, drawing, cursor };
}
