import { type Language, LANGUAGES } from '../../../server/contract/errors.js';

/** `npm run pages` asks for all of them: that is hours of a browser's work on a busy machine, so `npm test` asks for some. */
export const isEveryLanguageAsked = process.env.PAGE_LANGUAGES === 'all';

/** In which languages people go through a journey: it is the same in each, and that none lacks a word is held by the tests of words. */
export const JOURNEY_LANGUAGES: readonly ('en' | 'zh')[] = isEveryLanguageAsked ? ['en', 'zh'] : ['en'];

/** In which the layout of pages is looked at: at least that with the longest words. Every test of layouts goes by it. */
export const LAID_OUT_LANGUAGES: readonly Language[] = isEveryLanguageAsked ? LANGUAGES : ['es'];
