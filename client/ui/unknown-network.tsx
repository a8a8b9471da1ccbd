import { chainName } from './chain-name';
import { PillChoice } from './pill-choice';
import styles from './unknown-coin.module.css';

interface Props {
  /** Says which network was asked for, and that it is not offered. */
  text: string;
  legend: string;
  networks: readonly { network: string; chain: Parameters<typeof chainName>[0] }[];
  onChoose: (network: string) => void;
}

/** A page was opened for a network that its coin does not have: that is said, and no other one is taken in its place. */
export function UnknownNetwork({ text, legend, networks, onChoose }: Props) {
  return (
    <>
      <p role="alert" className={styles.unknown}>
        {text}
      </p>
      <div className={styles.choices}>
        <PillChoice
          legend={legend}
          choices={networks.map(({ network, chain }) => ({ key: network, label: network, note: chainName(chain) }))}
          chosen={null}
          onChoose={onChoose}
        />
      </div>
    </>
  );
}
