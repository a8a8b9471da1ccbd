import { Drawer } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './sheet.module.css';

interface Props {
  title: string;
  opened: boolean;
  onClose: () => void;
  children: ReactNode;
  /** Takes nearly the whole height at once, so that a list that gets shorter does not move the sheet. */
  tall?: boolean;
}

/** A bottom sheet with a handle. The page behind it does not scroll. */
export function Sheet({ title, opened, onClose, children, tall = false }: Props) {
  const { t } = useTranslation();
  useEffect(() => {
    if (!opened) return;
    document.documentElement.dataset.sheet = 'open';
    return () => {
      delete document.documentElement.dataset.sheet;
    };
  }, [opened]);
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title={title}
      size="auto"
      closeButtonProps={{ 'aria-label': t('common.close'), size: 44 }}
      classNames={{
        content: `${styles.content} ${tall ? styles.tall : ''}`,
        header: styles.header ?? '',
        title: styles.title ?? '',
        body: styles.body ?? '',
      }}
      data-no-pull
    >
      {children}
    </Drawer>
  );
}
