import { isUnknownCountry } from '../../../server/contract/rules/document-country.rules';
import type { Language } from '../../../server/contract/errors';
import { useLanguage } from '../../platform/preferences';

/** The name of a country in the operator's language; null for none, as a server of the version before sends it, and for a form that had no field for it. */
export function countryWord(code: string | null | undefined, language: Language): string | null {
  if (!code || isUnknownCountry(code)) return null;
  return new Intl.DisplayNames([language], { type: 'region', fallback: 'code' }).of(code) ?? code;
}

export function useCountryWord(): (code: string | null | undefined) => string | null {
  const language = useLanguage();
  return (code) => countryWord(code, language);
}
