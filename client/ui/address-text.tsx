import styles from './address-text.module.css';

const ENDS = 6;

/** The first and last six characters, which are what people compare. */
export function endsOfAddress(address: string): { head: string; middle: string; tail: string } {
  if (address.length <= ENDS * 2) return { head: address, middle: '', tail: '' };
  return { head: address.slice(0, ENDS), middle: address.slice(ENDS, -ENDS), tail: address.slice(-ENDS) };
}

interface Props {
  address: string;
  /** Only its ends, with dots between them. */
  short?: boolean;
}

/** An address of a chain with its ends made plain. */
export function AddressText({ address, short = false }: Props) {
  const { head, middle, tail } = endsOfAddress(address);
  return (
    <span className={styles.address} dir="ltr" title={short ? address : undefined}>
      <span className={styles.end}>{head}</span>
      {short && middle !== '' ? '…' : middle}
      <span className={styles.end}>{tail}</span>
    </span>
  );
}
