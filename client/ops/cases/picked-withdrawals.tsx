import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import type {
  ManyWithdrawalsView,
  PickedWithdrawalsRequest,
  WithdrawalCaseView,
} from '../../../server/contract/operations';
import { PICKED_WITHDRAWALS_ACTS, type PickedWithdrawalsAct } from '../../../server/contract/operations/words';
import { useAtMostOnce } from '../../platform/use-at-most-once';
import { MoneyText } from '../../ui/money-text';
import { TextField } from '../../ui/text-field';
import { TickBox } from '../../ui/tick-box';
import { deskPost } from '../frame/desk-call';
import { AreaField } from '../parts/area-field';
import { Problem } from '../parts/desk-form';
import { type Column, DeskTable } from '../parts/desk-table';
import { SelectField } from '../parts/select-field';
import { Status } from '../parts/status';
import { useAct } from '../parts/use-act';
import { refreshDesk } from '../parts/use-desk-query';
import { PlainlyProven } from './plainly-proven';
import type { Picks } from './use-picks';
import { WithdrawalLines } from './withdrawal-lines';

/** What was asked for, and what was answered to it. */
interface Answered {
  intent: string;
  view: ManyWithdrawalsView;
}

const BUTTONS = {
  release: 'many.carryOutRelease',
  reject: 'picked.carryOutReject',
  pay: 'many.carryOutPay',
} as const satisfies Record<PickedWithdrawalsAct, string>;

/** What is decided about those that are ticked, as it is typed; what was answered to it; and its two buttons. */
function usePicked({ picked, pick }: Picks) {
  const [chosen, setChosen] = useState<PickedWithdrawalsAct | null>(null);
  const [reason, setReason] = useState('');
  const [transactions, setTransactions] = useState<Readonly<Record<string, string>>>({});
  const [answered, setAnswered] = useState<Answered | null>(null);
  const { busy, problem, run } = useAct();
  const command = useAtMostOnce<PickedWithdrawalsRequest>('picked-withdrawals');
  const act = chosen ?? (picked.every(({ status }) => status === 'approved') ? 'pay' : 'release');
  const request = requestOf(act, picked, { transactions, reason });
  const intent = JSON.stringify(request);
  const isThis = answered !== null && answered.intent === intent;
  const check = async () =>
    setAnswered({ intent, view: await deskPost<ManyWithdrawalsView>('withdrawals/picked/check', request) });
  const carryOut = async () => {
    const send = (content: PickedWithdrawalsRequest, key: string) =>
      deskPost<ManyWithdrawalsView>('withdrawals/picked', content, key);
    const view = await command.run({ intent, content: request, send });
    if (view === undefined) return;
    setAnswered({ intent, view });
    // What was refused stays ticked, to be looked at again.
    const ended = view.rows.filter(({ outcome }) => outcome !== 'refused').map(({ id }) => id);
    pick(
      picked.filter(({ id }) => ended.includes(id)),
      false,
    );
    refreshDesk('withdrawals', 'queues', 'proposals');
  };
  return {
    act,
    setChosen,
    reason,
    setReason,
    busy,
    problem,
    transactions: act === 'pay' ? transactions : null,
    setTransaction: (id: string, text: string) => setTransactions((before) => ({ ...before, [id]: text })),
    isWhole: picked.length > 0 && (act !== 'reject' || reason.trim().length > 1),
    mayCarryOut: isThis && !answered.view.carriedOut && answered.view.sums.length > 0,
    isCarryingOut: command.busy,
    /** Of what stands there now, or of what was carried out last. */
    view: answered !== null && (isThis || answered.view.carriedOut) ? answered.view : null,
    check: () => run(check),
    carryOut: () => run(carryOut),
  };
}

/** Decides the withdrawals that are ticked in the list: looked at together first, and each decided by itself. */
export function PickedWithdrawals({ picks }: { picks: Picks }) {
  const { t } = useTranslation('desk');
  const decided = usePicked(picks);
  const { act, busy, isWhole, mayCarryOut, view } = decided;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isWhole) decided.check();
  };
  return (
    <article className="desk-case" aria-label={t('picked.title')}>
      <h2>{t('picked.title')}</h2>
      <p className="desk-note">{t('picked.text')}</p>
      <form className="desk-form" aria-busy={busy} onSubmit={submit}>
        <SelectField
          label={t('many.act')}
          value={act}
          disabled={busy}
          onChange={(next) => decided.setChosen(PICKED_WITHDRAWALS_ACTS.find((known) => known === next) ?? null)}
          choices={PICKED_WITHDRAWALS_ACTS.map((value) => ({
            value,
            label: value === 'reject' ? t('decide.reject') : t(`many.${value}`),
          }))}
        />
        <PickedTable
          picks={picks}
          disabled={busy}
          transactions={decided.transactions}
          onTransaction={decided.setTransaction}
        />
        {act === 'reject' && (
          <AreaField
            label={t('common.reason')}
            help={`${t('decide.rejectText')} ${t('withdrawal.reject')}`}
            value={decided.reason}
            maxLength={500}
            readOnly={busy}
            onChange={({ currentTarget }) => decided.setReason(currentTarget.value)}
          />
        )}
        <Problem text={decided.problem} />
        <div className="desk-actions">
          <Button type="submit" size="sm" variant="default" loading={busy} disabled={!isWhole}>
            {t('many.check')}
          </Button>
          <Button
            size="sm"
            color={act === 'reject' ? 'red' : undefined}
            disabled={!mayCarryOut || busy}
            loading={decided.isCarryingOut}
            onClick={decided.carryOut}
          >
            {t(BUTTONS[act])}
          </Button>
        </div>
      </form>
      {view !== null && <Answer view={view} />}
    </article>
  );
}

function Answer({ view }: { view: ManyWithdrawalsView }) {
  const { t } = useTranslation('desk');
  const wrong = view.rows.filter(({ outcome }) => outcome === 'refused').length;
  const says = view.carriedOut ? 'many.carriedOut' : wrong > 0 ? 'picked.wrong' : 'picked.right';
  return <WithdrawalLines view={view} says={t(says, { wrong, rows: view.rows.length })} isWrong={wrong > 0} />;
}

interface TableProps {
  picks: Picks;
  disabled: boolean;
  /** What pays each; null where nothing is paid. */
  transactions: Readonly<Record<string, string>> | null;
  onTransaction: (id: string, text: string) => void;
}

function PickedTable({ picks: { picked, pick }, disabled, transactions, onTransaction }: TableProps) {
  const { t } = useTranslation('desk');
  // What the list beside it is narrowed down to stays.
  const { search } = useLocation();
  const transaction: Column<WithdrawalCaseView> = {
    head: t('withdrawal.transaction'),
    render: ({ id, holder }) => (
      <TextField
        aria-label={`${t(holder === null ? 'withdrawal.transaction' : 'withdrawal.transactionBank')} ${id}`}
        value={transactions?.[id] ?? ''}
        readOnly={disabled}
        maxLength={140}
        autoComplete="off"
        spellCheck={false}
        onChange={({ currentTarget }) => onTransaction(id, currentTarget.value)}
      />
    ),
  };
  return (
    <DeskTable
      caption={t('picked.title')}
      rows={picked}
      keyOf={({ id }) => id}
      empty={t('picked.none')}
      columns={[
        {
          head: t('picked.ticked'),
          render: (row) => (
            <TickBox
              alone
              checked
              disabled={disabled}
              label={t('picked.tick', { id: row.id })}
              onChange={(ticked) => pick([row], ticked)}
            />
          ),
        },
        {
          head: t('many.number'),
          render: ({ id, account }) => (
            <>
              <Link to={`/ops/withdrawals/${id}${search}`}>{id}</Link> {account}
            </>
          ),
        },
        {
          head: t('withdrawal.payout'),
          end: true,
          render: ({ payout, coin }) => <MoneyText value={payout} unit={coin} />,
        },
        {
          head: t('withdrawal.address'),
          render: (row) => (
            <>
              <code>{row.address}</code> {row.network !== row.coin && row.network} <PlainlyProven of={row} />
            </>
          ),
        },
        ...(transactions === null
          ? [{ head: t('common.status'), render: ({ status }: WithdrawalCaseView) => <Status status={status} /> }]
          : [transaction]),
      ]}
    />
  );
}

function requestOf(
  act: PickedWithdrawalsAct,
  picked: readonly WithdrawalCaseView[],
  { transactions, reason }: { transactions: Readonly<Record<string, string>>; reason: string },
): PickedWithdrawalsRequest {
  return {
    act,
    picked: picked.map(({ id }) => (act === 'pay' ? { id, transaction: (transactions[id] ?? '').trim() } : { id })),
    ...(act === 'reject' && { reason: reason.trim() }),
  };
}
