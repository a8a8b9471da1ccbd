import type { ReactNode } from 'react';
import styles from './column.module.css';

/** The app's column: as wide as a phone, centred on larger screens; a wide one opens up from 1024 px. */
export function Column({ children, wide = false }: { children: ReactNode; wide?: boolean }) {
  return (
    <main id="content" tabIndex={-1} className={styles.column} data-wide={wide || undefined}>
      {children}
    </main>
  );
}
