import { useCallback, useState } from 'react';
import type { ChartLook } from './chart-look';
import { isChartOwn } from './kept-chart';
import type { OwnMarks } from './own-lines';

type Open = 'settings' | 'drawing' | null;

/** What of the chart's tools is wanted: their code is fetched for what the user has drawn, chosen or owns, or when it opens. */
export function useChartTools(symbol: string, marks: OwnMarks) {
  const [look, setLook] = useState<ChartLook | null>(null);
  const [wasOwn] = useState(() => isChartOwn(symbol));
  const [wasOpened, setWasOpened] = useState(false);
  const [open, setOpen] = useState<Open>(null);
  const close = useCallback(() => setOpen(null), []);
  const toggle = (part: Exclude<Open, null>) => {
    setWasOpened(true);
    setOpen(open === part ? null : part);
  };
  const isWanted = wasOwn || wasOpened || marks.lines.length > 0 || marks.fills.length > 0;
  return { look, setLook, isWanted, open, close, toggle };
}
