import { useQuery } from '@tanstack/react-query';
import type { TrustOrderView } from '../../../../server/contract/trading/trust.dto';
import { useLanguage } from '../../../platform/preferences';
import { products } from './trust.api';

/** The name of an order's product, in the language; null of one that is offered no more, and while it is not known. */
export function useProductName({ config_id: id, account_type: type }: TrustOrderView): string | null {
  const language = useLanguage();
  const { data } = useQuery(products(language, type));
  return data?.find((product) => product.id === id)?.name ?? null;
}
