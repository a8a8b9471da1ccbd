import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { Bar } from '../../../../ui/bar';
import type { ChartBeside, ChartView } from '../../../../ui/chart-drawing';
import type { ChartLook } from '../chart-look';
import { DrawingBar } from '../drawings/drawing-bar';
import { DrawingDesk } from '../drawings/drawing-desk';
import { TextSheet } from '../drawings/text-sheet';
import type { OwnMarks } from '../own-lines';
import { ChartAdditions } from './chart-additions';
import { ChartSheet } from './chart-sheet';
import { type ChartType, panesOf, useChartSettings } from './chart-settings';
import { ChartStudio } from './chart-studio';
import { HeikinAshiCandles } from './heikin-ashi';
import { IndicatorLegend, indicatorSentence } from './indicator-legend';
import { OwnMarksDesk } from './own-marks';
import { TypeNote } from './type-note';

export interface ChartToolsProps {
  symbol: string;
  /** What is open: the sheet of settings, or the tools to draw with. */
  open: 'settings' | 'drawing' | null;
  onClose: () => void;
  marks: OwnMarks;
  /** Says how the chart is to be. */
  onLook: (look: ChartLook) => void;
}

const KINDS = { candles: 'candles', 'heikin-ashi': 'candles', line: 'line', area: 'area' } as const satisfies Record<
  ChartType,
  ChartLook['kind']
>;

function makeParts(symbol: string, settings: ReturnType<typeof useChartSettings>) {
  const studio = new ChartStudio(settings);
  const drawings = new DrawingDesk(symbol);
  const own = new OwnMarksDesk(() => !drawings.state().isOpen);
  return {
    studio,
    drawings,
    own,
    addition: new ChartAdditions([studio, drawings, own]),
    candles: new HeikinAshiCandles(),
  };
}

interface Seen {
  bar: Bar | null;
  view: ChartView;
  onClose: () => void;
}

/** What stands on the chart. */
function legendOf({ studio, drawings }: ReturnType<typeof makeParts>, { bar, view, onClose }: Seen): ReactNode {
  return (
    <>
      <IndicatorLegend studio={studio} bar={bar} view={view} note={view.candlesOf && <TypeNote />} />
      <DrawingBar desk={drawings} onClose={onClose} />
    </>
  );
}

/** Everything of a market's chart that its user chooses or owns. A component is for one market. */
export function ChartTools({ symbol, open, onClose, marks, onLook }: ChartToolsProps) {
  const settings = useChartSettings();
  const [parts] = useState(() => makeParts(symbol, settings));
  const { studio, drawings, own } = parts;
  useEffect(() => studio.change(settings), [studio, settings]);
  useEffect(() => drawings.open(open === 'drawing'), [drawings, open]);
  useEffect(() => own.change(marks), [own, marks]);
  const { type } = settings;
  const panes = panesOf(settings);
  const look = useMemo((): ChartLook => {
    const beside: ChartBeside = {
      legend: (bar, view) => legendOf(parts, { bar, view, onClose }),
      sentence: (bar, view) => indicatorSentence(parts.studio, bar, view),
    };
    const candlesOf = type === 'heikin-ashi' ? parts.candles.of : undefined;
    return { kind: KINDS[type], candlesOf, addition: parts.addition, panes, beside };
  }, [parts, onClose, type, panes]);
  useEffect(() => onLook(look), [look, onLook]);
  return (
    <>
      <ChartSheet opened={open === 'settings'} onClose={onClose} />
      <TextSheet desk={drawings} />
    </>
  );
}
