import { useCallback, useState, useSyncExternalStore } from 'react';
import { onPreferences } from '../../../platform/preferences';
import type { ChartLook } from './chart-look';
import { isChartOwn } from './stored-chart';
import type { OwnMarks } from './own-lines';

/** What of the chart's tools is wanted: their code is fetched for what the user has drawn, chosen or owns, or when it opens. */
export function useChartTools(symbol: string, { lines, fills }: OwnMarks) {
  const [look, setLook] = useState<ChartLook | null>(null);
  // What the account has may be known only after the page has begun.
  const isOwn = useSyncExternalStore(onPreferences, () => isChartOwn(symbol));
  const [open, setOpen] = useState<'settings' | 'drawing' | null>(null);
  const close = useCallback(() => setOpen(null), []);
  // Once they have said how the chart is, they stay.
  const isWanted = isOwn || open !== null || look !== null || lines.length + fills.length > 0;
  return { look, setLook, isWanted, open, setOpen, close };
}
