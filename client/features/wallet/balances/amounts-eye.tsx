import { ActionIcon } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { hideAmounts, useAmountsHidden } from '../../../platform/hidden-amounts';

/** Covers everything that the user owns, on every page, until it is pressed again. */
export function AmountsEye() {
  const { t } = useTranslation();
  const hidden = useAmountsHidden();
  const Icon = hidden ? IconEyeOff : IconEye;
  return (
    <ActionIcon
      aria-label={t(hidden ? 'wallet.show' : 'wallet.hide')}
      aria-pressed={hidden}
      onClick={() => hideAmounts(!hidden)}
    >
      <Icon size={20} stroke={1.6} aria-hidden />
    </ActionIcon>
  );
}
