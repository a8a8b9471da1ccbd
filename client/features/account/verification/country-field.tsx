import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureWords } from '../../../platform/failure-words';
import { useLanguage } from '../../../platform/preferences';
import { CountryList } from '../../../ui/country-list';
import { ErrorState } from '../../../ui/error-state';
import { PickField } from '../../../ui/pick-field';
import { Sheet } from '../../../ui/sheet';
import { CardSkeleton } from '../../../ui/text-skeleton';
import { countries } from '../profile';

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
            placeholder={t('verification.searchCountry')}
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
