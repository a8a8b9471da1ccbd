import { CloseButton, TextInput } from '@mantine/core';
import { IconCheck, IconChevronDown, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CountryView } from '../../server/contract/languages.dto';
import styles from './area-code-picker.module.css';
import { EmptyState } from './empty-state';
import field from './field.module.css';
import { Sheet } from './sheet';

export type Country = Pick<CountryView, 'code' | 'name' | 'english_name' | 'area_code'>;

interface Props {
  countries: readonly Country[];
  /** ISO code of the chosen country. */
  chosen: string;
  onChoose: (country: Country) => void;
}

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

/** The dial code before a phone number; opens the list of all countries. */
export function AreaCodePicker({ countries, chosen, onChoose }: Props) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const country = countries.find(({ code }) => code === chosen);
  const label = country ? `${t('form.areaCode')}: ${country.name} +${country.area_code}` : undefined;
  return (
    <>
      <button
        type="button"
        className={`numbers ${field.inside} ${field.dial}`}
        aria-label={label ?? t('form.areaCode')}
        aria-haspopup="dialog"
        onClick={() => setOpened(true)}
      >
        +{country?.area_code ?? ''}
        <IconChevronDown size={16} aria-hidden />
      </button>
      <Sheet title={t('form.areaCode')} opened={opened} onClose={() => setOpened(false)} tall>
        <Countries
          countries={countries}
          chosen={chosen}
          onChoose={(next) => {
            onChoose(next);
            setOpened(false);
          }}
        />
      </Sheet>
    </>
  );
}

function Countries({ countries, chosen, onChoose }: Props) {
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
          placeholder={t('form.searchCountry')}
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
              <span className={`numbers ${styles.dial}`}>+{country.area_code}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
