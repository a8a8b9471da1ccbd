import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../ui/toast';

/** Takes back what was typed of a deposit and not sent, and says so; nothing is there as long as nothing was typed. */
export function CancelDeposit({
  typed,
  busy,
  onCancel,
}: {
  typed: readonly string[];
  busy: boolean;
  onCancel: () => void;
}) {
  const { t } = useTranslation();
  if (typed.every((text) => text === '')) return null;
  const cancel = () => {
    onCancel();
    toast(t('deposit.cancelled'));
  };
  return (
    <Button variant="subtle" fullWidth mih={44} disabled={busy} onClick={cancel}>
      {t('deposit.cancel')}
    </Button>
  );
}
