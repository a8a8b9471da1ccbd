import { AreaCodePicker } from './area-code-picker';
import type { Country } from './country-list';
import { type FieldProps, TextField } from './text-field';

interface Props extends Omit<FieldProps, 'leftSection' | 'type'> {
  countries: readonly Country[];
  /** ISO code of the country. */
  country: string;
  onCountry: (country: Country) => void;
}

/** A phone number with its country's dial code before it. */
export function PhoneField({ countries, country, onCountry, ...rest }: Props) {
  const dial = countries.find(({ code }) => code === country)?.area_code ?? '';
  return (
    <TextField
      {...rest}
      type="tel"
      inputMode="tel"
      autoComplete="tel-national"
      // Room for the plus sign, the digits and the arrow; in characters, so that larger text fits too.
      leftSectionWidth={`calc(${dial.length + 1}ch + 44px)`}
      leftSectionPointerEvents="all"
      leftSection={<AreaCodePicker countries={countries} chosen={country} onChoose={onCountry} />}
    />
  );
}
