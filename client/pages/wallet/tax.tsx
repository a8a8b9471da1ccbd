import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TAX_METHODS } from '../../../server/contract/rules/tax.rules';
import { RealMoneyOnly } from '../../features/wallet/demo';
import { ExportLink } from '../../features/wallet/exports';
import { TaxReport } from '../../features/wallet/taxes';
import { serverNow } from '../../platform/server-clock';
import { useAddressChoice } from '../../platform/use-address-choice';
import { Column } from '../../ui/column';
import { PageHeader } from '../../ui/page-header';

const YEARS = 7;

export default function TaxPage() {
  const { t } = useTranslation();
  const [search, change] = useAddressChoice();
  const [thisYear] = useState(() => new Date(serverNow()).getUTCFullYear());
  const years = Array.from({ length: YEARS }, (_, before) => thisYear - before);
  const year = years.find((known) => String(known) === search.get('year')) ?? thisYear;
  const method = TAX_METHODS.find((known) => known === search.get('method')) ?? 'fifo';
  return (
    <>
      <PageHeader title={t('figures.tax.title')} back actions={<ExportLink list={`tax.${method}`} />} />
      <Column>
        <RealMoneyOnly>
          <TaxReport year={year} years={years} method={method} onChoose={change} />
        </RealMoneyOnly>
      </Column>
    </>
  );
}
