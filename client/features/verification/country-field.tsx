import { CloseButton, TextInput } from '@mantine/core';
import { IconCheck, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureWords } from '../../platform/failure-words';
import { useLanguage } from '../../platform/preferences';
import { type Country, findCountries } from '../../ui/area-code-picker';
import list from '../../ui/area-code-picker.module.css';
import { EmptyState } from '../../ui/empty-state';
import { ErrorState } from '../../ui/error-state';
import { PickField } from '../../ui/pick-field';
import { Sheet } from '../../ui/sheet';
import { CardSkeleton } from '../../ui/text-skeleton';
import { countries } from '../account';

interface Props {
  /** Two letters; empty for none. */
  value: string;
  onChange: (code: string) => void;
  error?: string | undefined;
  'data-path'?: string;
}

/** The country of an ID, chosen from the list of all. */
export function CountryField({ value, onChange, error, 'data-path': path }: Props) {
  const { t } = useTranslation();
  const { data, error: failure, refetch } = useQuery(countries(useLanguage()));
  const [opened, setOpened] = useState(false);
  const chosen = data?.find(({ code }) => code === value);
  return (
    <>
      <PickField
        label={t('verification.country')}
        value={chosen?.name ?? value}
        placeholder={t('verification.chooseCountry')}
        error={error}
        onOpen={() => setOpened(true)}
        {...(path === undefined ? {} : { 'data-path': path })}
      />
      <Sheet title={t('verification.country')} opened={opened} onClose={() => setOpened(false)} tall>
        {failure && !data && <ErrorState text={failureWords(failure, t)} onRetry={() => void refetch()} />}
        {!failure && !data && <CardSkeleton rows={8} />}
        {data && (
          <CountryList
            countries={data}
            chosen={value}
            onChoose={({ code }) => {
              onChange(code);
              setOpened(false);
            }}
          />
        )}
      </Sheet>
    </>
  );
}

interface ListProps {
  countries: readonly Country[];
  chosen: string;
  onChoose: (country: Country) => void;
}

function CountryList({ countries: all, chosen, onChoose }: ListProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const found = findCountries(all, text);
  return (
    <>
      <div className={list.search}>
        <TextInput
          type="search"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          placeholder={t('verification.searchCountry')}
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
          <li key={country.code} className={list.item}>
            <button
              type="button"
              className={list.row}
              aria-current={country.code === chosen || undefined}
              onClick={() => onChoose(country)}
            >
              <span className={list.name}>{country.name}</span>
              {country.code === chosen && <IconCheck size={18} className={list.check ?? ''} aria-hidden />}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
