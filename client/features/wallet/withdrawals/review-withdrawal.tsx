import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import type { RefusalCode } from '../../../../server/contract/errors';
import type {
  TakenWithdrawalView,
  WithdrawalCurrencyView,
  WithdrawalPreviewView,
} from '../../../../server/contract/wallet/wallet-withdrawals.dto';
import { CallFailed, isOutcomeUnknown } from '../../../platform/api';
import { failureWords } from '../../../platform/failure-words';
import type { SessionUser } from '../../../platform/session';
import type { AtMostOnce } from '../../../platform/use-at-most-once';
import { useSubmission } from '../../../platform/use-submission';
import { AddressText } from '../../../ui/address-text';
import { Form } from '../../../ui/form';
import { FundPasswordField } from '../../../ui/fund-password-field';
import { MoneyText } from '../../../ui/money-text';
import {
  focusFirstError,
  judgePin,
  maskNumber,
  PROOF_FIELDS,
  ProofFields,
  type ProofInput,
  useProof,
  useVerdict,
} from '../../account/profile';
import type { Done } from './withdrawal-desk';
import type { Review } from './use-review';
import { BANK_NETWORK, useReadAgain, withdraw } from './withdrawals.api';
import styles from './withdrawals.module.css';

/** What proves that it is the user who asks. */
export interface PersonProof extends ProofInput {
  fundPassword: string;
}

/** Why the figures of the withdrawal are not known, and how to ask for them again. */
export interface PreviewFailure {
  error: Error;
  busy: boolean;
  retry: () => void;
}

/** Refusals that are about the first step, and the field there. */
const FIRST_STEP: Partial<Record<RefusalCode, 'amount' | 'addressId'>> = {
  'ledger.insufficient-balance': 'amount',
  'ledger.too-many-decimals': 'amount',
  'withdrawals.below-minimum': 'amount',
  'withdrawals.address-missing': 'addressId',
  'withdrawals.address-held': 'addressId',
  'withdrawals.card-missing': 'addressId',
};

interface Props {
  user: SessionUser;
  coin: WithdrawalCurrencyView;
  /** Name of the chain; empty for the bank. */
  chain: string;
  arrivalHours: number;
  preview: WithdrawalPreviewView | null;
  failed: PreviewFailure | null;
  /** Reads the preview again. */
  onPreviewOld: () => void;
  /** Nobody knows whether it was carried out at the figures that are shown. */
  onOpen: (isOpen: boolean) => void;
  asked: Review['asked'];
  target: Review['target'];
  /** Outlives the sheet, so that a try whose outcome is not known keeps its key. */
  command: AtMostOnce<undefined>;
  /** What was typed here before the first step was looked at again. */
  typed: PersonProof;
  onTyped: (proof: PersonProof) => void;
  /** The first step has to be looked at again. */
  onRefused: (field: 'amount' | 'addressId', words: string) => void;
  onDone: (done: Done) => void;
}

function useProven({ coin, arrivalHours, preview, asked, target, command, ...props }: Props) {
  const words = useVerdict();
  const readAgain = useReadAgain();
  const needs = useProof('withdrawal');
  const form = useForm<PersonProof>({
    initialValues: props.typed,
    onValuesChange: props.onTyped,
    validate: {
      fundPassword: (value) => words(judgePin(value)),
      ...needs.judge,
    },
  });
  const submission = useSubmission<PersonProof>(form, {
    fields: {
      'account.fund-password-wrong': 'fundPassword',
      'account.fund-password-format': 'fundPassword',
      ...PROOF_FIELDS,
    },
    decision: { intent: JSON.stringify(asked), command },
    send: async ({ fundPassword, ...typed }, key) => {
      if (preview === null) return;
      let taken: TakenWithdrawalView | null;
      try {
        const proof = await needs.collect(typed, confirmedOf({ coin, asked, target })).catch(unsent);
        const sent = withdraw({ ...asked, worstFee: preview.fee, fundPassword, proof }, key);
        taken = await sent.catch((failure: unknown) => {
          if (isOutcomeUnknown(failure)) props.onOpen(true);
          throw failure;
        });
      } catch (failure) {
        // What is known of balance, limits and addresses may be out of date.
        readAgain.facts();
        readAgain.book();
        const code = failure instanceof CallFailed ? failure.code : null;
        if (code === 'withdrawals.fee-raised') {
          props.onOpen(false);
          props.onPreviewOld();
        }
        const field = code === null ? undefined : FIRST_STEP[code];
        if (field !== undefined) props.onRefused(field, (failure as CallFailed).message);
        throw failure;
      }
      readAgain.facts();
      props.onDone({
        name: coin.name,
        nettype: asked.network,
        number: taken?.number ?? asked.amount,
        // The answer's own: the preview was only what it would cost.
        rate: taken?.rate ?? null,
        real_number: taken?.real_number ?? null,
        address: 'address' in target ? target.address : maskNumber(target.number),
        arrivalHours,
      });
    },
  });
  return { form, needs, ...submission };
}

/** Nothing was sent this time, and so nothing was learnt of an earlier try: its key stays. */
function unsent(failure: unknown): never {
  if (!(failure instanceof CallFailed) || failure.kind !== 'refused') throw failure;
  throw new CallFailed('refused', failure.message, 'request.outcome-unknown');
}

/** What a code or a signature confirms: this amount to this target. */
function confirmedOf({ coin, asked, target }: Pick<Props, 'coin' | 'asked' | 'target'>) {
  return { amount: asked.amount, coin: coin.name, target: 'address' in target ? target.address : target.number };
}

/** The whole withdrawal once more, and what proves that it is the user who wants it. */
export function ReviewWithdrawal(props: Props) {
  const { t } = useTranslation();
  const { coin, chain, arrivalHours, preview, failed, asked, target } = props;
  const { form, needs, busy, problem, submit } = useProven(props);
  const isBank = asked.network === BANK_NETWORK;
  const facts = [
    {
      label: t('withdraw.network'),
      value: isBank ? t('withdraw.toCard') : `${asked.network} (${chain})`,
    },
    'address' in target
      ? { label: t('withdraw.address'), value: <AddressText address={target.address} /> }
      : { label: t('pages.bankCard'), value: `${target.bank} ${maskNumber(target.number)}` },
    { label: t('withdraw.amount'), value: <MoneyText value={asked.amount} unit={coin.name} /> },
    { label: t('withdraw.fee'), value: <MoneyText value={preview?.fee ?? null} unit={coin.name} /> },
    { label: t('withdraw.arrival'), value: t('withdraw.within', { hours: arrivalHours }) },
  ];
  return (
    <div className={styles.review}>
      <p className={styles.hero}>
        <span className={styles.small}>{t('withdraw.receive')}</span>
        <span className={styles.heroAmount}>
          <MoneyText value={preview?.real_number ?? null} unit={coin.name} />
        </span>
      </p>
      <dl className={`${styles.facts} ${styles.reviewFacts}`}>
        {facts.map(({ label, value }) => (
          <div key={label} className={styles.fact}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {failed && <PreviewFailed {...failed} />}
      {!isBank && <p className={styles.small}>{t('withdraw.checkAddress')}</p>}
      <div className={styles.reviewForm}>
        <Form
          onSubmit={form.onSubmit(submit, (errors) => focusFirstError(form, errors))}
          submit={t('withdraw.confirm')}
          busy={busy}
          disabled={preview === null}
          problem={problem}
          pinned
        >
          <FundPasswordField {...form.getInputProps('fundPassword')} value={form.values.fundPassword} />
          <ProofFields
            needs={needs}
            input={(path) => form.getInputProps(path)}
            onProblem={(problemWords) => form.setFieldError('code', problemWords)}
            confirmed={() => confirmedOf(props)}
          />
        </Form>
      </div>
    </div>
  );
}

/** Nothing can be confirmed without its figures, so there is a way to get them. */
export function PreviewFailed({ error, busy, retry }: PreviewFailure) {
  const { t } = useTranslation();
  return (
    <div className={styles.failed} role="alert">
      <span>{failureWords(error, t)}</span>
      <Button size="sm" mih={44} variant="light" loading={busy} onClick={retry}>
        {t('common.tryAgain')}
      </Button>
    </div>
  );
}
