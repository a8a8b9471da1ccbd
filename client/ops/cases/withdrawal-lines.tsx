import { useTranslation } from 'react-i18next';
import type {
  ManyWithdrawalsRowView,
  ManyWithdrawalsSumView,
  ManyWithdrawalsView,
} from '../../../server/contract/operations';
import { useLanguage } from '../../platform/preferences';
import { MoneyText } from '../../ui/money-text';
import { type Column, DeskTable } from '../parts/desk-table';
import { PlainlyProven } from './plainly-proven';

interface Props {
  view: ManyWithdrawalsView;
  /** What is said of them together, and whether something is wrong with them. */
  says: string;
  isWrong: boolean;
  /** Whether a line has a number that somebody could look for. */
  isTable?: boolean;
}

/** Several withdrawals: what would become, or became, of each, and what they are together by coin. */
export function WithdrawalLines({ view: { rows, sums }, says, isWrong, isTable = false }: Props) {
  const { t } = useTranslation('desk');
  const bound = rows.filter(({ plainlyProven }) => plainlyProven).length;
  const line: Column<ManyWithdrawalsRowView> = { head: t('many.line'), end: true, render: (row) => row.line };
  return (
    <>
      <p className="desk-strip" role="status" data-tone={isWrong ? 'bad' : 'wait'}>
        {says}
      </p>
      {bound > 0 && (
        <p className="desk-strip" data-tone="wait">
          {t('many.boundByOldClient', { bound, rows: rows.length })}
        </p>
      )}
      {sums.length > 0 && <Sums sums={sums} />}
      <DeskTable
        caption={t('many.lines')}
        rows={rows}
        keyOf={(row) => String(row.line)}
        columns={[
          ...(isTable ? [line] : []),
          {
            head: t('many.number'),
            render: (row) => (
              <>
                {row.id} <PlainlyProven of={row} />
              </>
            ),
          },
          ...(rows.some(({ transaction }) => transaction !== null)
            ? [
                {
                  head: t('withdrawal.transaction'),
                  render: ({ transaction }: ManyWithdrawalsRowView) => <code>{transaction}</code>,
                },
              ]
            : []),
          {
            head: t('withdrawal.payout'),
            end: true,
            render: ({ payout, coin }) => payout !== null && <MoneyText value={payout} unit={coin ?? ''} />,
          },
          { head: t('many.network'), render: ({ network }) => network },
          { head: t('many.outcome'), render: (row) => <Outcome row={row} /> },
        ]}
      />
    </>
  );
}

/** Of the lines that are neither refused nor were done before. */
function Sums({ sums }: { sums: readonly ManyWithdrawalsSumView[] }) {
  const { t } = useTranslation('desk');
  const language = useLanguage();
  return (
    <DeskTable
      caption={t('many.sums')}
      rows={sums}
      keyOf={({ coin }) => coin}
      columns={[
        { head: t('many.sums'), render: ({ coin }) => coin },
        { head: t('many.count'), end: true, render: ({ count }) => count.toLocaleString(language) },
        { head: t('common.amount'), end: true, render: ({ amount }) => <MoneyText value={amount} /> },
        { head: t('withdrawal.payout'), end: true, render: ({ payout }) => <MoneyText value={payout} /> },
      ]}
    />
  );
}

const OUTCOMES = {
  ready: 'many.outcomes.ready',
  before: 'many.outcomes.before',
  done: 'many.outcomes.done',
  'second-person': 'many.outcomes.second',
  announced: 'many.outcomes.announced',
  refused: 'many.outcomes.refused',
} as const satisfies Record<ManyWithdrawalsRowView['outcome'], string>;

function Outcome({ row: { outcome, problem, needsSecondPerson } }: { row: ManyWithdrawalsRowView }) {
  const { t } = useTranslation('desk');
  if (problem !== null) return problem;
  return (
    <>
      {t(OUTCOMES[outcome])} {outcome === 'ready' && needsSecondPerson && <em>{t('decide.needsSecond')}</em>}
    </>
  );
}
