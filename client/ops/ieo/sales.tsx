import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import type { IeoDeskDetailView, IeoDeskPage, IeoDeskRowView } from '../../../server/contract/operations';
import { toast } from '../../ui/toast';
import { deskPost } from '../frame/desk-call';
import { useCan } from '../frame/desk-session';
import { Facts } from '../parts/facts';
import { FilterRow, FilterText } from '../parts/filter-fields';
import { Loaded } from '../parts/loaded';
import { PagedList } from '../parts/paged-list';
import { PageHead, Panel } from '../parts/panel';
import { ReasonForm } from '../parts/reason-form';
import { refreshDesk, useDeskQuery } from '../parts/use-desk-query';
import { useFilters } from '../parts/use-filters';
import { When } from '../parts/when';
import { SaleForm } from './sale-form';
import { SaleListing } from './sale-listing';

/** Sales of new coins: the list, one of them, or a new one. */
export function SalesPage() {
  const { t } = useTranslation('desk');
  const { id = '' } = useParams();
  const mayPropose = useCan('settings', 'treasurer');
  return (
    <div className="desk-page">
      <PageHead title={t('nav.sales')} />
      {id === '' && (
        <>
          {mayPropose && (
            <Link className="desk-button" to="/ops/sales/new">
              {t('sale.new')}
            </Link>
          )}
          <List />
        </>
      )}
      {id === 'new' && mayPropose && (
        <Panel title={t('sale.new')}>
          <p className="desk-note">{t('sale.newText')}</p>
          <SaleForm />
        </Panel>
      )}
      {/^[1-9]/.test(id) && <Sale key={id} id={id} />}
    </div>
  );
}

function List() {
  const { t } = useTranslation('desk');
  const filters = useFilters();
  const query = useDeskQuery<IeoDeskPage>('ieo', { ...filters.query('keyword'), limit: '20' });
  return (
    <>
      <FilterRow filters={filters}>
        <FilterText filters={filters} name="keyword" label={t('sale.search')} />
      </FilterRow>
      <PagedList query={query} filters={filters} keyOf={({ id }) => id}>
        {(row) => <Row row={row} />}
      </PagedList>
    </>
  );
}

function Row({ row }: { row: IeoDeskRowView }) {
  const { t } = useTranslation('desk');
  return (
    <article>
      <h3>
        <Link to={`/ops/sales/${row.id}`}>{row.name}</Link>
      </h3>
      <p className="desk-note">
        {row.code} · {t(`sale.${row.phase}`)} · {row.supply} {row.coin} · {row.price} {row.payCoin}
      </p>
      <p className="desk-note">
        {t('sale.applications')}: {row.applications} · {row.applied} {row.coin}
      </p>
    </article>
  );
}

function Sale({ id }: { id: string }) {
  const query = useDeskQuery<IeoDeskDetailView>(`ieo/${id}`);
  return <Loaded query={query}>{(sale) => <Whole sale={sale} />}</Loaded>;
}

function Whole({ sale }: { sale: IeoDeskDetailView }) {
  const { t } = useTranslation('desk');
  const mayEnd = useCan('settings', 'treasurer') && !['listed', 'cancelled'].includes(sale.phase);
  const units = (number: string) => `${number} ${sale.coin}`;
  return (
    <>
      <Panel title={sale.name}>
        <Facts
          facts={[
            { label: t('sale.code'), value: sale.code },
            { label: t('sale.phase'), value: t(`sale.${sale.phase}`) },
            { label: t('sale.issuer'), value: sale.issuer },
            { label: t('subscription.coinName'), value: `${sale.coinName} (${sale.coin})` },
            { label: t('subscription.coinScale'), value: String(sale.coinScale) },
            { label: t('subscription.market'), value: sale.market },
            { label: t('sale.supply'), value: units(sale.supply) },
            { label: t('sale.price'), value: `${sale.price} ${sale.payCoin}` },
            { label: t('sale.least'), value: units(sale.least) },
            { label: t('sale.most'), value: units(sale.most) },
            { label: t('sale.cap'), value: units(sale.cap) },
            { label: t('sale.applications'), value: `${sale.applications} · ${units(sale.applied)}` },
            { label: t('sale.applyFrom'), value: <When at={sale.applyFrom} /> },
            { label: t('sale.applyUntil'), value: <When at={sale.applyUntil} /> },
            { label: t('sale.allotAt'), value: <When at={sale.allotAt} /> },
            { label: t('sale.draw'), value: sale.drawHour !== null && <DrawnBy sale={sale} /> },
            { label: t('sale.payUntil'), value: <When at={sale.payUntil} /> },
            { label: t('sale.secondPayUntil'), value: <When at={sale.secondPayUntil} /> },
            { label: t('sale.listAt'), value: <When at={sale.listAt} /> },
            { label: t('sale.deadlineAt'), value: <When at={sale.deadlineAt} /> },
            { label: t('sale.listed'), value: sale.listedAt !== null && <When at={sale.listedAt} /> },
            { label: t('sale.cancelled'), value: sale.cancelledAt !== null && <When at={sale.cancelledAt} /> },
            { label: t('common.reason'), value: sale.cancelReason && t(`sale.endOf.${sale.cancelReason}`) },
            { label: t('sale.lockUntil'), value: <When at={sale.lockUntil} /> },
            { label: t('sale.releaseParts'), value: String(sale.releaseParts) },
            { label: t('sale.releaseDays'), value: String(sale.releaseDays) },
          ]}
        />
      </Panel>
      {sale.phase === 'allotting' && sale.drawHour !== null && !sale.isDrawn && (
        <p className="desk-strip" data-tone="wait" role="status">
          {t('sale.drawWaits')}
        </p>
      )}
      <SaleListing sale={sale} />
      {sale.rounds.map(({ round, root, rows, units: given, sealedAt }) => (
        <Panel key={round} title={t('sale.round', { round })}>
          <Facts
            facts={[
              { label: t('sale.sealed'), value: <When at={sealedAt} /> },
              { label: t('sale.applications'), value: String(rows) },
              { label: t('sale.units'), value: units(given) },
              { label: t('sale.root'), value: root },
            ]}
          />
        </Panel>
      ))}
      {sale.texts.map(({ language, summary, description }) => (
        <Panel key={language} title={language}>
          <p>{summary}</p>
          <p>{description}</p>
        </Panel>
      ))}
      <End sale={sale} mayEnd={mayEnd} />
    </>
  );
}

function DrawnBy({ sale: { drawMarket, drawHour } }: { sale: IeoDeskDetailView }) {
  return (
    <>
      {drawMarket} · <When at={drawHour ?? 0} />
    </>
  );
}

function End({ sale, mayEnd }: { sale: IeoDeskDetailView; mayEnd: boolean }) {
  const { t } = useTranslation('desk');
  if (sale.cancelProposalId !== null) return <p className="desk-note">{t('sale.endProposed')}</p>;
  if (sale.cancelDueAt !== null) {
    return (
      <p className="desk-note">
        {t('sale.endWaits')} <When at={sale.cancelDueAt} />
      </p>
    );
  }
  if (!mayEnd) return null;
  const send = async (reason: string, key: string) => {
    await deskPost(`ieo/${sale.id}/cancel`, { reason }, key);
    toast(t('sale.proposed'));
    refreshDesk('proposals', 'queues', 'ieo');
  };
  return <ReasonForm action={t('sale.end')} help={t('sale.endHelp')} send={send} danger />;
}
