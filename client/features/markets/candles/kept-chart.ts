import { layoutText } from '../../../platform/kept-layout';
import { readStored } from '../../../platform/stored';

/** Where the device keeps what was drawn on charts: too much to go with the account, as how they look does. */
export const DRAWINGS_KEY = 'chart-drawings';

/** Whether anything of the user's is drawn on the chart of the market, so that the code for it is fetched with it. */
export function isChartOwn(symbol: string): boolean {
  return layoutText('chart') !== null || readStored(DRAWINGS_KEY)?.includes(`"${symbol}"`) === true;
}

/** Panes below the prices, so that their place is kept before they are there. */
export function panesKept(): number {
  return Number(/"panes":(\d)/.exec(layoutText('chart') ?? '')?.[1] ?? 0);
}
