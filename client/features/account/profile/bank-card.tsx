import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BankCardView } from '../../../../server/contract/account/account.dto';
import { failureWords } from '../../../platform/failure-words';
import { DetailsList } from '../../../ui/details-list';
import { ErrorState } from '../../../ui/error-state';
import { CardSkeleton } from '../../../ui/text-skeleton';
import { toast } from '../../../ui/toast';
import { bankCard } from './account.api';
import styles from './account.module.css';
import { BankCardForm } from './bank-card-form';

/** The bound bank card with its number masked, or the form that binds one. */
export function BankCard() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(bankCard);
  const [replacing, setReplacing] = useState(false);
  if (error && !data) return <ErrorState text={failureWords(error, t)} onRetry={() => void refetch()} />;
  if (!data) return <CardSkeleton rows={5} />;
  const done = () => {
    toast(t('bank.done'));
    setReplacing(false);
  };
  if (replacing || !data.bank_account) return <BankCardForm onDone={done} />;
  return <BoundCard card={data} onReplace={() => setReplacing(true)} />;
}

/** All but the last four signs as dots. */
export function maskNumber(number: string): string {
  return `•••• ${number.slice(-4)}`;
}

function BoundCard({ card, onReplace }: { card: BankCardView; onReplace: () => void }) {
  const { t } = useTranslation();
  const isAbroad = (card.swift_code ?? '') !== '';
  const rows: [label: string, value: string | undefined][] = [
    [t('bank.kind'), t(isAbroad ? 'bank.international' : 'bank.domestic')],
    [t(isAbroad ? 'bank.fullName' : 'bank.holder'), card.real_name],
    [t('bank.bankName'), card.bank_name],
    [t(isAbroad ? 'bank.iban' : 'bank.cardNumber'), maskNumber(card.bank_account ?? '')],
    [t('bank.branch'), card.bank_branch],
    [t('bank.branchNumber'), card.bank_id],
    [t('bank.bankAddress'), card.bank_address],
    [t('bank.swift'), card.swift_code],
    [t('bank.residence'), card.residence_address],
    [t('bank.postalCode'), card.postal_code],
  ];
  const details = rows.flatMap(([label, value]) => (value ? [{ label, value }] : []));
  return (
    <>
      <p className={styles.note}>{t('bank.text')}</p>
      <DetailsList details={details} />
      <div className={styles.sheet}>
        <Button variant="default" size="lg" mt={16} onClick={onReplace}>
          {t('bank.replace')}
        </Button>
      </div>
    </>
  );
}
