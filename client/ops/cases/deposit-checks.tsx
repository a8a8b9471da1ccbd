import { useTranslation } from 'react-i18next';
import type { DepositDetailView } from '../../../server/contract/operations';
import { formatDecimal } from '../../platform/format';
import { useLanguage } from '../../platform/preferences';
import { type Check, CheckList } from './check-list';

const VERDICTS = {
  confirmed: 'verdictConfirmed',
  confirming: 'verdictConfirming',
  'not-found': 'verdictNotFound',
  failed: 'verdictFailed',
  'wrong-recipient': 'verdictRecipient',
  'wrong-amount': 'verdictAmount',
} as const;

/** What a chain says, in words; a verdict that is not known yet is shown as the server says it. */
export function useVerdictWord(): (verdict: string | null) => string {
  const { t } = useTranslation('desk');
  return (verdict) => {
    if (verdict === null) return t('deposit.notAsked');
    const known = VERDICTS[verdict as keyof typeof VERDICTS];
    return known === undefined ? verdict : t(`deposit.${known}`);
  };
}

/** What was checked of a deposit before it is credited, and what was not. Nothing here decides: the operator does. */
export function DepositChecks({ detail }: { detail: DepositDetailView }) {
  const { t } = useTranslation('desk');
  const language = useLanguage();
  const verdictWord = useVerdictWord();
  const { deposit, sameHash } = detail;
  const { hash, chainVerdict, confirmations, confirmationsNeeded, hasProof, claimedAmount, coin } = deposit;
  const isConfirmed = chainVerdict === 'confirmed';
  const amount = `${formatDecimal(claimedAmount, language)} ${coin}`;
  const ofChain = (): Check[] =>
    hash === null
      ? [{ passes: false, words: t('deposit.checkNoHash') }]
      : [
          {
            passes: isConfirmed,
            words: isConfirmed
              ? t('deposit.checkConfirmed', { amount })
              : `${t('deposit.verdict')}: ${verdictWord(chainVerdict)}`,
          },
          {
            passes: confirmations > 0 && confirmations >= confirmationsNeeded,
            words: t('deposit.checkConfirmations', { count: confirmations, needed: confirmationsNeeded }),
          },
          {
            passes: sameHash.length === 0,
            words: t(sameHash.length === 0 ? 'deposit.checkHashNew' : 'deposit.sameHashWarning'),
          },
        ];
  // A bank has no chain to ask; a reference that was used before is refused.
  const ofNetwork = deposit.kind === 'bank' ? [] : ofChain();
  return (
    <CheckList
      checks={[...ofNetwork, { passes: hasProof, words: t(hasProof ? 'deposit.checkPicture' : 'deposit.noProof') }]}
    />
  );
}
