import { IconChevronRight, type TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './choice-list.module.css';

interface Words {
  label: string;
  value?: ReactNode;
  icon?: TablerIcon;
}

/** A row leads to a page, or does something here. */
export type LinkRow = Words & ({ to: string } | { onClick: () => void });

interface Props {
  links: readonly LinkRow[];
  /** Heading of the card. */
  label?: string;
}

/** A card of rows that lead somewhere. */
export function LinkList({ links, label }: Props) {
  return (
    <nav className={styles.group} aria-label={label}>
      {label !== undefined && <h2 className={styles.legend}>{label}</h2>}
      <div className={styles.card}>
        {links.map((row) =>
          'to' in row ? (
            <Link key={row.label} to={row.to} className={styles.row}>
              <RowWords {...row} />
            </Link>
          ) : (
            <button key={row.label} type="button" className={styles.row} onClick={row.onClick}>
              <RowWords {...row} />
            </button>
          ),
        )}
      </div>
    </nav>
  );
}

function RowWords({ label, value, icon: Icon }: Words) {
  return (
    <>
      {Icon && <Icon size={20} stroke={1.6} className={styles.icon ?? ''} aria-hidden />}
      <span className={styles.label}>{label}</span>
      <span className={styles.side}>
        {value}
        <IconChevronRight size={18} className={styles.arrow ?? ''} aria-hidden />
      </span>
    </>
  );
}
