import { Drawer } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSheetEntry } from '../platform/use-sheet-entry';
import styles from './sheet.module.css';

const TRANSITION = { transition: 'slide-up', duration: 180 } as const;

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
  useSheetEntry(opened, onClose);
  useEffect(() => {
    if (!opened) return undefined;
    document.documentElement.dataset.sheet = 'open';
    return () => {
      delete document.documentElement.dataset.sheet;
    };
  }, [opened]);
  return (
    <Drawer.Root
      opened={opened}
      onClose={onClose}
      position="bottom"
      size="auto"
      // The library's own lock writes a style element; the page is locked by the mark above instead.
      lockScroll={false}
      transitionProps={TRANSITION}
    >
      <Drawer.Overlay />
      <Drawer.Content classNames={{ content: `${styles.content} ${tall ? styles.tall : ''}` }} data-no-pull>
        {/* Not the library's header element: screen readers would take it for a second banner of the page. */}
        <div className={styles.header}>
          <Drawer.Title className={styles.title ?? ''}>{title}</Drawer.Title>
          <Drawer.CloseButton size={44} aria-label={t('common.close')} />
        </div>
        <Drawer.Body className={styles.body ?? ''}>{children}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
