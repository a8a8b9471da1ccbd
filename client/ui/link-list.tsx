import { IconChevronRight } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import styles from './choice-list.module.css';

interface Props {
  links: readonly { to: string; label: string; value?: string }[];
}

/** A card of rows that lead somewhere. */
export function LinkList({ links }: Props) {
  return (
    <nav className={styles.links}>
      {links.map(({ to, label, value }) => (
        <Link key={to} to={to} className={styles.row}>
          <span className={styles.label}>{label}</span>
          <span className={styles.side}>
            {value}
            <IconChevronRight size={18} aria-hidden />
          </span>
        </Link>
      ))}
    </nav>
  );
}
