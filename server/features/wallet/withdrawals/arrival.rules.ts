import type { Language } from '../../../contract/errors.js';

/** Hours for all, or those of the old clients' texts. */
export type ArrivalSetting = number | 'by-language';

const [CHINESE, OTHERS] = [12, 48];

/** In how many hours a withdrawal arrives, as the setting says. */
export function arrivalHours(setting: ArrivalSetting, language: Language): number {
  if (setting !== 'by-language') return setting;
  return language === 'zh' || language === 'zh-Hant' ? CHINESE : OTHERS;
}
