import { speakMore } from '../../../../languages';
import { chartingWords } from '../../../../languages/charting';
import { ChartTools } from './chart-tools';

/** The tools, once their words are there. */
export async function loadTools(): Promise<typeof ChartTools> {
  await speakMore(chartingWords);
  return ChartTools;
}
