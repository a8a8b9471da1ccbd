/** The front door of what is offered in which country. What opens risk asks in its own stored function (`country_rule_assert`). */
export { CountryRules } from './country-rules.js';
export { CountryRulesModule } from './country-rules.module.js';
export { ListCountryRules } from './list-country-rules.js';
export { SetCountryRule } from './set-country-rule.js';
