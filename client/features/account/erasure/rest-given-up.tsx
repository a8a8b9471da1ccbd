import { useTranslation } from 'react-i18next';
import type { ErasureRestView } from '../../../../server/contract/account/erasure.dto';
import { ConsentBox } from '../../../ui/consent-box';
import { MoneyText } from '../../../ui/money-text';
import styles from './erasure.module.css';

interface Props {
  rest: readonly ErasureRestView[];
  isAgreed: boolean;
  onAgree: (isAgreed: boolean) => void;
}

/** Amounts that are too little to leave the account, and that its user gives up knowingly. */
export function RestGivenUp({ rest, isAgreed, onAgree }: Props) {
  const { t } = useTranslation();
  return (
    <section aria-label={t('erasure.restTitle')}>
      <h2 className={styles.title}>{t('erasure.restTitle')}</h2>
      <p className={styles.text}>{t('erasure.restText')}</p>
      <ul className={styles.rest}>
        {rest.map(({ currency, amount }) => (
          <li key={currency}>
            <MoneyText value={amount} unit={currency} demo={false} />
          </li>
        ))}
      </ul>
      <div className={styles.agree}>
        <ConsentBox label={t('erasure.restAgree')} checked={isAgreed} onChange={onAgree} />
      </div>
    </section>
  );
}
