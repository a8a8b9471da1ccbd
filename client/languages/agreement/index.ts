import type { Language } from '../../../server/contract/errors';

/** The user and privacy agreement: long text, so each language is fetched only by whoever reads it. */
export interface AgreementText {
  /** ISO date of the version. */
  updated: string;
  sections: { title: string; text: string }[];
}

export async function loadAgreement(language: Language): Promise<AgreementText> {
  const file: { agreement: AgreementText } = await import(`./${language}.ts`);
  return file.agreement;
}
