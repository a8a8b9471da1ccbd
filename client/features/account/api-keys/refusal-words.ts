import { queryOptions } from '@tanstack/react-query';
import type { Language, RefusalCode } from '../../../../server/contract/errors';

type Words = Record<RefusalCode, string>;

const FILES: Record<Language, () => Promise<Words>> = {
  zh: async () => (await import('../../../../server/contract/languages/zh')).zh,
  'zh-Hant': async () => (await import('../../../../server/contract/languages/zh-Hant')).zhHant,
  en: async () => (await import('../../../../server/contract/languages/en')).en,
  ja: async () => (await import('../../../../server/contract/languages/ja')).ja,
  ko: async () => (await import('../../../../server/contract/languages/ko')).ko,
  es: async () => (await import('../../../../server/contract/languages/es')).es,
  th: async () => (await import('../../../../server/contract/languages/th')).th,
};

/** The server's own words for its refusals, fetched for the one page that lists them. */
export const refusalWords = (language: Language) =>
  queryOptions({ queryKey: ['refusal-words', language], queryFn: () => FILES[language](), staleTime: Infinity });
