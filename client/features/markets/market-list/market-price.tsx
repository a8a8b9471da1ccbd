import type { DecimalText } from '../../../../server/contract/money';
import { MoneyText } from '../../../ui/money-text';
import { useMarket } from './markets.api';

interface Props {
  symbol: string;
  /** Null stands for what is not known. */
  value: DecimalText | null;
  /** Stands behind the price, for example "USDT". */
  unit?: string;
}

/** A price with all decimals of its market, as everywhere in that market; without closing zeros while they are not known. */
export function MarketPrice({ symbol, ...shown }: Props) {
  const { market } = useMarket(symbol);
  return <MoneyText {...shown} {...(market && { decimals: market.priceDecimals })} demo={false} />;
}
