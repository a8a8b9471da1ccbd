import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DecisionView, WithdrawalCaseView } from '../../../server/contract/operations';
import { MANY_WITHDRAWALS_MAX } from '../../../server/contract/operations/words';
import { saveFile } from '../../platform/save-file';
import { deskPost, deskPostDownload } from '../frame/desk-call';
import { Problem } from '../parts/desk-form';
import { ReasonForm } from '../parts/reason-form';
import { useAct } from '../parts/use-act';
import { When } from '../parts/when';
import { useOutcome } from './decision';

/** Who sends it, since when, and what one says of that already. */
export function SendingNote({ withdrawal: { status, sending, sendingProposal } }: { withdrawal: WithdrawalCaseView }) {
  const { t } = useTranslation('desk');
  if (sending === null || status !== 'approved') return null;
  return (
    <div className="desk-strip" data-tone="wait">
      <strong>{sending.mine ? t('sending.mine') : t('sending.by', { login: sending.login })}</strong>{' '}
      <When at={sending.since} />
      {sendingProposal !== null && (
        <>
          <p>
            {t(sendingProposal.says === 'paid' ? 'sending.saysPaid' : 'sending.saysNot', {
              login: sendingProposal.login,
            })}{' '}
            {sendingProposal.transaction !== null && <code>{sendingProposal.transaction}</code>}
          </p>
          <p>{sendingProposal.reason}</p>
        </>
      )}
    </div>
  );
}

interface ActProps {
  path: string;
  onDecided: () => void;
}

/** Said before any money leaves the house. */
export function SendButton({ path, amount, onDecided }: ActProps & { amount: string }) {
  const { t } = useTranslation('desk');
  const { busy, problem, run } = useAct();
  const settle = useOutcome(onDecided);
  return (
    <div className="desk-form">
      <p className="desk-note">{t('sending.text')}</p>
      <div className="desk-actions">
        <Button size="sm" loading={busy} onClick={() => run(() => settle(deskPost<DecisionView>(`${path}/send`)))}>
          {t('sending.send', { amount })}
        </Button>
      </div>
      <Problem text={problem} />
    </div>
  );
}

/** That nothing has left the house, behind a button of its own, with its reason. */
export function SendNot({ path, onDecided }: ActProps) {
  const { t } = useTranslation('desk');
  const [opened, setOpened] = useState(false);
  const settle = useOutcome(onDecided);
  if (!opened) {
    return (
      <div className="desk-actions">
        <Button size="sm" variant="default" onClick={() => setOpened(true)}>
          {t('sending.notOpen')}
        </Button>
      </div>
    );
  }
  return (
    <ReasonForm
      danger
      action={t('sending.notAct')}
      help={t('sending.notText')}
      send={(reason) => settle(deskPost<DecisionView>(`${path}/send-not`, { reason }))}
      onCancel={() => setOpened(false)}
    />
  );
}

/** Takes what is to be paid to addresses, to be sent by whoever saves the file. */
export function PayoutFile({ search, onTaken }: { search: string; onTaken: () => void }) {
  const { t } = useTranslation('desk');
  const { busy, problem, run } = useAct();
  const take = async () => {
    const filter = new URLSearchParams(search);
    const { timeZone: zone } = new Intl.DateTimeFormat().resolvedOptions();
    const [user, currency] = [filter.get('user') ?? undefined, filter.get('currency') ?? undefined];
    const { name, content } = await deskPostDownload('withdrawals/payout-file', { zone, user, currency });
    saveFile(name, content);
    onTaken();
  };
  return (
    <>
      <Button size="sm" variant="default" loading={busy} onClick={() => run(take)}>
        {t('sending.file')}
      </Button>
      <span className="desk-note">{t('sending.fileText', { rows: MANY_WITHDRAWALS_MAX })}</span>
      <Problem text={problem} />
    </>
  );
}
