import { type KeyboardEvent, useRef } from 'react';
import styles from './tabs.module.css';

interface Props<Key extends string> {
  label: string;
  tabs: readonly { key: Key; label: string }[];
  chosen: Key;
  onChoose: (key: Key) => void;
  /** Id of the element that the tabs change. */
  controls: string;
  size?: 'section' | 'small';
  /** The first tab's words begin where the column's other words do. */
  flush?: boolean;
}

/** A row of tabs that scrolls sideways when it does not fit. Arrow keys move along it. */
export function Tabs<Key extends string>(props: Props<Key>) {
  const { label, tabs, chosen, onChoose, controls, size = 'section', flush = false } = props;
  const row = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const at = tabs.findIndex(({ key }) => key === chosen);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    if (!next) return;
    onChoose(next.key);
    row.current?.querySelector<HTMLElement>(`[data-key="${next.key}"]`)?.focus();
  };
  return (
    <div
      ref={row}
      role="tablist"
      aria-label={label}
      className={styles.tabs}
      data-size={size}
      data-flush={flush || undefined}
    >
      {tabs.map(({ key, label: words }) => (
        <button
          key={key}
          type="button"
          role="tab"
          data-key={key}
          aria-selected={key === chosen}
          aria-controls={controls}
          tabIndex={key === chosen ? 0 : -1}
          className={styles.tab}
          onClick={(event) => {
            event.currentTarget.scrollIntoView({ inline: 'center', block: 'nearest' });
            onChoose(key);
          }}
          onKeyDown={move}
        >
          {words}
        </button>
      ))}
    </div>
  );
}
