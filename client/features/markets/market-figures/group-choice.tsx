import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { DecimalText } from '../../../../server/contract/money';
import { toUnits } from '../../../../server/contract/money';
import { formatDecimal } from '../../../platform/format';
import { useLanguage } from '../../../platform/preferences';
import type { Market } from '../market-list';
import { COARSER, type Coarser, groupStep } from './book-groups';
import styles from './group-choice.module.css';
import { storeGroup, useGroup } from './stored-groups';

interface Props {
  market: Market;
  /** The last price; null while there is none. */
  last: DecimalText | null;
}

/** The step in which the levels of a market's book are put together; the choice is kept on this device. */
export function GroupChoice({ market: { symbol, priceDecimals }, last }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const coarser = useGroup(symbol);
  // A step as large as the price itself would leave nothing of it.
  const isFine = (one: Coarser) =>
    one === 0 || one === coarser || toUnits(groupStep(priceDecimals, one)) * 10n <= toUnits(last ?? '0');
  return (
    <NativeSelect
      size="xs"
      aria-label={t('trade.group')}
      value={String(coarser)}
      onChange={({ currentTarget: { value } }) => storeGroup(symbol, COARSER.find((one) => String(one) === value) ?? 0)}
      data={COARSER.filter((one) => isFine(one)).map((one) => ({
        value: String(one),
        label: formatDecimal(groupStep(priceDecimals, one), language),
      }))}
      classNames={{ input: styles.group ?? '' }}
    />
  );
}
