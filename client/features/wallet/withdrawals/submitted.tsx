import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { AddressText } from '../../../ui/address-text';
import { MoneyText } from '../../../ui/money-text';
import type { Done } from './withdrawal-desk';
import { BANK_NETWORK } from './withdrawals.api';
import styles from './withdrawals.module.css';

/** The withdrawal was taken: what was asked for, and what comes next. */
export function Submitted({ done, onAgain }: { done: Done; onAgain: () => void }) {
  const { t } = useTranslation();
  const { name, number, rate: fee, real_number: arrives, nettype, address, arrivalHours } = done;
  return (
    <div className={styles.gate} role="status">
      <span className={styles.gateIcon} aria-hidden>
        <IconCircleCheck size={40} stroke={1.5} />
      </span>
      <h2 className={styles.gateTitle}>{t('withdraw.submittedTitle')}</h2>
      <p className={styles.gateText}>{t('withdraw.submittedText', { hours: arrivalHours })}</p>
      <dl className={`${styles.facts} ${styles.gateFacts}`}>
        <div className={styles.fact}>
          <dt>{t('withdraw.amount')}</dt>
          <dd>
            <MoneyText value={number} unit={name} />
          </dd>
        </div>
        <div className={styles.fact}>
          <dt>{t('withdraw.fee')}</dt>
          <dd>
            <MoneyText value={fee} unit={name} />
          </dd>
        </div>
        <div className={styles.fact}>
          <dt>{t('withdraw.receive')}</dt>
          <dd>
            <MoneyText value={arrives} unit={name} />
          </dd>
        </div>
        <div className={styles.fact}>
          <dt>{nettype === BANK_NETWORK ? t('pages.bankCard') : nettype}</dt>
          <dd>{nettype === BANK_NETWORK ? address : <AddressText address={address} short />}</dd>
        </div>
      </dl>
      <div className={styles.gateActions}>
        <Button size="lg" component={Link} to="/pages/assets/withdraw/index">
          {t('withdraw.follow')}
        </Button>
        <Button size="lg" variant="default" onClick={onAgain}>
          {t('withdraw.another')}
        </Button>
      </div>
    </div>
  );
}
