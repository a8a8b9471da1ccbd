import { Button } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { truncate } from '../../../../server/contract/money';
import { useAccountType } from '../../../platform/account-type';
import { failureWords } from '../../../platform/failure-words';
import { loginPath } from '../../../platform/login-path';
import { useLoggedIn } from '../../../platform/session';
import { MoneyText } from '../../../ui/money-text';
import { NoteCard } from '../../../ui/note-card';
import { Bone } from '../../../ui/skeletons';
import { AmountsEye } from '../../wallet/balances';
import styles from './report-card.module.css';
import { report, useTrustEvents } from './trust.api';

const UNIT = 'USDT';
/** Digits that fit at full size on a small phone. */
const LONG = 16;

/** What the user has in products and what they brought; a guest is told what products are. */
export function ReportCard() {
  const { t } = useTranslation();
  if (useLoggedIn()) return <OwnReport />;
  return (
    <NoteCard
      title={t('trust.guestTitle')}
      text={t('trust.guestText')}
      actions={
        <Button component={Link} to={loginPath('/pages/trust/index')} size="sm" mih={44} variant="light">
          {t('pages.login')}
        </Button>
      }
    />
  );
}

function OwnReport() {
  const { t } = useTranslation();
  useTrustEvents();
  const { data, error, refetch } = useQuery(report(useAccountType()));
  const money = (value: string | undefined) =>
    value === undefined ? <Bone width={64} /> : <MoneyText value={value} decimals={2} secret />;
  return (
    <section className={styles.report} aria-label={t('trust.inCustody')}>
      <div className={styles.reportTitle}>
        <h2>{`${t('trust.inCustody')} (${UNIT})`}</h2>
        <AmountsEye />
      </div>
      {error && !data ? (
        <div className={styles.failed} role="alert">
          {failureWords(error, t)}
          <Button size="sm" mih={44} variant="light" onClick={() => void refetch()}>
            {t('common.tryAgain')}
          </Button>
        </div>
      ) : (
        <>
          <div className={styles.reportTotal} data-long={(data && truncate(data.sum, 2).length > LONG) || undefined}>
            {data ? <MoneyText value={data.sum} decimals={2} secret /> : <Bone width={160} height={30} />}
          </div>
          <dl className={styles.reportFigures}>
            <div>
              <dt>{t('trust.incomeToday')}</dt>
              <dd>{money(data?.profit)}</dd>
            </div>
            <div>
              <dt>{t('trust.incomeTotal')}</dt>
              <dd>{money(data?.allprofit)}</dd>
            </div>
            <div>
              <dt>{t('trust.orders')}</dt>
              <dd className="numbers">{data ? data.count : <Bone width={24} />}</dd>
            </div>
          </dl>
          {data && data.unpriced.length > 0 && (
            <p className={styles.reportNote}>{t('wallet.unpriced', { coins: data.unpriced.join(', ') })}</p>
          )}
        </>
      )}
      <Link to="/pages/trust/hosting" className={styles.reportLink}>
        {t('trust.myOrders')}
        <IconChevronRight size={18} aria-hidden />
      </Link>
    </section>
  );
}
