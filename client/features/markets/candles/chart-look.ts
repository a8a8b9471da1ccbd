import type { ChartView } from '../../../ui/chart-drawing';

/** How the user wants the chart, and what is drawn on it beside the bars; the code for it is fetched when it is used. */
export interface ChartLook extends Pick<ChartView, 'candlesOf' | 'kind'> {
  addition: NonNullable<ChartView['addition']>;
  beside: NonNullable<ChartView['beside']>;
  /** Panes below the prices. */
  panes: number;
}
