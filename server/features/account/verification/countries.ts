import { Injectable } from '@nestjs/common';
import { getCountries } from 'libphonenumber-js';
import { LANGUAGES } from '../../../contract/errors.js';

/** Finds the country behind what clients send: a name from the list of `area_code`, in whichever language it was. */
@Injectable()
export class Countries {
  private names: Map<string, string> | null = null;

  /** Two letters of ISO 3166-1; null for what is no country of the list. */
  codeOf(text: string): string | null {
    this.names ??= readNames();
    return this.names.get(keyOf(text)) ?? null;
  }
}

function readNames(): Map<string, string> {
  const names = new Map<string, string>();
  for (const code of getCountries()) names.set(keyOf(code), code);
  for (const language of LANGUAGES) {
    const shown = new Intl.DisplayNames([language === 'zh' ? 'zh-Hans' : language], { type: 'region' });
    for (const code of getCountries()) names.set(keyOf(shown.of(code) ?? code), code);
  }
  return names;
}

function keyOf(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase();
}
