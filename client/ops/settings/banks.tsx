import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DepositBankView } from '../../../server/contract/operations';
import { StatePill } from '../../ui/state-pill';
import { useCan } from '../frame/desk-session';
import { Facts } from '../parts/facts';
import { Panel } from '../parts/panel';
import { When } from '../parts/when';
import { BankForm } from './bank-form';

/** The account that users transfer to by bank, and those that were it before. */
export function Banks({ banks }: { banks: readonly DepositBankView[] }) {
  const { t } = useTranslation('desk');
  const mayPropose = useCan('settings');
  const [adding, setAdding] = useState(false);
  return (
    <Panel
      title={t('bank.title')}
      actions={
        mayPropose &&
        !adding && (
          <Button size="sm" variant="default" onClick={() => setAdding(true)}>
            {t('bank.propose')}
          </Button>
        )
      }
    >
      <p className="desk-note">{t('bank.text')}</p>
      {adding && <BankForm onDone={() => setAdding(false)} />}
      {banks.every(({ active }) => !active) && <p className="desk-empty">{t('bank.none')}</p>}
      <ul className="desk-cards">
        {banks.map((bank) => (
          <li key={bank.id} className="desk-card">
            <Bank bank={bank} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Bank({ bank: { bankName, cardNumber, cardHolder, active, addedAt } }: { bank: DepositBankView }) {
  const { t } = useTranslation('desk');
  return (
    <>
      <div className="desk-panel-head">
        <h3>{bankName}</h3>
        <StatePill tone={active ? 'good' : 'off'} text={t(active ? 'key.active' : 'key.former')} />
      </div>
      <Facts
        facts={[
          { label: t('bank.number'), value: <code>{cardNumber}</code> },
          { label: t('bank.holder'), value: cardHolder },
          { label: t('key.added'), value: addedAt !== null && <When at={addedAt} /> },
        ]}
      />
    </>
  );
}
