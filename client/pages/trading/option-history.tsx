import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { OptionDetail, OptionHistory } from '../../features/trading/option-orders';
import { ExportLink } from '../../features/wallet/exports';
import { Column } from '../../ui/column';
import { PageHeader } from '../../ui/page-header';

/** The user's options; with an order's number in the address that order and its proof. */
export default function OptionHistoryPage() {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const id = search.get('id');
  return (
    <>
      <PageHeader
        title={t(id === null ? 'pages.optionHistory' : 'option.details')}
        back
        actions={id === null && <ExportLink list="options.orders" />}
      />
      <Column>{id === null ? <OptionHistory /> : <OptionDetail key={id} id={id} />}</Column>
    </>
  );
}
