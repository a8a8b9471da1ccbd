import { Injectable } from '@nestjs/common';
import { type CountryCode, getCountries, getCountryCallingCode } from 'libphonenumber-js';
import type { Language } from '../../../contract/errors.js';
import type { CountryView } from '../../../contract/languages.dto.js';

/** The tags by which the names and the order of a language are known to ICU. */
const TAGS: Record<Language, string> = {
  zh: 'zh-Hans',
  'zh-Hant': 'zh-Hant',
  en: 'en',
  ja: 'ja',
  ko: 'ko',
  es: 'es',
  th: 'th',
};

/** Every country with its dial code, named and sorted in a language. Made once a language. */
@Injectable()
export class AreaCodes {
  private readonly lists = new Map<Language, CountryView[]>();

  list(language: Language): CountryView[] {
    let list = this.lists.get(language);
    if (!list) {
      list = listCountries(TAGS[language]);
      this.lists.set(language, list);
    }
    return list;
  }
}

function listCountries(tag: string): CountryView[] {
  const names = new Intl.DisplayNames([tag], { type: 'region' });
  const english = new Intl.DisplayNames(['en'], { type: 'region' });
  const order = new Intl.Collator(tag);
  return getCountries()
    .map((code) => ({
      id: countryId(code),
      name: names.of(code) ?? code,
      area_code: getCountryCallingCode(code),
      code,
      english_name: english.of(code) ?? code,
    }))
    .sort((left, right) => order.compare(left.name, right.name));
}

/** The two letters read as a number of base 26, from 1: independent of any list and its order. */
export function countryId(code: CountryCode): number {
  const [first = 0, second = 0] = [...code].map((letter) => letter.charCodeAt(0) - 65);
  return first * 26 + second + 1;
}
