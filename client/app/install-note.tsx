import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { InstallSteps } from '../features/account/settings';
import { install, installWay, onInstallOffer } from '../platform/install';
import { readStored, writeStored } from '../platform/stored';
import { AppNote } from './app-note';

/** Whether the app was offered on this device, and how often it was opened before that. */
const KEY = 'install-offer';
/** Whoever comes a second time may want to come often. */
const FROM_START = 2;
const DONE = 'done';

/** Offers once, on the home page, to put the app onto the home screen; the settings offer it whenever somebody looks there. */
export function InstallNote({ isHome }: { isHome: boolean }) {
  const { t } = useTranslation();
  const way = useSyncExternalStore(onInstallOffer, installWay);
  const [isWanted, want] = useState(countStart);
  if (!isWanted || !isHome || way === 'none') return null;
  const end = () => {
    writeStored(KEY, DONE);
    want(false);
  };
  return (
    <AppNote
      title={t('app.install')}
      text={way === 'hint' ? <InstallSteps /> : t('app.why')}
      act={
        way === 'ask'
          ? {
              label: t('app.now'),
              onClick: () => {
                end();
                void install();
              },
            }
          : null
      }
      leave={{ label: t('app.notNow'), onClick: end }}
    />
  );
}

/** @returns whether it is offered with this start */
function countStart(): boolean {
  const known = readStored(KEY);
  if (known === DONE) return false;
  const starts = Number(known ?? 0) + 1;
  writeStored(KEY, String(starts));
  return starts >= FROM_START;
}
