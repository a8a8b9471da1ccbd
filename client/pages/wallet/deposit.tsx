import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { RealMoneyOnly } from '../../features/wallet/demo';
import { BankDepositForm, CoinDeposit, LatestDeposits, QuickDepositForm } from '../../features/wallet/deposits';
import { useAddressChoice } from '../../platform/use-address-choice';
import { Column } from '../../ui/column';
import { PageHeader } from '../../ui/page-header';
import { Tabs } from '../../ui/tabs';
import { toast } from '../../ui/toast';
import styles from './deposit.module.css';

const WAYS = ['coin', 'quick', 'bank'] as const;
const FORMS = { coin: CoinDeposit, quick: QuickDepositForm, bank: BankDepositForm };
const PANEL = 'deposit-way';

export default function DepositPage() {
  const { t } = useTranslation();
  const [search, change] = useAddressChoice();
  const latest = useRef<HTMLDivElement>(null);
  const way = WAYS.find((known) => known === search.get('way')) ?? 'coin';
  const done = () => {
    toast(t('deposit.submitted'));
    latest.current?.scrollIntoView({ behavior: 'smooth', block: 'start' });
  };
  const Form = FORMS[way];
  return (
    <>
      <PageHeader title={t('pages.deposit')} back />
      <Column>
        <RealMoneyOnly>
          <div className={styles.tabs}>
            <Tabs
              label={t('deposit.way')}
              tabs={WAYS.map((key) => ({ key, label: t(`deposit.${key}Way`) }))}
              chosen={way}
              onChoose={(next) => change({ way: next })}
              controls={PANEL}
              flush
            />
          </div>
          <div id={PANEL} role="tabpanel" aria-label={t(`deposit.${way}Way`)}>
            <Form onDone={done} />
          </div>
          <div ref={latest}>
            <LatestDeposits />
          </div>
        </RealMoneyOnly>
      </Column>
    </>
  );
}
