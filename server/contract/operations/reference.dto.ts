import { IsBoolean, IsIn, IsOptional, Matches } from 'class-validator';
import type { DecimalText } from '../money.js';
import { RATED_CURRENCIES, type RatedCurrency } from '../rules/exchange-rate.rules.js';
import { PlainText } from '../text-fields.js';

const FILLED = /\S/;

/** A rate that was agreed on; the newest of a currency holds. */
export class ExchangeRateView {
  id: string;
  currency: RatedCurrency;
  /** Yuan for one. */
  yuan: DecimalText;
  decidedAt: number;
  /** Whether it is the one that holds. */
  holds: boolean;
}

export class ListedBankView {
  id: number;
  name: string;
  /** Whether users are offered it. */
  listed: boolean;
}

/** What is shown to everybody beside their own figures. */
export class ReferenceView {
  rates: ExchangeRateView[];
  banks: ListedBankView[];
}

export class ProposeExchangeRateRequest {
  @IsIn(RATED_CURRENCIES)
  currency: RatedCurrency;

  /** Yuan for one, six decimals at most. */
  @PlainText(12)
  yuan: DecimalText;

  @PlainText(500)
  @Matches(FILLED)
  reason: string;
}

/** A bank that users are offered, or no longer. */
export class ListBankRequest {
  @PlainText(100)
  @Matches(/\S.*\S/)
  name: string;

  /** Left out: it is offered. */
  @IsOptional()
  @IsBoolean()
  listed?: boolean;

  @PlainText(500)
  @Matches(FILLED)
  reason: string;
}
