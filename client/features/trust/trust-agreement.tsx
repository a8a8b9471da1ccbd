import { useTranslation } from 'react-i18next';
import styles from './trust.module.css';

const SECTIONS = ['product', 'interest', 'early', 'debtor', 'risk', 'complaints'] as const;

/** What is agreed to with every purchase. */
export function TrustAgreement() {
  const { t } = useTranslation();
  return (
    <article className={styles.article}>
      {SECTIONS.map((section) => (
        <section key={section}>
          <h2>{t(`trust.sections.${section}.title`)}</h2>
          <p>{t(`trust.sections.${section}.text`)}</p>
        </section>
      ))}
    </article>
  );
}
