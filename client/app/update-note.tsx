import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { takeUpdate, updateWaits } from '../platform/app-update';
import { isInWork } from '../platform/in-work';
import { useFromNow } from '../platform/use-now';
import { AppNote } from './app-note';

/** Offers a newer version while nothing would be interrupted by it. Whoever says "later" has it with the next start. */
export function UpdateNote() {
  const { t } = useTranslation();
  const waits = useSyncExternalStore(updateWaits.subscribe, updateWaits.get);
  const inWork = useFromNow(isInWork);
  const [isPutOff, putOff] = useState(false);
  if (!waits || inWork || isPutOff) return null;
  return (
    <AppNote
      text={t('app.ready')}
      act={{ label: t('app.update'), onClick: () => takeUpdate() }}
      leave={{ label: t('app.later'), onClick: () => putOff(true) }}
    />
  );
}
