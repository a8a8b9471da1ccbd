import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSheetEntry } from '../platform/use-sheet-entry';
import styles from './side-drawer.module.css';

const TRANSITION = { transition: 'slide-right', duration: 180 } as const;

interface Props {
  title: string;
  opened: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A menu from the left edge over the page. */
export function SideDrawer({ title, opened, onClose, children }: Props) {
  const { t } = useTranslation();
  useSheetEntry(opened, onClose);
  return (
    <Drawer.Root
      opened={opened}
      onClose={onClose}
      position="left"
      size={320}
      lockScroll={false}
      transitionProps={TRANSITION}
    >
      <Drawer.Overlay />
      <Drawer.Content classNames={{ content: styles.content ?? '' }} data-no-pull>
        <div className={styles.header}>
          <Drawer.Title className={styles.title ?? ''}>{title}</Drawer.Title>
          <Drawer.CloseButton size={44} aria-label={t('common.close')} />
        </div>
        <Drawer.Body className={styles.body ?? ''}>{children}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
