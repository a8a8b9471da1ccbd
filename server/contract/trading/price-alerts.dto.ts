import { IsIn, IsOptional, IsString, Matches } from 'class-validator';
import type { DecimalText } from '../money.js';
import { PageRequest, PageView } from '../pages.dto.js';
import {
  ALERT_KINDS,
  ALERT_NOTE_MAX,
  ALERT_PAUSES,
  ALERT_SOURCES,
  ALERT_WINDOWS,
  type AlertKind,
  type AlertSource,
} from '../rules/price-alert.rules.js';
import { OptionalText, PlainText } from '../text-fields.js';
import { ID } from '../wallet/wallet.dto.js';

export const ALERT_STATES = ['active', 'paused', 'done'] as const;
export type AlertState = (typeof ALERT_STATES)[number];

/** A price, a percentage or a funding rate: decimal text, with a sign where it is below zero. */
const VALUE = /^-?(0|[1-9][0-9]{0,17})(\.[0-9]{1,18})?$/;

/** What somebody wants to be told of. */
export class PriceAlertRequest {
  /** `BTC/USDT`. Only an alert on the whole cross margin has none. */
  @OptionalText(40)
  symbol?: string;

  /**
   * `rise`, `fall`, `cross`: the price reaches the value from below, from above, or from wherever it is. `percent-up`, `percent-down`: it has
   * changed by so many percent within the window. `funding-above`, `funding-below`: the expected funding rate, percent. `margin-above`: so
   * many percent of the margin are used, of isolated positions in the market or, without one, of the cross account.
   */
  @IsIn(ALERT_KINDS)
  kind: AlertKind;

  @IsString()
  @Matches(VALUE)
  value: DecimalText;

  /** Seconds in which the price changes; of percentages alone. */
  @OptionalText(5)
  @IsIn(ALERT_WINDOWS.map(String))
  window?: string;

  /** Of prices alone: `index`, what all venues say (unless given), or `mark`, what contracts are valued at. */
  @OptionalText(5)
  @IsIn(ALERT_SOURCES)
  source?: AlertSource;

  /** It goes off every time, and is quiet for so many seconds afterwards. Empty: once. */
  @OptionalText(5)
  @IsIn(ALERT_PAUSES.map(String))
  pause?: string;

  /** The user's own words, shown with it. */
  @OptionalText(ALERT_NOTE_MAX)
  note?: string;
}

export class PriceAlertChangeRequest extends PriceAlertRequest {
  @IsString()
  @Matches(ID)
  id: string;
}

export class PriceAlertIdRequest {
  @IsString()
  @Matches(ID)
  id: string;
}

export class PriceAlertsRequest extends PageRequest {
  /** `waiting`: active and paused ones; `done`: those that went off once. */
  @IsOptional()
  @PlainText(7)
  @IsIn(['waiting', 'done'])
  state?: 'waiting' | 'done';
}

export class PriceAlertView {
  id: string;
  /** Empty: of the cross account. */
  symbol: string;
  /** Decimals of the market's prices. */
  price_scale: number;
  kind: AlertKind;
  value: DecimalText;
  /** Seconds; null where it is not about a change in a time. */
  window: number | null;
  source: AlertSource | null;
  /** Seconds; null: it goes off once. */
  pause: number | null;
  note: string;
  state: AlertState;
  /** How often it has gone off. */
  times: number;
  /** When it last did, Unix milliseconds, and at which figure. */
  last_at: number | null;
  last_value: DecimalText | null;
  created_at: number;
}

export class PriceAlertPage extends PageView {
  data: PriceAlertView[];
}
