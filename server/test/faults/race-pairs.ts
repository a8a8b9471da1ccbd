import { ACCOUNT_RACES } from './race-accounts.js';
import { MONEY_RACES } from './race-money.js';
import { REFERRAL_RACES } from './race-referral.js';
import type { Race } from './race-steps.js';
import { TRADING_RACES } from './race-trading.js';

export type { PairScene, Race } from './race-steps.js';

/** The pairs of the reliability goals (D9) whose product exists. */
export const RACES: readonly Race[] = [...MONEY_RACES, ...TRADING_RACES, ...ACCOUNT_RACES, ...REFERRAL_RACES];
