import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useConnectionWords } from '../platform/connection-words';
import styles from './states.module.css';

interface Props {
  title?: string;
  /** What happened, in words. */
  text: string;
  onRetry: () => void;
  /** It may be the product's own fault, though the line to it stands. */
  isOurs?: boolean;
}

/** Where the line is cut it leads to how the product is, too: whose fault it is. */
export function ErrorState({ title, text, onRetry, isOurs = false }: Props) {
  const { t } = useTranslation();
  const isCut = useConnectionWords() !== null;
  return (
    <div className={styles.state} role="alert">
      <IconAlertTriangle size={28} stroke={1.6} className={styles.warn ?? ''} aria-hidden />
      <p className={styles.title}>{title ?? t('failure.title')}</p>
      <p className={styles.text}>{text}</p>
      <Button variant="light" onClick={onRetry}>
        {t('common.tryAgain')}
      </Button>
      {(isOurs || isCut) && (
        <Button component="a" href="/pages/status/index" variant="subtle" mih={44}>
          {t('pages.status')}
        </Button>
      )}
    </div>
  );
}
