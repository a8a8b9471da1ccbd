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
  busy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before something that cannot simply be taken back. */
export function ConfirmSheet({ opened, title, text, action, busy = false, onConfirm, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Sheet title={title} opened={opened} onClose={onClose}>
      <div className={styles.body}>
        {text !== undefined && <p className={styles.text}>{text}</p>}
        <Button fullWidth size="lg" color="red" loading={busy} onClick={onConfirm}>
          {action}
        </Button>
        <Button fullWidth size="lg" variant="default" onClick={onClose}>
          {t('form.cancel')}
        </Button>
      </div>
    </Sheet>
  );
}
