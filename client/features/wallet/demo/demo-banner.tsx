import { useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './demo-banner.module.css';
import { useDemo } from './use-demo';

/** While in the demo: a line over every page that says so and leads out, and a frame around everything. */
export function DemoBanner() {
  const { isDemo } = useDemo();
  return isDemo ? <Banner /> : null;
}

function Banner() {
  const { t } = useTranslation();
  const { busy, leave } = useDemo();
  useLayoutEffect(() => {
    document.documentElement.dataset.demo = 'on';
    return () => {
      delete document.documentElement.dataset.demo;
    };
  }, []);
  return (
    <>
      <div className={styles.banner} role="region" aria-label={t('demo.title')}>
        <div className={styles.row}>
          <b className={styles.tag}>{t('demo.tag')}</b>
          <span className={styles.text}>{t('demo.bannerText')}</span>
          <button type="button" className={styles.leave} disabled={busy} onClick={leave}>
            {t('demo.leave')}
          </button>
        </div>
      </div>
      <div className={styles.frame} aria-hidden />
    </>
  );
}
