import type { Language } from '../../../contract/errors.js';

/** The line below every text to a user who has chosen a word, by which the user knows that it comes from us. */
export const WORD_LINES: Record<Language, string> = {
  en: 'Your anti-phishing word: {word}',
  zh: '您的防钓鱼码：{word}',
  'zh-Hant': '您的防釣魚碼：{word}',
  ja: 'フィッシング防止ワード：{word}',
  ko: '피싱 방지 문구: {word}',
  es: 'Su palabra antiphishing: {word}',
  th: 'คำป้องกันฟิชชิงของคุณ: {word}',
};
