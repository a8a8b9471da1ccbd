import { ACCOUNT_RACES } from './race-accounts.js';
import { ALERT_RACES } from './race-alerts.js';
import { FUTURES_RACES } from './race-futures.js';
import { IEO_RACES } from './race-ieo.js';
import { KEY_RACES } from './race-keys.js';
import { MONEY_RACES } from './race-money.js';
import { OTC_RACES } from './race-otc.js';
import { REFERRAL_RACES } from './race-referral.js';
import { SPOT_ORDER_RACES } from './race-spot-orders.js';
import type { Race } from './race-steps.js';
import { SUBSCRIPTION_RACES } from './race-subscription.js';
import { TRADING_RACES } from './race-trading.js';

export type { PairScene, Race } from './race-steps.js';

/** The pairs of the reliability goals (D9) whose product exists. */
export const RACES: readonly Race[] = [
  ...MONEY_RACES,
  ...TRADING_RACES,
  ...SPOT_ORDER_RACES,
  ...FUTURES_RACES,
  ...SUBSCRIPTION_RACES,
  ...IEO_RACES,
  ...OTC_RACES,
  ...ACCOUNT_RACES,
  ...REFERRAL_RACES,
  ...ALERT_RACES,
  ...KEY_RACES,
];
