import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import styles from './fund-password-field.module.css';
import { PasswordField } from './password-field';

interface Props {
  value: string;
  error?: string | undefined;
  onChange: (value: string) => void;
  'data-path'?: string;
}

/** The password of six digits that money leaves with, and the way to a new one. */
export function FundPasswordField({ error, ...props }: Props) {
  const { t } = useTranslation();
  const forgotten = (
    <Link to="/pages/settings/security/changePayPassword" className={styles.link ?? ''}>
      {t('security.forgotFund')}
    </Link>
  );
  // Whoever is told that it is wrong needs the way most.
  const message = error && (
    <>
      <span className={styles.error ?? ''}>{error}</span>
      {forgotten}
    </>
  );
  return <PasswordField {...props} label={t('form.fundPassword')} help={forgotten} error={message} pin />;
}
