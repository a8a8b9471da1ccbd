import { CoinIcon } from './coin-icon';
import { PillChoice } from './pill-choice';
import styles from './unknown-coin.module.css';

interface Props {
  /** Says which coin was asked for, and that it is not there. */
  text: string;
  legend: string;
  coins: readonly { name: string }[];
  onChoose: (name: string) => void;
}

/** A page was opened for a coin that it does not have: that is said, and no other one is taken in its place. */
export function UnknownCoin({ text, legend, coins, onChoose }: Props) {
  return (
    <>
      <p role="alert" className={styles.unknown}>
        {text}
      </p>
      <div className={styles.choices}>
        <PillChoice
          legend={legend}
          choices={coins.map(({ name }) => ({ key: name, label: name, icon: <CoinIcon code={name} size={24} /> }))}
          chosen={null}
          onChoose={onChoose}
        />
      </div>
    </>
  );
}
