import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Country, CountryList } from './country-list';
import field from './field.module.css';
import { Sheet } from './sheet';

interface Props {
  countries: readonly Country[];
  /** ISO code of the chosen country. */
  chosen: string;
  onChoose: (country: Country) => void;
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
        <CountryList
          countries={countries}
          chosen={chosen}
          placeholder={t('form.searchCountry')}
          dials
          onChoose={(next) => {
            onChoose(next);
            setOpened(false);
          }}
        />
      </Sheet>
    </>
  );
}
