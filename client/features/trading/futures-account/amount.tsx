import type { DecimalText } from '../../../../server/contract/money';
import { useIsDemo } from '../../../platform/account-type';
import { MoneyText } from '../../../ui/money-text';
import { shownDecimals } from './shown';

interface Props {
  value: DecimalText | null;
  unit?: string;
  signed?: boolean;
  /** Of the user's own money: marked while it is demo money. */
  own?: boolean;
  /** All decimals. */
  exact?: boolean;
}

/** An amount of the futures account. */
export function Amount({ value, unit, signed = false, own = false, exact = false }: Props) {
  const isDemo = useIsDemo();
  return (
    <MoneyText
      value={value}
      {...(!exact && { decimals: shownDecimals(value) })}
      {...(unit !== undefined && { unit })}
      signed={signed}
      demo={own && isDemo}
    />
  );
}
