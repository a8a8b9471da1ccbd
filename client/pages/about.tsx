import { IconChartCandle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { VERSION, VERSION_CODE } from '../platform/version';
import { Column } from '../ui/column';
import { LinkList } from '../ui/link-list';
import { PageHeader } from '../ui/page-header';
import styles from './account/login.module.css';

export default function AboutPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader title={t('pages.about')} back />
      <Column>
        <div className={styles.mark}>
          <IconChartCandle size={56} stroke={1.4} aria-hidden />
          <p className={styles.name}>{t('product')}</p>
          <p>{t('about.text')}</p>
          <p className="numbers">{t('about.version', { version: `${VERSION} (${VERSION_CODE})` })}</p>
        </div>
        <LinkList
          links={[
            { to: '/pages/user/login/agree', label: t('about.agreement') },
            { to: '/pages/help/center/chat', label: t('about.support') },
            { to: '/pages/status/index', label: t('pages.status') },
          ]}
        />
        <section className={styles.note} aria-label={t('about.prices')}>
          <p>{t('about.pricesText')}</p>
        </section>
      </Column>
    </>
  );
}
