import { CloseButton, TextInput } from '@mantine/core';
import { IconCheck, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CountryView } from '../../server/contract/languages.dto';
import styles from './country-list.module.css';
import { EmptyState } from './empty-state';

export type Country = Pick<CountryView, 'code' | 'name' | 'english_name' | 'area_code'>;

/** Those whose name, in either language, or dial code or letters contain the text. */
export function findCountries(countries: readonly Country[], text: string): Country[] {
  const wanted = text.normalize('NFKC').trim().toLowerCase();
  const dial = wanted.replace(/^\+/, '');
  const isDial = /^[0-9]+$/.test(dial);
  return countries.filter(({ name, english_name, area_code, code }) =>
    isDial
      ? area_code.startsWith(dial)
      : [name, english_name].some((words) => words.toLowerCase().includes(wanted)) || code.toLowerCase() === wanted,
  );
}

interface Props {
  countries: readonly Country[];
  /** ISO code of the chosen country; empty for none. */
  chosen: string;
  onChoose: (country: Country) => void;
  /** Words in the empty field of the search. */
  placeholder: string;
  /** The dial codes are shown, too. */
  dials?: boolean;
}

/** All countries to choose one from, with a search that stays on top. */
export function CountryList({ countries, chosen, onChoose, placeholder, dials = false }: Props) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const found = findCountries(countries, text);
  return (
    <>
      <div className={styles.search}>
        <TextInput
          type="search"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          placeholder={placeholder}
          aria-label={t('common.search')}
          leftSection={<IconSearch size={18} aria-hidden />}
          rightSection={text !== '' && <CloseButton aria-label={t('common.clear')} onClick={() => setText('')} />}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
        />
      </div>
      {found.length === 0 && <EmptyState text={t('markets.noMatch', { text })} />}
      <ul>
        {found.map((country) => (
          <li key={country.code} className={styles.item}>
            <button
              type="button"
              className={styles.row}
              aria-current={country.code === chosen || undefined}
              onClick={() => onChoose(country)}
            >
              <span className={styles.name}>{country.name}</span>
              {country.code === chosen && <IconCheck size={18} className={styles.check ?? ''} aria-hidden />}
              {dials && <span className={`numbers ${styles.dial}`}>+{country.area_code}</span>}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
