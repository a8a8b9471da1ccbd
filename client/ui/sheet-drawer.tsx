import { Drawer } from '@mantine/core';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './sheet.module.css';

const TRANSITION = { transition: 'slide-up', duration: 180 } as const;

export interface SheetDrawerProps {
  title: string;
  opened: boolean;
  onClose: () => void;
  children: ReactNode;
  tall: boolean;
  keepMounted: boolean;
}

/** What a {@link Sheet} is drawn with, in a file of its own: no page needs it before something is pressed. */
export function SheetDrawer(props: SheetDrawerProps) {
  const { opened, keepMounted } = props;
  // Where it is drawn is settled as it opens, once and for all for one that is kept: drawn elsewhere it would be made anew, without
  // what was typed in it and without the key of a command of which nobody knows what became.
  const [place, settle] = useState<{ opened: boolean; part: HTMLElement | null }>({ opened: false, part: null });
  if (opened !== place.opened) settle({ opened, part: opened && !keepMounted ? fullPart() : place.part });
  const { part } = place;
  return <DrawerIn key={part ? 'part' : 'page'} part={part ?? undefined} {...props} />;
}

/** A part of the page that fills the screen covers all that is not in it. */
function fullPart(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[data-full]');
}

interface DrawerInProps extends SheetDrawerProps {
  /** What it is drawn in; undefined: in the page. */
  part: HTMLElement | undefined;
}

function DrawerIn({ title, opened, onClose, children, tall, keepMounted, part }: DrawerInProps) {
  const { t } = useTranslation();
  // A drawer that is drawn open at once would not know where the focus came from, and where to give it back.
  const isDrawn = useDeferredValue(true, false);
  const [wasOpened, setWasOpened] = useState(opened);
  if (opened && !wasOpened) setWasOpened(true);
  return (
    <Drawer.Root
      opened={opened && isDrawn}
      onClose={onClose}
      position="bottom"
      size="auto"
      // The library's own lock writes a style element; the page is locked by a mark instead.
      lockScroll={false}
      keepMounted={keepMounted && wasOpened}
      portalProps={part ? { target: part } : {}}
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
