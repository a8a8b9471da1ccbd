import { speakMore } from '../../../languages';
import { late } from '../../../ui/late';
import type { DepthChartProps } from './depth-chart/depth-chart';
import styles from './market-depth.module.css';

/** The order book as a chart. Its files and words come when somebody looks at it. */
export const DepthChart = late<DepthChartProps>(
  async () => {
    const [chart, { depthChartWords }] = await Promise.all([
      import('./depth-chart/depth-chart'),
      import('../../../languages/depth-chart'),
    ]);
    await speakMore(depthChartWords);
    return chart.DepthChart;
  },
  <div className={styles.depth} />,
);
