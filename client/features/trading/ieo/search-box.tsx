import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { TextField } from '../../../ui/text-field';
import styles from './ieo.module.css';

const PAUSE_MS = 300;
const WORDS_MAX = 60;

/** Words to look for, told when nothing was typed for a moment. */
export function SearchBox({ label, onWords }: { label: string; onWords: (words: string) => void }) {
  const [typed, setTyped] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => onWords(typed.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, onWords]);
  return (
    <div className={styles.search} role="search">
      <TextField
        type="search"
        label={label}
        value={typed}
        maxLength={WORDS_MAX}
        autoComplete="off"
        leftSection={<IconSearch size={18} stroke={1.6} aria-hidden />}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    </div>
  );
}
