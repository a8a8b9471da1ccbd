import type { PriceAlertPage, PriceAlertView } from '../../../../server/contract/trading/price-alerts.dto';
import { get, post } from '../../../platform/api';
import { OWN } from '../../../platform/queries';

/** The caller shows what went wrong in place. */
const QUIET = { quiet: true };
const ROWS = 20;

export const ALERTS_KEY = [OWN, 'price-alerts'] as const;
export type AlertList = 'waiting' | 'done';

/** An alert as the list draws it. */
export interface ListedAlert extends Omit<PriceAlertView, 'id'> {
  id: number;
}

export const readAlerts = (state: AlertList) => async (page: number, signal: AbortSignal) => {
  const { data, total } = await get<PriceAlertPage>(
    'price_alert/list',
    { state, page, limit: ROWS },
    { ...QUIET, signal },
  );
  return { list: data.map((alert): ListedAlert => ({ ...alert, id: Number(alert.id) })), count: total, limit: ROWS };
};

/** What the form says of an alert. */
export type AlertFields = Record<'symbol' | 'kind' | 'value' | 'window' | 'source' | 'pause' | 'note', string>;

/** @param id of the one that is changed; null makes one. */
export function saveAlert(id: number | null, fields: AlertFields): Promise<unknown> {
  if (id === null) return post('price_alert/create', fields, QUIET);
  return post('price_alert/edit', { ...fields, id }, QUIET);
}

export type AlertAct = 'pause' | 'resume' | 'delete';

/** What fails is said by the frame. */
export function changeAlert(act: AlertAct, id: number): Promise<unknown> {
  return post(`price_alert/${act}`, { id });
}
