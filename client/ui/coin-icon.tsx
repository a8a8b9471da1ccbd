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
import { coinColour, coinLetters } from '../../server/contract/rules/coin-picture.rules';
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

/** How many letters are in the circle: in the smallest one can be read. */
const LETTERS = { 24: 1, 32: 3, 40: 4 };

/** A coin's own colour and sign; letters on a colour of its code for those that have none. Its name always stands beside it. */
export function CoinIcon({ code, size = 32 }: Props) {
  const Sign = SIGNS[code];
  const letters = coinLetters(code, LETTERS[size]);
  return (
    <span
      className={styles.coin}
      data-coin={code}
      data-size={size}
      data-letters={Sign ? undefined : letters.length}
      style={Sign ? undefined : { background: coinColour(code) }}
      aria-hidden
    >
      {Sign ? <Sign size="62%" stroke={2} /> : letters}
    </span>
  );
}
