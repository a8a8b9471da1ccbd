import { useTranslation } from 'react-i18next';
import type { Market } from './market';

/** What a market is called in the reader's language; a coin has the one name that it has everywhere. */
export function useMarketName(): (market: Pick<Market, 'base' | 'name'>) => string {
  const { t } = useTranslation();
  const names: Readonly<Record<string, string>> = t('marketNames', { returnObjects: true });
  return ({ base, name }) => (Object.hasOwn(names, base) ? (names[base] ?? name) : name);
}
