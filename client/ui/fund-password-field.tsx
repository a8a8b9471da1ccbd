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
  // Of what is refused not every reason is that it was forgotten.
  const wayOn = (
    <Link to="/pages/settings/security/changePayPassword" className={styles.link ?? ''}>
      {t(error ? 'pages.changePayPassword' : 'security.forgotFund')}
    </Link>
  );
  // Whoever is told that it is wrong, or not good for this, needs the way most.
  const message = error && (
    <>
      <span className={styles.error ?? ''}>{error}</span>
      {wayOn}
    </>
  );
  return <PasswordField {...props} label={t('form.fundPassword')} help={wayOn} error={message} pin />;
}
