import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import styles from './confirm-sheet.module.css';
import { Sheet } from './sheet';

interface Props {
  opened: boolean;
  /** The question. */
  title: string;
  text?: string;
  /** Words on the button that does it. */
  action: string;
  /** Words on the button that leaves everything as it is, where "Cancel" could be misread. */
  dismissLabel?: string;
  busy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before something that cannot simply be taken back. */
export function ConfirmSheet({ opened, title, text, action, dismissLabel, busy = false, onConfirm, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Sheet title={title} opened={opened} onClose={onClose}>
      <div className={styles.body}>
        {text !== undefined && <p className={styles.text}>{text}</p>}
        <Button fullWidth size="lg" color="red" loading={busy} onClick={onConfirm}>
          {action}
        </Button>
        <Button fullWidth size="lg" variant="default" onClick={onClose}>
          {dismissLabel ?? t('form.cancel')}
        </Button>
      </div>
    </Sheet>
  );
}
