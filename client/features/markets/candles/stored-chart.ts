import { CHART_PART } from '../../../../server/contract/rules/layout.rules';
import { layoutText } from '../../../platform/layout-part';
import { readStored } from '../../../platform/stored';

/** Where the device keeps what was drawn on charts: too much to go with the account, as how they look does. */
export const DRAWINGS_KEY = 'chart-drawings';

/** Whether anything of the user's is drawn on the chart of the market, so that the code for it is fetched with it. */
export function isChartOwn(symbol: string): boolean {
  return layoutText(CHART_PART) !== null || readStored(DRAWINGS_KEY)?.includes(`"${symbol}"`) === true;
}

/** Panes below the prices, so that their place is kept before they are there. */
export function panesReserved(): number {
  return Number(/"panes":(\d)/.exec(layoutText(CHART_PART) ?? '')?.[1] ?? 0);
}
