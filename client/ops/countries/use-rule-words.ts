import { useTranslation } from 'react-i18next';
import { PRODUCT_WORDS } from '../../../server/contract/languages/products';
import { COUNTRY_PRODUCTS, EVERY_COUNTRY, OFFER_STATES } from '../../../server/contract/rules/country-rules.rules';
import { useLanguage } from '../../platform/preferences';
import { useCountryWord } from '../parts/country-word';
import { STATE_WORDS } from './state-words';

/** The fields of a rule in words, for whoever agrees to it; null for what is none of them. */
export function useRuleWords(): (name: string, value: unknown) => string | null {
  const { t } = useTranslation('desk');
  const words = PRODUCT_WORDS[useLanguage()];
  const nameOf = useCountryWord();
  return (name, value) => {
    if (name === 'country' && value === EVERY_COUNTRY) return t('countries.everywhere');
    if (name === 'country' && typeof value === 'string') return `${nameOf(value) ?? ''} (${value})`;
    if (name === 'state' && value === null) return t('countries.inherited');
    const state = OFFER_STATES.find((each) => name === 'state' && each === value);
    if (state !== undefined) return t(STATE_WORDS[state]);
    const product = COUNTRY_PRODUCTS.find((each) => name === 'product' && each === value);
    return product === undefined ? null : words[product];
  };
}
