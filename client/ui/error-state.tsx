import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import styles from './states.module.css';

interface Props {
  title?: string;
  /** What happened, in words. */
  text: string;
  onRetry: () => void;
}

export function ErrorState({ title, text, onRetry }: Props) {
  const { t } = useTranslation();
  return (
    <div className={styles.state} role="alert">
      <IconAlertTriangle size={28} stroke={1.6} className={styles.warn ?? ''} aria-hidden />
      <p className={styles.title}>{title ?? t('failure.title')}</p>
      <p className={styles.text}>{text}</p>
      <Button variant="light" onClick={onRetry}>
        {t('common.tryAgain')}
      </Button>
    </div>
  );
}
