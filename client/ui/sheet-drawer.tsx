import { Drawer } from '@mantine/core';
import { type ReactNode, useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './sheet.module.css';

const TRANSITION = { transition: 'slide-up', duration: 180 } as const;

export interface SheetDrawerProps {
  title: string;
  opened: boolean;
  onClose: () => void;
  children: ReactNode;
  tall: boolean;
}

/** What a {@link Sheet} is drawn with, in a file of its own: no page needs it before something is pressed. */
export function SheetDrawer({ title, opened, onClose, children, tall }: SheetDrawerProps) {
  const { t } = useTranslation();
  // A drawer that is drawn open at once would not know where the focus came from, and where to give it back.
  const isDrawn = useDeferredValue(true, false);
  return (
    <Drawer.Root
      opened={opened && isDrawn}
      onClose={onClose}
      position="bottom"
      size="auto"
      // The library's own lock writes a style element; the page is locked by a mark instead.
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
