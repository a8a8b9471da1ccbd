import { readStored } from '../../../platform/stored';

/** Where the device keeps how its user wants charts, and what was drawn on them. */
export const SETTINGS_KEY = 'chart';
export const DRAWINGS_KEY = 'chart-drawings';

/** Whether anything of the user's is drawn on the chart of the market, so that the code for it is fetched with it. */
export function isChartOwn(symbol: string): boolean {
  return readStored(SETTINGS_KEY) !== null || readStored(DRAWINGS_KEY)?.includes(`"${symbol}"`) === true;
}

/** Panes below the prices, so that their place is kept before they are there. */
export function panesReserved(): number {
  return Number(/"panes":(\d)/.exec(readStored(SETTINGS_KEY) ?? '')?.[1] ?? 0);
}
