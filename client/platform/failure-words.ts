import type { TFunction } from 'i18next';
import { CallFailed } from './api';

/** What happened, in words: the server's own where it gave any. */
export function failureWords(failure: Error, t: TFunction): string {
  if (!(failure instanceof CallFailed)) return t('failure.unreachable');
  if (failure.kind === 'timeout') return t('failure.timeout');
  return failure.message === '' ? t('failure.unreachable') : failure.message;
}
