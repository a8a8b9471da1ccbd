import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { FoundPage, FoundView } from '../../../server/contract/operations';
import { useAddressChoice } from '../../platform/use-address-choice';
import { DeskTable } from '../parts/desk-table';
import { Loaded } from '../parts/loaded';
import { PageHead } from '../parts/panel';
import { recordStatusWord } from '../parts/record-words';
import { useDeskQuery } from '../parts/use-desk-query';
import { When } from '../parts/when';
import { FindBox } from './find-box';

/** What bears a number, a hash, an address or a phone, and whose it is. */
export function FindPage() {
  const { t } = useTranslation('desk');
  const [parameters] = useAddressChoice();
  const text = parameters.get('text') ?? '';
  const query = useDeskQuery<FoundPage>('find', { text }, { recorded: true, enabled: text !== '' });
  return (
    <div className="desk-page">
      <PageHead title={t('find.title')} />
      <p>{t('find.label')}</p>
      <p className="desk-note">{t('find.help')}</p>
      <FindBox key={text} text={text} />
      {text !== '' && <Loaded query={query}>{({ list }) => <Found list={list} />}</Loaded>}
    </div>
  );
}

/** Where the thing itself is, or the list of its kind in its user's file. */
function placeOf({ kind, id, userId }: FoundView): string {
  if (kind === 'user') return `/ops/users/${id}`;
  if (kind === 'deposit' || kind === 'withdrawal') return `/ops/${kind}s/${id}`;
  return `/ops/users/${userId}?tab=records&kind=${kind}`;
}

function Found({ list }: { list: readonly FoundView[] }) {
  const { t } = useTranslation('desk');
  return (
    <DeskTable
      caption={t('find.title')}
      rows={list}
      keyOf={({ kind, id }) => `${kind} ${id}`}
      empty={t('find.nothing')}
      columns={[
        {
          head: t('find.number'),
          render: (row) => (
            <Link to={placeOf(row)}>
              {t(`record.${row.kind}`)} {row.id}
            </Link>
          ),
        },
        { head: t('record.about'), render: ({ about }) => about },
        { head: t('common.status'), render: ({ status }) => status !== null && recordStatusWord(status, t) },
        {
          head: t('common.user'),
          render: ({ userId, account }) => (
            <Link to={`/ops/users/${userId}`}>
              {account} #{userId}
            </Link>
          ),
        },
        { head: t('common.at'), render: ({ at }) => <When at={at} /> },
      ]}
    />
  );
}
