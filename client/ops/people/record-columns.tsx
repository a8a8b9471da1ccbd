import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { UserRecordView } from '../../../server/contract/operations';
import type { UserRecordKind } from '../../../server/contract/operations/words';
import { MoneyText } from '../../ui/money-text';
import { StatePill } from '../../ui/state-pill';
import type { Column } from '../parts/desk-table';
import { recordStatusWord } from '../parts/record-words';
import { When } from '../parts/when';

const BAD = new Set<string>(['liquidated', 'deleveraged', 'rejected', 'appeal', 'missed']);
/** What has neither a price nor a quantity of its own. */
const MOVEMENTS: readonly UserRecordKind[] = ['deposit', 'withdrawal', 'trust'];
/** What ends in a gain or a loss. */
const WITH_RESULT: readonly UserRecordKind[] = ['position', 'option', 'trust'];
/** What has a fee and neither gain nor loss. */
const WITH_FEE: readonly UserRecordKind[] = ['spot', 'withdrawal'];

const isTrade = (kind: UserRecordKind): boolean => !MOVEMENTS.includes(kind);

/** Of the columns that a record can have, those that its product has; what belongs together stands in one. */
export function useRecordColumns(
  kind: UserRecordKind,
  onReport: (positionId: string) => void,
): Column<UserRecordView>[] {
  const { t } = useTranslation('desk');
  // The mode of a margin is a word; everything else of the terms is a figure or a name.
  const termsWord = (terms: string | null) => {
    const [mode, leverage] = terms?.split(' ') ?? [];
    return mode === 'isolated' || mode === 'cross' ? `${t(`record.${mode}`)} ${leverage}` : terms;
  };
  const columns: (Column<UserRecordView> & { isLeftOut?: boolean })[] = [
    {
      head: t('record.about'),
      render: ({ id, about, side, terms }) => (
        <Two
          first={
            <>
              {side === null ? about : `${about} · ${t(`side.${side}`)}`} <CaseNumber kind={kind} id={id} />
            </>
          }
          second={termsWord(terms)}
        />
      ),
    },
    {
      head: t('record.times'),
      render: ({ at, endedAt }) => <Two first={<When at={at} />} second={endedAt !== null && <When at={endedAt} />} />,
    },
    { head: t('common.status'), render: (row) => <Outcome row={row} onReport={onReport} /> },
    {
      head: t('record.quantity'),
      end: true,
      isLeftOut: !isTrade(kind) || kind === 'option',
      render: ({ quantity, unit }) => quantity !== null && <MoneyText value={quantity} unit={unit ?? ''} />,
    },
    {
      head: t('record.prices'),
      end: true,
      isLeftOut: !isTrade(kind),
      render: ({ price, endPrice }) => (
        <Two
          first={price !== null && <MoneyText value={price} />}
          second={endPrice !== null && <MoneyText value={endPrice} />}
        />
      ),
    },
    {
      head: t('record.amount'),
      end: true,
      render: ({ amount, coin }) => amount !== null && <MoneyText value={amount} unit={coin} brief={isTrade(kind)} />,
    },
    {
      head: t('record.resultAndFee'),
      end: true,
      isLeftOut: !WITH_RESULT.includes(kind),
      render: ({ result, fee, coin }) => (
        <Two
          first={result !== null && <MoneyText value={result} unit={coin} signed brief />}
          second={fee !== null && <MoneyText value={fee} unit={coin} brief />}
        />
      ),
    },
    {
      head: t('record.fee'),
      end: true,
      isLeftOut: !WITH_FEE.includes(kind),
      render: ({ fee }) => fee !== null && <MoneyText value={fee} />,
    },
  ];
  return columns.filter(({ isLeftOut }) => !isLeftOut);
}

/** Two things that belong together, one below the other. */
function Two({ first, second }: { first: ReactNode; second: ReactNode }) {
  return (
    <span className="desk-two">
      {first}
      {second !== null && second !== false && <span>{second}</span>}
    </span>
  );
}

function Outcome({ row, onReport }: { row: UserRecordView; onReport: (positionId: string) => void }) {
  const { t } = useTranslation('desk');
  return (
    <span className="desk-two">
      <StatePill
        tone={row.isOpen ? 'wait' : BAD.has(row.status) ? 'bad' : 'off'}
        text={recordStatusWord(row.status, t)}
      />
      {row.hasReport && (
        <button
          type="button"
          className="desk-inline"
          aria-label={`${t('record.why')}: ${row.id}`}
          onClick={() => onReport(row.id)}
        >
          {t('record.why')}
        </button>
      )}
    </span>
  );
}

function CaseNumber({ kind, id }: { kind: UserRecordKind; id: string }) {
  const number = <span className="numbers">#{id}</span>;
  if (kind !== 'deposit' && kind !== 'withdrawal') return number;
  return <Link to={`/ops/${kind}s/${id}`}>{number}</Link>;
}
