import { useTranslation } from 'react-i18next';
import type { ReferenceView } from '../../../server/contract/operations';
import { formatDecimal } from '../../platform/format';
import { useLanguage } from '../../platform/preferences';
import { useCan } from '../frame/desk-session';
import { DeskTable } from '../parts/desk-table';
import { Loaded } from '../parts/loaded';
import { PageHead, Panel } from '../parts/panel';
import { useDeskQuery } from '../parts/use-desk-query';
import { When } from '../parts/when';
import { ListBankForm } from './bank-list-form';
import { RateForm } from './rate-form';

/** Reference data: what one of a currency is in yuan, and the banks that forms offer. */
export function ReferencePage() {
  const { t } = useTranslation('desk');
  const query = useDeskQuery<ReferenceView>('reference');
  return (
    <div className="desk-page">
      <PageHead title={t('nav.reference')} />
      <Loaded query={query} rows={8}>
        {({ rates, banks }) => (
          <>
            <Rates rates={rates} />
            <BankList banks={banks} />
          </>
        )}
      </Loaded>
    </div>
  );
}

function Rates({ rates }: Pick<ReferenceView, 'rates'>) {
  const { t } = useTranslation('desk');
  const language = useLanguage();
  const mayPropose = useCan('settings', 'treasurer');
  return (
    <Panel title={t('reference.rates')}>
      <p className="desk-note">{t('reference.ratesText')}</p>
      <DeskTable
        caption={t('reference.rates')}
        columns={[
          { head: t('common.coin'), render: ({ currency }) => currency },
          { head: t('reference.yuan'), end: true, render: ({ yuan }) => formatDecimal(yuan, language) },
          { head: t('reference.decidedAt'), render: ({ decidedAt }) => <When at={decidedAt} /> },
          {
            head: t('common.status'),
            render: ({ holds }) => t(holds ? 'reference.holds' : 'reference.former'),
          },
        ]}
        rows={rates}
        keyOf={({ id }) => id}
      />
      {mayPropose && <RateForm />}
    </Panel>
  );
}

function BankList({ banks }: Pick<ReferenceView, 'banks'>) {
  const { t } = useTranslation('desk');
  const mayList = useCan('settings');
  return (
    <Panel title={t('reference.banks')}>
      <p className="desk-note">{t('reference.banksText')}</p>
      <DeskTable
        caption={t('reference.banks')}
        columns={[
          { head: t('reference.bankName'), render: ({ name }) => name },
          {
            head: t('common.status'),
            render: ({ listed }) => t(listed ? 'reference.offered' : 'reference.notOffered'),
          },
        ]}
        rows={banks}
        keyOf={({ id }) => String(id)}
      />
      {mayList && <ListBankForm />}
    </Panel>
  );
}
