import type { TFunction } from 'i18next';
import { judgeAmount, verdictWords } from './judge-amount';

const LIMITS = { scale: 8, minimum: '10', maximum: '250.5' };

it.each([
  ['', 'en', 'required'],
  ['  ', 'en', 'required'],
  ['ten', 'en', 'amount'],
  ['0', 'en', 'amount'],
  ['0,000', 'es', 'amount'],
  ['10.123456789', 'en', 'decimals'],
  ['10.1234567800', 'en', null],
  ['9,99', 'es', 'below'],
  ['9.99999999', 'en', 'below'],
  ['10', 'zh', null],
  ['250,5', 'es', null],
  ['250.50000001', 'en', 'above'],
  ['1,234.5', 'en', 'above'],
] as const)('judges %p in %s as %p', (text, language, verdict) => {
  expect(judgeAmount(text, language, LIMITS)).toBe(verdict);
});

it('is exact where floating-point numbers are not', () => {
  expect(judgeAmount('0.30000000', 'en', { scale: 8, maximum: '0.3' })).toBeNull();
  expect(judgeAmount('9007199254740993', 'en', { scale: 8, maximum: '9007199254740992' })).toBe('above');
});

it.each([
  [null, null],
  ['required', 'form.required {}'],
  ['decimals', 'errors.decimals {"count":4}'],
  ['amount', 'errors.amount {}'],
  ['below', 'errors.amount {}'],
] as const)('says of the verdict %p: %p', (verdict, words) => {
  const t = ((key: string, parts = {}) => `${key} ${JSON.stringify(parts)}`) as unknown as TFunction;
  expect(verdictWords(verdict, 4, t)).toBe(words);
});
