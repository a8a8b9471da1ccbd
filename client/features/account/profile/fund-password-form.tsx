import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SessionUser } from '../../../platform/session';
import { useSubmission } from '../../../platform/use-submission';
import { Form } from '../../../ui/form';
import { PasswordField } from '../../../ui/password-field';
import { changeFundPassword, user as described } from './account.api';
import styles from './account.module.css';
import { focusFirstError } from './focus-first-error';
import { judgePin, judgeRepeated } from './form-rules';
import { HoldNote } from './hold-note';
import { ProofFields } from './proof-fields';
import { NO_PROOF, PROOF_FIELDS, useProof } from './use-proof';
import { useVerdict } from './use-verdict';

const EMPTY = { old: '', password: '', repeated: '', ...NO_PROOF };

/** `first`: none is set yet; `known`: changed with the old one; `forgotten`: without it. Each needs a fresh proof. */
type Way = 'first' | 'known' | 'forgotten';

interface Props {
  user: SessionUser;
  onDone: () => void;
}

function useFundPassword({ onDone }: Pick<Props, 'onDone'>, way: Way) {
  const words = useVerdict();
  const queries = useQueryClient();
  const needs = useProof(way === 'forgotten' ? 'fund-password-reset' : 'fund-password');
  const form = useForm({
    initialValues: EMPTY,
    validate: {
      old: (value) => (way === 'known' ? words(judgePin(value)) : null),
      password: (value) => words(judgePin(value)),
      repeated: (value, { password }) => words(judgeRepeated(value, password)),
      ...needs.judge,
    },
  });
  const submission = useSubmission<typeof EMPTY>(form, {
    fields: {
      'account.fund-password-wrong': 'old',
      'account.fund-password-format': 'password',
      'account.fund-password-weak': 'password',
      'account.password-unchanged': 'password',
      'account.passwords-differ': 'repeated',
      ...PROOF_FIELDS,
    },
    send: async ({ old, password, repeated, ...typed }) => {
      const proof = await needs.collect(typed);
      await changeFundPassword(way === 'known' ? old : '', { password, repeated, proof });
      // Whatever waited for one finds that it is there.
      await queries.invalidateQueries({ queryKey: described.queryKey });
      onDone();
    },
  });
  return { form, needs, ...submission };
}

/** The password of six digits that withdrawals and orders between users ask for: set, changed, or set anew when forgotten. */
export function FundPasswordForm({ user, onDone }: Props) {
  const { t } = useTranslation();
  const [forgotten, setForgotten] = useState(false);
  const way: Way = user.has_fund_password === 0 ? 'first' : forgotten ? 'forgotten' : 'known';
  const { form, needs, busy, problem, submit } = useFundPassword({ onDone }, way);
  return (
    <Form
      onSubmit={form.onSubmit(submit, (errors) => focusFirstError(form, errors))}
      submit={t('form.save')}
      busy={busy}
      problem={problem}
      above={
        <>
          <HoldNote needs={needs} />
          {way !== 'first' && <OtherWay forgotten={forgotten} onChange={setForgotten} />}
        </>
      }
    >
      {way === 'known' && <PasswordField {...form.getInputProps('old')} label={t('security.oldFund')} pin />}
      <PasswordField
        {...form.getInputProps('password')}
        label={t(way === 'first' ? 'form.fundPassword' : 'security.newFund')}
        help={t('form.fundPasswordHelp')}
        pin
      />
      <PasswordField {...form.getInputProps('repeated')} label={t('form.repeatFundPassword')} pin />
      <ProofFields
        needs={needs}
        input={(path) => form.getInputProps(path)}
        onProblem={(words) => form.setFieldError('code', words)}
      />
    </Form>
  );
}

function OtherWay({ forgotten, onChange }: { forgotten: boolean; onChange: (forgotten: boolean) => void }) {
  const { t } = useTranslation();
  return (
    <p className={styles.below}>
      <button type="button" className={styles.link} onClick={() => onChange(!forgotten)}>
        {t(forgotten ? 'security.knowFund' : 'security.forgotFund')}
      </button>
    </p>
  );
}
