import { IsIn, IsInt, IsOptional, Matches, Max, Min } from 'class-validator';
import {
  COUNTRY_LEVERAGE_MAX,
  COUNTRY_PRODUCTS,
  type CountryProduct,
  OFFER_STATES,
  type OfferState,
  RULED_COUNTRY,
} from '../rules/country-rules.rules.js';
import { PlainText } from '../text-fields.js';

const FILLED = /\S/;

/** What holds, or held, of a product in a country. */
export class CountryRuleView {
  /** Its version: the newest of a country and a product holds. */
  id: string;
  /** Two letters of ISO 3166-1; `*`: all others, and everybody whose country is not known. */
  country: string;
  product: CountryProduct;
  /** Null: as of all others. */
  state: OfferState | null;
  leverageMax: number | null;
  /** Unix milliseconds. */
  decidedAt: number;
}

export class CountryRulesView {
  /** What holds: the row of all others, and what countries have of their own. */
  rules: CountryRuleView[];
  /** What was agreed on last, the newest first. */
  changes: CountryRuleView[];
}

export class ProposeCountryRuleRequest {
  /** Two letters of ISO 3166-1; `*`: all others. */
  @PlainText(2)
  @Matches(RULED_COUNTRY)
  country: string;

  @IsIn(COUNTRY_PRODUCTS)
  product: CountryProduct;

  /** Left out: as of all others. */
  @IsOptional()
  @IsIn(OFFER_STATES)
  state?: OfferState | null;

  /** Of contracts that are allowed; left out: whatever the market offers. */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(COUNTRY_LEVERAGE_MAX)
  leverageMax?: number | null;

  @PlainText(500)
  @Matches(FILLED)
  reason: string;
}
