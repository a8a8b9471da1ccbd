import type { Language } from '../../../server/contract/errors';

/** The user and privacy agreement: long text, so each language is fetched only by whoever reads it. */
export interface AgreementText {
  /** ISO date of the version. */
  updated: string;
  sections: { title: string; text: string }[];
}

const LOADERS: Record<Language, () => Promise<{ agreement: AgreementText }>> = {
  zh: () => import('./zh'),
  'zh-Hant': () => import('./zh-Hant'),
  en: () => import('./en'),
  ja: () => import('./ja'),
  ko: () => import('./ko'),
  es: () => import('./es'),
  th: () => import('./th'),
};

export async function loadAgreement(language: Language): Promise<AgreementText> {
  return (await LOADERS[language]()).agreement;
}
