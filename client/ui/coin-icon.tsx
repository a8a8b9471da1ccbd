import {
  IconCurrencyBitcoin,
  IconCurrencyDogecoin,
  IconCurrencyDollar,
  IconCurrencyEthereum,
  IconCurrencyLitecoin,
  IconCurrencyMonero,
  IconCurrencySolana,
  IconCurrencyTether,
  IconCurrencyXrp,
  type TablerIcon,
} from '@tabler/icons-react';
import styles from './coin-icon.module.css';

const SIGNS: Record<string, TablerIcon> = {
  BTC: IconCurrencyBitcoin,
  ETH: IconCurrencyEthereum,
  USDT: IconCurrencyTether,
  USDC: IconCurrencyDollar,
  DOGE: IconCurrencyDogecoin,
  LTC: IconCurrencyLitecoin,
  SOL: IconCurrencySolana,
  XMR: IconCurrencyMonero,
  XRP: IconCurrencyXrp,
};

interface Props {
  /** Code of the coin, `USDT`. */
  code: string;
  size?: 24 | 32 | 40;
}

/** A coin's own colour and sign; the first letter for those that have none. Its name always stands beside it. */
export function CoinIcon({ code, size = 32 }: Props) {
  const Sign = SIGNS[code];
  return (
    <span className={styles.coin} data-coin={code} data-size={size} aria-hidden>
      {Sign ? <Sign size="62%" stroke={2} /> : code.slice(0, 1)}
    </span>
  );
}
