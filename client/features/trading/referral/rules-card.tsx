import { useTranslation } from 'react-i18next';
import { useIsDemo } from '../../../platform/account-type';
import styles from './referral.module.css';

/** What a rebate is, and what it is not. */
export function RulesCard() {
  const { t } = useTranslation();
  return (
    <section className={styles.section} aria-labelledby="referral-how">
      <h2 id="referral-how" className={styles.title}>
        {t('referral.how')}
      </h2>
      <ul className={styles.rules}>
        {(['howReal', 'howLevel', 'howDay', 'howSelf', 'howRound'] as const).map((rule) => (
          <li key={rule}>{t(`referral.${rule}`)}</li>
        ))}
      </ul>
    </section>
  );
}

/** While the user is in the demo: nothing of this is about its money. */
export function DemoNote() {
  const { t } = useTranslation();
  if (!useIsDemo()) return null;
  return (
    <p className={styles.demo} role="note">
      {t('referral.demo')}
    </p>
  );
}
