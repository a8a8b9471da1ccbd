import type { ComponentProps } from 'react';
import { PagedList } from './paged-list';
import styles from './paged-log.module.css';
import { useWireTime } from './wire-time';

interface Entry {
  id: number;
  content: string;
  created_time: string;
}

interface PagedLogProps<Of extends Entry> extends Omit<ComponentProps<typeof PagedList<Of>>, 'children'> {
  /** What stands between an entry's words and its time; empty for nothing. */
  more?: (entry: Of) => string;
}

/** Entries with their times, the newest first, as many pages of them as are asked for. */
export function PagedLog<Of extends Entry>({ more, ...list }: PagedLogProps<Of>) {
  const wireTime = useWireTime();
  return (
    <PagedList {...list}>
      {(entry) => (
        <div className={styles.row}>
          <p>{entry.content}</p>
          {more?.(entry) && <p className={styles.small}>{more(entry)}</p>}
          <p className={styles.small}>{wireTime(entry.created_time)}</p>
        </div>
      )}
    </PagedList>
  );
}
