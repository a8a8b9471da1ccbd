import { useTranslation } from 'react-i18next';
import type { UserRecordPage, UserRecordView } from '../../../server/contract/operations';
import { USER_RECORD_KINDS, type UserRecordKind } from '../../../server/contract/operations/words';
import { useAddressChoice } from '../../platform/use-address-choice';
import { DeskTable } from '../parts/desk-table';
import { FilterRow } from '../parts/filter-fields';
import { Loaded } from '../parts/loaded';
import { Pager } from '../parts/pager';
import { SaveList } from '../parts/save-list';
import { SelectField } from '../parts/select-field';
import { useDeskQuery } from '../parts/use-desk-query';
import { useFilters } from '../parts/use-filters';
import { LiquidationReport } from './lazy-liquidation';
import { useRecordColumns } from './record-columns';

/** What knows demo money. */
const OF_BOTH_BOOKS: readonly UserRecordKind[] = ['position', 'spot', 'option', 'trust'];

/** What the user ordered, holds and moved, one product at a time, the newest first. */
export function UserRecords({ id }: { id: string }) {
  const { t } = useTranslation('desk');
  const filters = useFilters('record');
  const [parameters, change] = useAddressChoice();
  const kind = USER_RECORD_KINDS.find((known) => known === filters.get('kind')) ?? 'position';
  const isOfBoth = OF_BOTH_BOOKS.includes(kind);
  const demo = isOfBoth ? filters.get('demo') : '';
  const query = useDeskQuery<UserRecordPage>(
    `users/${id}/records`,
    { ...filters.query('state'), kind, demo, limit: '20' },
    { recorded: true },
  );
  const report = parameters.get('report');
  return (
    <>
      <FilterRow filters={{ ...filters, isSet: false }}>
        <SelectField
          label={t('record.kind')}
          value={kind}
          onChange={(next) => filters.set({ kind: next === 'position' ? '' : next, report: '' })}
          choices={USER_RECORD_KINDS.map((value) => ({ value, label: t(`record.${value}`) }))}
        />
        <SelectField
          label={t('record.which')}
          value={filters.get('state')}
          onChange={(state) => filters.set({ state })}
          choices={[
            { value: '', label: t('common.all') },
            { value: 'open', label: t('record.onlyOpen') },
          ]}
        />
        {isOfBoth && (
          <SelectField
            label={t('user.money')}
            value={demo}
            onChange={(next) => filters.set({ demo: next })}
            choices={[
              { value: '', label: t('user.realMoney') },
              { value: '1', label: t('user.demoMoney') },
            ]}
          />
        )}
      </FilterRow>
      <SaveList path={`users/${id}/records`} query={{ ...filters.query('state'), kind, demo }} />
      {report !== null && (
        <LiquidationReport userId={id} positionId={report} onClose={() => change({ report: null })} />
      )}
      <Loaded query={query} rows={8}>
        {({ list, total, page, limit }) => (
          <>
            <Table kind={kind} list={list} onReport={(positionId) => change({ report: positionId })} />
            <Pager page={page} limit={limit} total={total} onPage={filters.setPage} />
          </>
        )}
      </Loaded>
    </>
  );
}

interface TableProps {
  kind: UserRecordKind;
  list: readonly UserRecordView[];
  onReport: (positionId: string) => void;
}

function Table({ kind, list, onReport }: TableProps) {
  const { t } = useTranslation('desk');
  const columns = useRecordColumns(kind, onReport);
  return <DeskTable caption={t(`record.${kind}`)} rows={list} keyOf={({ id }) => id} columns={columns} />;
}
