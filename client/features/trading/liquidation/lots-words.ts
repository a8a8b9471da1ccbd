import type { TFunction } from 'i18next';
import type { Language } from '../../../../server/contract/errors';
import { formatDecimal } from '../../../platform/format';

/** So many lots, in words. */
export function lotsWords(lots: number, t: TFunction, language: Language): string {
  return lots === 1 ? t('futures.oneLot') : t('futures.lotsCount', { lots: formatDecimal(String(lots), language) });
}
