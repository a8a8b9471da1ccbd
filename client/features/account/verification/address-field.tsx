import { Button } from '@mantine/core';
import { IconMapPin } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type FieldProps, TextField } from '../../../ui/text-field';
import { PlaceSheet, withPlace } from '../places';

const LENGTH_MAX = 300;

interface Props extends FieldProps {
  value: string;
  /** Puts another text into the field. */
  onPlace: (text: string) => void;
}

/** The contact address: typed, or begun with a place on the map; the text stays the user's to change. */
export function AddressField({ onPlace, value, ...field }: Props) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  return (
    <div>
      <TextField
        {...field}
        value={value}
        label={t('verification.address')}
        help={t('verification.addressHelp')}
        autoComplete="street-address"
        maxLength={LENGTH_MAX}
      />
      <Button
        variant="subtle"
        size="sm"
        mt={4}
        leftSection={<IconMapPin size={18} stroke={1.6} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {t('verification.onMap')}
      </Button>
      <PlaceSheet
        title={t('pages.chooseLocation')}
        opened={opened}
        onClose={() => setOpened(false)}
        action={t('verification.takePlace')}
        onChosen={({ text }) => {
          onPlace(withPlace(value, text).slice(0, LENGTH_MAX));
          setOpened(false);
        }}
      />
    </div>
  );
}
