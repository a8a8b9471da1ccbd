import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { install, installWay, onInstallOffer } from '../../../platform/install';
import { LinkList } from '../../../ui/link-list';
import { Sheet } from '../../../ui/sheet';
import styles from './install-app.module.css';

/** The way onto the home screen, where there is one: the browser's question, or what is to be done by hand. */
export function InstallApp() {
  const { t } = useTranslation();
  const way = useSyncExternalStore(onInstallOffer, installWay);
  const [opened, setOpened] = useState(false);
  if (way === 'none') return null;
  const press = () => (way === 'ask' ? void install() : setOpened(true));
  return (
    <>
      <LinkList links={[{ label: t('app.install'), onClick: press }]} />
      <Sheet title={t('app.install')} opened={opened} onClose={() => setOpened(false)}>
        <div className={styles.steps}>
          <p>{t('app.why')}</p>
          <InstallSteps />
        </div>
      </Sheet>
    </>
  );
}

/** What is to be done where the browser asks nothing by itself. */
export function InstallSteps() {
  const { t } = useTranslation();
  return (
    <ol className={styles.list}>
      {(['share', 'add', 'open'] as const).map((step) => (
        <li key={step}>{t(`app.${step}`)}</li>
      ))}
    </ol>
  );
}
