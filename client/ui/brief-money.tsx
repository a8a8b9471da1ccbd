import { type ComponentProps, useState } from 'react';
import { useAmountsHidden } from '../platform/hidden-amounts';
import { isCut, MoneyText } from './money-text';
import styles from './money-text.module.css';

/** An amount in running text, short; pressed, it says all its decimals, and pressed again it is short. */
export function BriefMoney(props: Omit<ComponentProps<typeof MoneyText>, 'brief' | 'decimals'>) {
  const [isWhole, setIsWhole] = useState(false);
  const isCovered = useAmountsHidden() && props.secret === true;
  if (isCovered || props.value === null || !isCut(props.value)) return <MoneyText {...props} brief />;
  return (
    <button type="button" className={styles.press} aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
      <MoneyText {...props} brief={!isWhole} />
    </button>
  );
}
