import { isSupportedCountry } from 'libphonenumber-js';
import { type CountryRuleTerms, EVERY_COUNTRY, wrongField } from '../../../contract/rules/country-rules.rules.js';

/**
 * As {@link wrongField}; and a country is one that documents and phones can be of. A rule of 'UK', which pages call the United
 * Kingdom, would be agreed on and hold for nobody.
 */
export function wrongRule(rule: CountryRuleTerms): string | null {
  const isKnown = rule.country === EVERY_COUNTRY || isSupportedCountry(rule.country);
  return wrongField(rule) ?? (isKnown ? null : 'country');
}
