import { Button } from '@mantine/core';
import { IconMapPin } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { PlaceSheet, readPlace } from '../../account/places';

/** The way to the map with a place on it. */
export function OpenOnMap({ place, title }: { place: string; title: string }) {
  const { t } = useTranslation();
  const asked = new URLSearchParams({ place });
  return (
    <Button
      component={Link}
      to={`/pages/location/open?${asked}`}
      state={{ title }}
      variant="light"
      mih={44}
      leftSection={<IconMapPin size={18} stroke={1.6} aria-hidden />}
    >
      {t('otc.openMap')}
    </Button>
  );
}

/** Chooses where cash is handed over, over the form that asks for it. */
export function ChooseMeetingPlace({ place, onPlace }: { place: string; onPlace: (place: string) => void }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        variant="light"
        mih={44}
        leftSection={<IconMapPin size={18} stroke={1.6} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {place === '' ? t('otc.choosePlace') : `${t('otc.meeting')}: ${place.replace(',', ', ')}`}
      </Button>
      <PlaceSheet
        title={t('otc.choosePlace')}
        opened={opened}
        onClose={() => setOpened(false)}
        from={readPlace(place)}
        action={t('otc.takePlace')}
        onChosen={({ latitude, longitude }) => {
          onPlace(`${latitude.toFixed(5)},${longitude.toFixed(5)}`);
          setOpened(false);
        }}
      />
    </>
  );
}
