import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ManyWithdrawalsView } from '../../../server/contract/operations';
import {
  MANY_WITHDRAWALS_ACTS,
  MANY_WITHDRAWALS_MAX,
  type ManyWithdrawalsAct,
} from '../../../server/contract/operations/words';
import { useAtMostOnce } from '../../platform/use-at-most-once';
import { deskPost } from '../frame/desk-call';
import { AreaField } from '../parts/area-field';
import { Problem } from '../parts/desk-form';
import { SelectField } from '../parts/select-field';
import { useAct } from '../parts/use-act';
import { refreshDesk } from '../parts/use-desk-query';
import { WithdrawalLines } from './withdrawal-lines';

/** What was asked for, and what was answered to it. */
interface Answered {
  act: ManyWithdrawalsAct;
  table: string;
  view: ManyWithdrawalsView;
}

/** Releases withdrawals, or marks them as paid, by one table: looked at first, and carried out as it was looked at. */
export function ManyWithdrawals() {
  const { t } = useTranslation('desk');
  const [act, setAct] = useState<ManyWithdrawalsAct>('pay');
  const [text, setText] = useState('');
  const [answered, setAnswered] = useState<Answered | null>(null);
  const { busy, problem, run } = useAct();
  const command = useAtMostOnce('many-withdrawals');
  const table = plainTable(text);
  const isThis = answered !== null && answered.act === act && answered.table === table;
  const mayCarryOut = isThis && !answered.view.carriedOut && isReady(answered.view);
  const check = async () =>
    setAnswered({ act, table, view: await deskPost<ManyWithdrawalsView>('withdrawals/many/check', { act, table }) });
  const carryOut = async () => {
    const send = (_content: undefined, key: string) =>
      deskPost<ManyWithdrawalsView>('withdrawals/many', { act, table }, key);
    const view = await command.run({ intent: `${act} ${table}`, content: undefined, send });
    if (view === undefined) return;
    setAnswered({ act, table, view });
    refreshDesk('withdrawals', 'queues', 'proposals');
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (table !== '') run(check);
  };
  return (
    <article className="desk-case" aria-label={t('many.title')}>
      <h2>{t('many.title')}</h2>
      <p className="desk-note">{t('many.text', { rows: MANY_WITHDRAWALS_MAX })}</p>
      <form className="desk-form" aria-busy={busy} onSubmit={submit}>
        <SelectField
          label={t('many.act')}
          value={act}
          disabled={busy}
          onChange={(next) => setAct(MANY_WITHDRAWALS_ACTS.find((known) => known === next) ?? 'pay')}
          choices={MANY_WITHDRAWALS_ACTS.map((value) => ({ value, label: t(`many.${value}`) }))}
        />
        <AreaField
          label={t('many.table')}
          help={t(act === 'pay' ? 'many.tablePay' : 'many.tableRelease')}
          rows={8}
          value={text}
          // What is being carried out stays in sight until it is said what came of it.
          readOnly={busy}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          spellCheck={false}
          autoComplete="off"
        />
        <FileField onText={setText} disabled={busy} />
        <Problem text={problem} />
        <div className="desk-actions">
          <Button type="submit" size="sm" variant="default" loading={busy} disabled={table === ''}>
            {t('many.check')}
          </Button>
          <Button size="sm" disabled={!mayCarryOut || busy} loading={command.busy} onClick={() => run(carryOut)}>
            {t(act === 'pay' ? 'many.carryOutPay' : 'many.carryOutRelease')}
          </Button>
        </div>
      </form>
      {isThis && <Lines view={answered.view} />}
    </article>
  );
}

function FileField({ onText, disabled }: { onText: (text: string) => void; disabled: boolean }) {
  const { t } = useTranslation('desk');
  return (
    <label className="desk-field">
      {t('many.file')}
      <input
        type="file"
        disabled={disabled}
        accept=".csv,.txt,text/csv,text/plain"
        onChange={({ currentTarget }) => {
          void currentTarget.files?.[0]?.text().then(onText);
          currentTarget.value = '';
        }}
      />
    </label>
  );
}

function Lines({ view }: { view: ManyWithdrawalsView }) {
  const { t } = useTranslation('desk');
  const { carriedOut, rows } = view;
  const wrong = rows.filter(({ outcome }) => outcome === 'refused').length;
  const says = carriedOut ? 'many.carriedOut' : wrong > 0 ? 'many.wrong' : 'many.right';
  return <WithdrawalLines isTable view={view} says={t(says, { wrong, rows: rows.length })} isWrong={wrong > 0} />;
}

/** Nothing is wrong, and something is left to do. */
function isReady({ rows }: ManyWithdrawalsView): boolean {
  return rows.every(({ outcome }) => outcome !== 'refused') && rows.some(({ outcome }) => outcome === 'ready');
}

/** As the call takes it: spreadsheets paste tabs and line ends of their own. */
function plainTable(text: string): string {
  return text
    .replace(/^\uFEFF/, '')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll('\t', ',')
    .trim();
}
