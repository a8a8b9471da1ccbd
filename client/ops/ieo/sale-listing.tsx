import { useTranslation } from 'react-i18next';
import type { IeoDeskDetailView } from '../../../server/contract/operations';
import { serverNow } from '../../platform/server-clock';
import { toast } from '../../ui/toast';
import { useCan } from '../frame/desk-session';
import { ListingForm } from '../parts/listing-form';
import { refreshDesk } from '../parts/use-desk-query';
import { When } from '../parts/when';

/** How far the listing of a sale is, and its proposal once nobody can pay any more. */
export function SaleListing({ sale }: { sale: IeoDeskDetailView }) {
  const { t } = useTranslation('desk');
  const mayPropose = useCan('settings', 'treasurer');
  if (sale.phase !== 'listing') return null;
  const isLate = sale.listDueAt === null && sale.listAt <= serverNow();
  const onProposed = () => {
    toast(t('sale.proposed'));
    refreshDesk('proposals', 'queues', 'ieo');
  };
  const isAsked = sale.listProposalId !== null || sale.listDueAt !== null;
  return (
    <>
      {isLate && (
        <p className="desk-strip" data-tone="wait" role="status">
          {t('sale.listLate')} <When at={sale.deadlineAt} />
        </p>
      )}
      {sale.listProposalId !== null && <p className="desk-note">{t('sale.listProposed')}</p>}
      {sale.listDueAt !== null && (
        <p className="desk-note">
          {t('sale.listWaits')} <When at={sale.listDueAt} />
        </p>
      )}
      {mayPropose && !isAsked && (
        <ListingForm
          path={`ieo/${sale.id}/list`}
          title={t('sale.list')}
          text={t('sale.listText')}
          onProposed={onProposed}
        />
      )}
    </>
  );
}
