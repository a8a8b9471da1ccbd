import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router-dom';
import type { ClaimView, CoinsView } from '../../../server/contract/operations';
import { TickBox } from '../../ui/tick-box';
import { useCan } from '../frame/desk-session';
import { useShortcuts } from '../frame/use-shortcuts';
import { CaseDetail } from '../parts/case-detail';
import { FilterRow, FilterText, NUMBER_ONLY } from '../parts/filter-fields';
import { type Listed, PagedList } from '../parts/paged-list';
import { PageHead } from '../parts/panel';
import { SaveList } from '../parts/save-list';
import { SelectField } from '../parts/select-field';
import { Status, statusWord } from '../parts/status';
import { useDeskQuery } from '../parts/use-desk-query';
import { type Filters, useFilters } from '../parts/use-filters';
import { Age, When } from '../parts/when';
import { ClaimNote } from './claim-bar';

interface CaseRow {
  id: string;
  account: string;
  status: string;
  claim: ClaimView | null;
}

/** Boxes beside the rows, by which several are decided at once. */
export interface PickedRows<Row> {
  mayPick: (row: Row) => boolean;
  isPicked: (row: Row) => boolean;
  pick: (rows: readonly Row[], isPicked: boolean) => void;
  /** What the box of a row is called. */
  labelOf: (row: Row) => string;
  /** What is said above the rows about those that are ticked. */
  renderAbove: (listed: readonly Row[], search: string) => ReactNode;
}

interface Props<Row extends CaseRow> {
  /** Of the address and of the call. */
  kind: 'deposits' | 'withdrawals' | 'verification' | 'appeals';
  title: string;
  /** The first is what waits. */
  statuses: readonly string[];
  byCoin: boolean;
  /** Since when it waits. */
  waitsSince: (row: Row) => number;
  /** What it is about, in a few words. */
  renderSubject: (row: Row) => ReactNode;
  renderNote: (row: Row) => ReactNode;
  renderDetail: (id: string, listed: Row | undefined) => ReactNode;
  /** What may be done beside the title; the filters as they stand in the address. */
  renderActions?: (search: string) => ReactNode;
  picks?: PickedRows<Row>;
}

const LIMIT = '20';
const NAMES = ['status', 'claim', 'user', 'currency', 'order'] as const;

/** A queue and one of its cases, side by side; on a phone one after the other. */
export function CaseDesk<Row extends CaseRow>(props: Props<Row>) {
  const { kind, title, statuses, byCoin, renderDetail, renderActions, ...row } = props;
  const { t } = useTranslation('desk');
  const { id } = useParams();
  const filters = useFilters();
  const query = useDeskQuery<Listed<Row>>(kind, { ...filters.query(...NAMES), limit: LIMIT }, { poll: true });
  useRowKeys(`/ops/${kind}`, query.data?.list ?? [], filters.search);
  return (
    <div className="desk-split" data-open={id === undefined ? undefined : true}>
      <div className="desk-list">
        <PageHead title={title}>{renderActions?.(filters.search)}</PageHead>
        <CaseFilters filters={filters} statuses={statuses} byCoin={byCoin} />
        <SaveList path={kind} query={filters.query(...NAMES)} />
        {row.picks?.renderAbove(query.data?.list ?? [], filters.search)}
        <Rows kind={kind} query={query} filters={filters} waiting={statuses[0] ?? ''} {...row} />
      </div>
      <CaseDetail label={title}>
        {id === undefined ? (
          <p className="desk-empty">{t('common.chooseOne')}</p>
        ) : (
          <>
            <Link className="desk-back" to={`/ops/${kind}${filters.search}`}>
              {t('common.back')}
            </Link>
            {renderDetail(
              id,
              query.data?.list.find((listed) => listed.id === id),
            )}
          </>
        )}
      </CaseDetail>
    </div>
  );
}

/** j and k walk along the rows, Escape closes the case, the slash goes to the first filter. */
export function useRowKeys(base: string, rows: readonly { id: string }[], search: string): void {
  const { id } = useParams();
  const navigate = useNavigate();
  const at = rows.findIndex((row) => row.id === id);
  const open = (step: number) => {
    const next = rows[at < 0 ? 0 : at + step];
    if (next) void navigate(`${base}/${next.id}${search}`);
  };
  useShortcuts({
    j: () => open(1),
    k: () => open(-1),
    Escape: () => {
      if (id !== undefined) void navigate(base + search);
    },
    '/': (event) => {
      event.preventDefault();
      document.querySelector<HTMLElement>('.desk-filters input, .desk-filters select')?.focus();
    },
  });
}

function CaseFilters({
  filters,
  statuses,
  byCoin,
}: {
  filters: Filters;
  statuses: readonly string[];
  byCoin: boolean;
}) {
  const { t } = useTranslation('desk');
  const mayListCoins = useCan('settings', 'treasurer', 'auditor');
  const coins = useDeskQuery<CoinsView>('coins', {}, { enabled: byCoin && mayListCoins }).data?.coins ?? [];
  const [waiting = ''] = statuses;
  return (
    <FilterRow filters={filters}>
      <SelectField
        label={t('common.status')}
        value={filters.get('status') || waiting}
        onChange={(status) => filters.set({ status: status === waiting ? '' : status })}
        choices={[
          ...statuses.map((status) => ({ value: status, label: statusWord(status, t) })),
          { value: 'all', label: t('common.all') },
        ]}
      />
      <SelectField
        label={t('claim.filter')}
        value={filters.get('claim')}
        onChange={(claim) => filters.set({ claim })}
        choices={[
          { value: '', label: t('common.any') },
          { value: 'mine', label: t('claim.filterMine') },
          { value: 'free', label: t('claim.filterFree') },
        ]}
      />
      {byCoin && coins.length > 0 && (
        <SelectField
          label={t('common.coin')}
          value={filters.get('currency')}
          onChange={(currency) => filters.set({ currency })}
          choices={[
            { value: '', label: t('common.any') },
            ...coins.map(({ id, code }) => ({ value: String(id), label: code })),
          ]}
        />
      )}
      <FilterText filters={filters} name="user" label={t('common.userNumber')} pattern={NUMBER_ONLY} numeric />
    </FilterRow>
  );
}

interface RowsProps<Row> extends Pick<Props<Row & CaseRow>, 'kind'> {
  query: UseQueryResult<Listed<Row>>;
  filters: Filters;
  waiting: string;
  waitsSince: (row: Row) => number;
  renderSubject: (row: Row) => ReactNode;
  renderNote: (row: Row) => ReactNode;
  picks?: PickedRows<Row>;
}

function Rows<Row extends CaseRow>({
  kind,
  query,
  filters,
  waiting,
  waitsSince,
  renderSubject,
  renderNote,
  picks,
}: RowsProps<Row>) {
  const { id } = useParams();
  return (
    <PagedList query={query} filters={filters} keyOf={(row) => row.id} look="rows">
      {(row) => {
        const subject = renderSubject(row);
        const link = (
          <Link
            className="desk-row"
            to={`/ops/${kind}/${row.id}${filters.search}`}
            aria-current={row.id === id ? 'true' : undefined}
          >
            <span className="desk-row-main">{subject}</span>
            <span className="desk-row-end">
              {row.status === waiting ? <Age at={waitsSince(row)} /> : <Status status={row.status} />}
            </span>
            <span className="desk-row-sub">
              {subject === row.account ? null : row.account} {renderNote(row)}
            </span>
            <span className="desk-row-end">
              {row.status === waiting ? <ClaimNote claim={row.claim} /> : <When at={waitsSince(row)} />}
            </span>
          </Link>
        );
        return picks ? (
          <div className="desk-row-picked">
            <TickBox
              alone
              label={picks.labelOf(row)}
              checked={picks.isPicked(row)}
              disabled={!picks.mayPick(row)}
              onChange={(ticked) => picks.pick([row], ticked)}
            />
            {link}
          </div>
        ) : (
          link
        );
      }}
    </PagedList>
  );
}
