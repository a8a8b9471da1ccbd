import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import type { ErasureView } from '../../../../server/contract/account/erasure.dto';
import { useSubmission } from '../../../platform/use-submission';
import { Form, FormIntro } from '../../../ui/form';
import { FUND_PASSWORD_REFUSALS } from '../../../ui/fund-password-refusals';
import { FundPasswordField } from '../../../ui/fund-password-field';
import { toast } from '../../../ui/toast';
import {
  focusFirstError,
  judgePin,
  NO_PROOF,
  PROOF_FIELDS,
  ProofFields,
  type ProofInput,
  useProof,
  useVerdict,
} from '../profile';
import { askForErasure } from './erasure.api';

interface Values extends ProofInput {
  fundPassword: string;
}

const FIELDS = { ...PROOF_FIELDS, ...FUND_PASSWORD_REFUSALS } as const;

interface Props {
  view: ErasureView;
  /** Amounts that are given up with the account; empty: none. */
  giveUp: string;
  onDone: () => void;
}

/** Shows that it is the account's user who closes it. */
export function ConfirmClosing({ view, giveUp, onDone }: Props) {
  const { t } = useTranslation();
  const words = useVerdict();
  const needs = useProof('close-account');
  const hasFundPassword = view.needs_fund_password === 1;
  const form = useForm<Values>({
    initialValues: { fundPassword: '', ...NO_PROOF },
    validate: { fundPassword: (value) => (hasFundPassword ? words(judgePin(value)) : null), ...needs.judge },
  });
  const { busy, problem, submit } = useSubmission<Values>(form, {
    fields: FIELDS,
    send: async ({ fundPassword, ...typed }) => {
      const proof = await needs.collect(typed);
      await askForErasure({
        ...(hasFundPassword ? { pay_password: fundPassword } : {}),
        ...(giveUp === '' ? {} : { give_up: giveUp }),
        ...proof,
      });
      toast(t('erasure.asked'));
      onDone();
    },
  });
  return (
    <>
      <FormIntro title={t('erasure.question')} text={t('erasure.questionText', { days: view.wait_days })} />
      <Form
        onSubmit={form.onSubmit(submit, (errors) => focusFirstError(form, errors))}
        submit={t('erasure.ask')}
        busy={busy}
        problem={problem}
        onCancel={onDone}
      >
        {hasFundPassword && (
          <FundPasswordField {...form.getInputProps('fundPassword')} value={form.values.fundPassword} />
        )}
        <ProofFields
          needs={needs}
          input={(path) => form.getInputProps(path)}
          onProblem={(said) => form.setFieldError('code', said)}
        />
      </Form>
    </>
  );
}
