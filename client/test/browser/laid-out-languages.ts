import { type Language, LANGUAGES } from '../../../server/contract/errors.js';

/** The default one, and the one with the longest words. */
const SHORT: readonly Language[] = ['zh', 'es'];

export const isEveryLanguageAsked = process.env.LAID_OUT_LANGUAGES === 'all';

/**
 * In which languages the layout of pages is looked at. Every test of layouts goes by it: all seven take three times as long as everything
 * else, so they are a command of their own, `npm run pages`. What is said in a language is the business of the tests of words.
 */
export const LAID_OUT_LANGUAGES: readonly Language[] = isEveryLanguageAsked ? LANGUAGES : SHORT;
