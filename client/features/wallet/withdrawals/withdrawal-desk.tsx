import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WithdrawalFactsView, WithdrawalView } from '../../../../server/contract/wallet/wallet-withdrawals.dto';
import { failureWords } from '../../../platform/failure-words';
import { askedCoin } from '../../../platform/asked-coin';
import { type SessionUser, useSessionUser } from '../../../platform/session';
import { useAccountEvents } from '../../../platform/use-account-events';
import { useAddressChoice } from '../../../platform/use-address-choice';
import { EmptyState } from '../../../ui/empty-state';
import { ErrorState } from '../../../ui/error-state';
import { CardSkeleton } from '../../../ui/text-skeleton';
import { UnknownCoin } from '../../../ui/unknown-coin';
import { proofsOf, user as userQuery } from '../../account/profile';
import { Gate, missingOf } from './gate';
import { Notes } from './notes';
import { Submitted } from './submitted';
import { WithdrawalForm } from './withdrawal-form';
import { useWithdrawalEvents, withdrawalCoins, withdrawalFacts } from './withdrawals.api';

/** What was asked for a moment ago. */
export type Done = Pick<WithdrawalView, 'name' | 'nettype' | 'number' | 'address'> & {
  /** What the server took for it and what arrives; null where it did not say. */
  rate: WithdrawalView['rate'] | null;
  real_number: WithdrawalView['real_number'] | null;
  arrivalHours: WithdrawalFactsView['arrival_hours'];
};

/** Everything on the way to a withdrawal: what has to be done first, the form, and the word that it was taken. */
export function WithdrawalDesk() {
  const { t } = useTranslation();
  const known = useSessionUser();
  // Whether there is a way at all is decided by what the server says now, not by what was stored.
  const { data: user, error, refetch } = useQuery({ ...userQuery, enabled: known !== null, refetchOnMount: 'always' });
  const proofs = useQuery({ ...proofsOf('withdrawal'), enabled: known !== null, refetchOnMount: 'always' });
  const [done, setDone] = useState<Done | null>(null);
  useAccountEvents('kyc', () => void refetch());
  if (error && !user) return <ErrorState text={failureWords(error, t)} onRetry={() => void refetch()} />;
  if (proofs.error && !proofs.data) {
    return <ErrorState text={failureWords(proofs.error, t)} onRetry={() => void proofs.refetch()} />;
  }
  if (!user || !proofs.data) return <CardSkeleton rows={6} />;
  const missing = missingOf(user, proofs.data);
  if (missing !== null) return <Gate missing={missing} />;
  if (done) return <Submitted done={done} onAgain={() => setDone(null)} />;
  return <Coins user={user} onDone={setDone} />;
}

function Coins({ user, onDone }: { user: SessionUser; onDone: (done: Done) => void }) {
  const { t } = useTranslation();
  const [search, change] = useAddressChoice();
  const { data: coins, error, refetch } = useQuery(withdrawalCoins);
  const { coin, unknown } = askedCoin(search, coins ?? []);
  const facts = useQuery({ ...withdrawalFacts(coin?.id ?? 0), enabled: coin !== null });
  useWithdrawalEvents();
  if (error && !coins) return <ErrorState text={failureWords(error, t)} onRetry={() => void refetch()} />;
  if (facts.error && !facts.data) {
    return <ErrorState text={failureWords(facts.error, t)} onRetry={() => void facts.refetch()} />;
  }
  const choose = (name: string) => change({ coin: name, currency: null, network: null });
  if (coins && unknown !== null) {
    const text = t('withdraw.coinUnknown', { coin: unknown });
    return <UnknownCoin text={text} legend={t('withdraw.coin')} coins={coins} onChoose={choose} />;
  }
  if (coins && !coin) return <EmptyState text={t('withdraw.noCoins')} />;
  if (!coins || !coin || !facts.data) return <CardSkeleton rows={7} />;
  return (
    <>
      <Notes facts={facts.data} />
      <WithdrawalForm
        // Another coin is another form: its networks, addresses and amounts are others.
        key={coin.id}
        user={user}
        coins={coins}
        coin={coin}
        facts={facts.data}
        onCoin={choose}
        onDone={onDone}
      />
    </>
  );
}
