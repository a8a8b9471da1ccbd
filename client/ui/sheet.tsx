import { type ReactNode, useEffect } from 'react';
import { useSheetEntry } from '../platform/use-sheet-entry';
import { fetchSheetDrawer, useSheetDrawer } from './use-sheet-drawer';

interface Props {
  title: string;
  opened: boolean;
  onClose: () => void;
  children: ReactNode;
  /** Takes nearly the whole height at once, so that a list that gets shorter does not move the sheet. */
  tall?: boolean;
  /** What is in it stays, with all that was typed, while it is shut; it is made with the first opening. */
  keepMounted?: boolean;
}

/** A bottom sheet with a handle. The page behind it does not scroll. */
export function Sheet({ title, opened, onClose, children, tall = false, keepMounted = false }: Props) {
  const drawn = useSheetDrawer();
  useSheetEntry(opened, onClose);
  useEffect(() => {
    if (!opened) return undefined;
    void fetchSheetDrawer();
    document.documentElement.dataset.sheet = 'open';
    return () => {
      delete document.documentElement.dataset.sheet;
    };
  }, [opened]);
  if (!drawn) return null;
  return (
    <drawn.SheetDrawer title={title} opened={opened} onClose={onClose} tall={tall} keepMounted={keepMounted}>
      {children}
    </drawn.SheetDrawer>
  );
}
