import { Tabs as MantineTabs } from '@mantine/core';
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
  const choose = (value: string | null) => {
    const tab = tabs.find(({ key }) => key === value);
    if (tab) onChoose(tab.key);
  };
  return (
    <MantineTabs value={chosen} onChange={choose} variant="plain" className={styles.root}>
      <MantineTabs.List aria-label={label} className={styles.tabs} data-size={size} data-flush={flush || undefined}>
        {tabs.map(({ key, label: words }) => (
          <MantineTabs.Tab
            key={key}
            value={key}
            // The panel is the page's own element, so that one panel serves all tabs.
            aria-controls={controls}
            className={styles.tab}
            onClick={(event) => event.currentTarget.scrollIntoView({ inline: 'center', block: 'nearest' })}
          >
            {words}
          </MantineTabs.Tab>
        ))}
      </MantineTabs.List>
    </MantineTabs>
  );
}
