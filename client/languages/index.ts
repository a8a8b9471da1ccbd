import { createInstance } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Language } from '../../server/contract/errors';
import type { AlertsWords } from './alerts/en';
import type { ApiKeysWords } from './api-keys/en';
import type { AppWords } from './app/en';
import type { DeskWords } from '../ops/words/desk/en';
import type { ChartingWords } from './charting/en';
import type { ComplaintsWords } from './complaints/en';
import type { DepthChartWords } from './depth-chart/en';
import type { FiguresWords } from './figures/en';
import type { FuturesWords } from './futures/en';
import type { DepositsWords } from './deposits/en';
import type { IeoWords } from './ieo/en';
import type { HelpChatWords } from './help-chat/en';
import type { DataExportsWords } from './data-exports/en';
import type { ErasureWords } from './erasure/en';
import type { LimitsWords } from './limits/en';
import type { NotificationsWords } from './notifications/en';
import type { OptionWords } from './options/en';
import type { OrderKeysWords } from './order-keys/en';
import type { OtcWords } from './otc/en';
import type { PlacesWords } from './places/en';
import type { ServiceStatusWords } from './service-status/en';
import type { SubAccountsWords } from './sub-accounts/en';
import type { SpotWords } from './spot/en';
import type { SubscriptionWords } from './subscription/en';
import type { ReferralWords } from './referral/en';
import type { TrustWords } from './trust/en';
import type { Words } from './common/en';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'words';
    resources: {
      words: Words &
        AlertsWords &
        ApiKeysWords &
        AppWords &
        ChartingWords &
        ComplaintsWords &
        DepthChartWords &
        FuturesWords &
        DepositsWords &
        FiguresWords &
        HelpChatWords &
        IeoWords &
        DataExportsWords &
        ErasureWords &
        LimitsWords &
        NotificationsWords &
        OptionWords &
        OrderKeysWords &
        OtcWords &
        PlacesWords &
        ReferralWords &
        ServiceStatusWords &
        SpotWords &
        SubAccountsWords &
        SubscriptionWords &
        TrustWords;
      desk: DeskWords;
    };
  }
}

/** Words that only some pages need: fetched with those pages, each language a file of its own. */
export type LazyWords = (language: Language) => Promise<{ words: object }>;

/** The one instance that every component speaks through. */
const speech = createInstance();

/** How each language calls itself. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  zh: '简体中文',
  'zh-Hant': '繁體中文',
  en: 'English',
  ja: '日本語',
  ko: '한국어',
  es: 'Español',
  th: 'ไทย',
};

/** The words that every page may need; each language is a file of its own, fetched when it is chosen. */
export async function loadWords(language: Language): Promise<Words> {
  const file: { words: Words } = await import(`./common/${language}.ts`);
  return file.words;
}

/** What was asked for so far; every language that is spoken later has it too. */
const asked = new Set<LazyWords>();

/**
 * Fetches more words in the language that is spoken, and once more where another one is spoken meanwhile. Pages that need them wait
 * for this.
 */
export async function speakMore(more: LazyWords): Promise<void> {
  asked.add(more);
  // Whoever speaks first brings them along.
  let language = spokenNow();
  while (language) {
    speech.addResourceBundle(language, 'words', (await more(language)).words, true, true);
    const next = spokenNow();
    if (next === language) return;
    language = next;
  }
}

const spokenNow = () => speech.language as Language | undefined;

/** Loads all that was asked for and is not loaded yet, and what is asked for meanwhile. */
async function loadAsked(language: Language, loaded: Map<LazyWords, object>): Promise<void> {
  while (loaded.size < asked.size) {
    const missing = [...asked].filter((lazy) => !loaded.has(lazy));
    await Promise.all(missing.map(async (lazy) => loaded.set(lazy, (await lazy(language)).words)));
  }
}

/** Fetches the language's words and speaks it from then on. Without the words the old language stays. */
export async function speak(language: Language): Promise<void> {
  const more = new Map<LazyWords, object>();
  const [base] = await Promise.all([loadWords(language), loadAsked(language, more)]);
  await loadAsked(language, more);
  const words = [...more.values()].reduce<Words>((all, part) => ({ ...all, ...part }), base);
  if (!speech.isInitialized) {
    await speech.use(initReactI18next).init({
      lng: language,
      fallbackLng: false,
      defaultNS: 'words',
      resources: { [language]: { words } },
      interpolation: { escapeValue: false },
      react: { useSuspense: false },
    });
  } else {
    speech.addResourceBundle(language, 'words', words, true, true);
    await speech.changeLanguage(language);
  }
  document.documentElement.lang = language;
  document.title = words.product;
}
