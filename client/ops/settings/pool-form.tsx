import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { NetworkView, ProposedView } from '../../../server/contract/operations';
import { CallFailed } from '../../platform/api';
import { toast } from '../../ui/toast';
import { deskPost } from '../frame/desk-call';
import { AreaField } from '../parts/area-field';
import { ReasonForm } from '../parts/reason-form';
import { refreshDesk } from '../parts/use-desk-query';

const MOST = 1000;

/** The addresses in a text: one a line, blanks and commas count as line ends, each once. */
export function addressesIn(text: string): string[] {
  return [...new Set(text.split(/[\s,;]+/).filter((word) => word !== ''))];
}

/** Addresses for users where there is no key; another operator has to approve them. */
export function PoolForm({ network: { id }, onDone }: { network: NetworkView; onDone: () => void }) {
  const { t } = useTranslation('desk');
  const [text, setText] = useState('');
  const addresses = addressesIn(text);
  const problem = addresses.length > MOST ? t('coin.addressesTooMany') : null;
  const send = async (reason: string, key: string) => {
    if (addresses.length === 0 || problem !== null) throw new CallFailed('refused', problem ?? t('coin.poolText'));
    await deskPost<ProposedView>(`networks/${id}/pool`, { addresses, reason }, key);
    toast(t('proposal.proposed'));
    refreshDesk('proposals', 'queues');
    onDone();
  };
  return (
    <ReasonForm action={t('coin.proposePool')} help={t('coin.reasonHelp')} send={send} content={text} onCancel={onDone}>
      <AreaField
        label={t('coin.addresses')}
        help={addresses.length === 0 ? t('coin.poolText') : t('coin.addressCount', { count: addresses.length })}
        error={problem}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        rows={6}
        spellCheck={false}
      />
    </ReasonForm>
  );
}
