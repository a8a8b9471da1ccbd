import { useTranslation } from 'react-i18next';
import { useIsDemo } from '../../../platform/account-type';
import { DemoTag } from '../../../ui/demo-tag';
import { type AccountTotals, Amount } from '../futures-account';
import styles from './account-line.module.css';
import { FundingLink } from './funding-link';

interface Props {
  /** Null: not known yet. */
  totals: AccountTotals | null;
  unit: string;
  /** The server is not heard: what is shown stands still. */
  isOld: boolean;
}

/** What is in the futures account at the marks of now, and the way to put more into it. */
export function AccountLine({ totals, unit, isOld }: Props) {
  const { t } = useTranslation();
  const isDemo = useIsDemo();
  return (
    <div className={styles.account} data-old={isOld || undefined}>
      <dl>
        <div>
          {/* Beside the label, where it does not take the amount's place. */}
          <dt>
            {t('futures.equity')}
            {isDemo && <DemoTag />}
          </dt>
          <dd>
            <Amount value={totals?.equity ?? null} unit={unit} />
          </dd>
        </div>
        <div>
          <dt>{t('futures.unrealised')}</dt>
          <dd>
            <Amount value={totals?.profit ?? null} unit={unit} signed />
          </dd>
        </div>
        <div>
          <dt>{t('futures.available')}</dt>
          <dd>
            <Amount value={totals?.available ?? null} unit={unit} />
          </dd>
        </div>
        <div>
          <dt>{t('futures.frozen')}</dt>
          <dd>
            <Amount value={totals?.frozen ?? null} unit={unit} />
          </dd>
        </div>
      </dl>
      <FundingLink />
    </div>
  );
}
