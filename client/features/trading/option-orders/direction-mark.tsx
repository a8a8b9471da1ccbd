import { IconArrowDownRight, IconArrowUpRight, IconEqual } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { OptionDirection } from '../../../../server/contract/rules/option-settlement.rules';
import styles from './direction-mark.module.css';

const ICONS = { rise: IconArrowUpRight, fall: IconArrowDownRight, even: IconEqual };
export const POINTS = { rise: 'up', fall: 'down', even: undefined } as const;

/** A direction in a word, with its arrow and colour. */
export function DirectionMark({ direction }: { direction: OptionDirection }) {
  const { t } = useTranslation();
  const Icon = ICONS[direction];
  return (
    <span className={styles.mark} data-direction={POINTS[direction]}>
      <Icon size={16} stroke={2.2} aria-hidden />
      {t(`option.${direction}`)}
    </span>
  );
}
