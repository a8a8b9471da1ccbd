import type { ChartAddition, ChartView } from '../../../ui/chart-drawing';
import type { ChartBeside } from '../../../ui/chart';

/** How the user wants the chart, and what is drawn on it beside the bars; the code for it is fetched when it is used. */
export interface ChartLook extends Pick<ChartView, 'candlesOf'> {
  /** How prices are drawn; null leaves it to the period. */
  kind: ChartView['kind'] | null;
  addition: ChartAddition;
  /** Panes below the prices. */
  panes: number;
  beside: ChartBeside;
}
