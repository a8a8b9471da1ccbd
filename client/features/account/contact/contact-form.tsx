import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CallFailed } from '../../../platform/api';
import { useLanguage } from '../../../platform/preferences';
import type { SessionUser } from '../../../platform/session';
import { useSubmission } from '../../../platform/use-submission';
import { Form } from '../../../ui/form';
import { accountName, ContactCode, ContactFields, type ContactValues, emptyContact, judgeContact } from '../login';
import {
  focusFirstError,
  judgeCode,
  NO_PROOF,
  PROOF_FIELDS,
  ProofFields,
  type ProofInput,
  useProof,
  user as userQuery,
  useVerdict,
} from '../profile';
import { ContactNotes } from './contact-notes';
import { sendNewContactCode, setContact, wholeContact } from './contact.api';

type BoundKind = 'email' | 'phone';

export interface ChangedContact {
  kind: BoundKind;
  value: string;
  holdHours: number;
  /** Others were told, because there was a contact before. */
  notifiedOld: boolean;
}

interface Values extends ContactValues, ProofInput {
  newCode: string;
}

interface Props {
  user: SessionUser;
  kind: BoundKind;
  onDone: (changed: ChangedContact) => void;
}

function useContact({ user, kind, onDone }: Props) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const language = useLanguage();
  const words = useVerdict();
  const needs = useProof('contact');
  const form = useForm<Values>({
    initialValues: { ...emptyContact(language), kind, newCode: '', ...NO_PROOF },
    validate: (values) => {
      const contact = judgeContact(values);
      return {
        email: words(contact.email),
        phone: words(contact.phone),
        newCode: words(judgeCode(values.newCode)),
        code: needs.judge.code(values.code),
        loginPassword: needs.judge.loginPassword(values.loginPassword),
      };
    },
  });
  const submission = useSubmission<Values>(form, {
    fields: {
      ...PROOF_FIELDS,
      'account.email-invalid': 'email',
      'account.phone-invalid': 'phone',
      'account.code-wrong': 'newCode',
      'account.code-required': needs.has('contact-code') ? 'code' : 'newCode',
    },
    send: async (values) => {
      const name = accountName(values);
      const value = wholeContact(name);
      const proof = await needs.collect(values, { target: value });
      try {
        await setContact(name, values.newCode, proof);
      } catch (failure) {
        // The server does not say which of two codes is wrong.
        const isEither = failure instanceof CallFailed && failure.code === 'account.code-wrong';
        throw isEither && needs.has('contact-code') ? new CallFailed('refused', t('contact.eitherWrong')) : failure;
      }
      const changed = { value, holdHours: needs.view?.hold_hours ?? 0, notifiedOld: hasContact(user) };
      onDone({ ...changed, kind: values.kind === 'phone' ? 'phone' : 'email' });
      await queries.invalidateQueries({ queryKey: userQuery.queryKey });
    },
  });
  return { form, needs, ...submission };
}

function hasContact({ email, phone }: SessionUser): boolean {
  return email !== '' || phone !== '';
}

/** Binds an e-mail address or a phone, or another one: proven by a code of the new one and by what the user has. */
export function ContactForm(props: Props) {
  const { t } = useTranslation();
  const { user } = props;
  const { form, needs, busy, problem, submit } = useContact(props);
  const old = form.values.kind === 'phone' ? user.phone : user.email;
  const confirmed = () => {
    const { email, phone } = judgeContact(form.values);
    return (email ?? phone) ? null : { target: wholeContact(accountName(form.values)) };
  };
  return (
    <Form
      onSubmit={form.onSubmit(submit, (errors) => focusFirstError(form, errors))}
      submit={t(old === '' ? 'contact.bind' : 'contact.replace')}
      busy={busy}
      problem={problem}
      above={<ContactNotes needs={needs} notifiesOld={hasContact(user)} />}
    >
      <ContactFields form={form} kinds={['email', 'phone']} label={t('contact.title')} current={old} />
      <ContactCode
        form={form}
        path="newCode"
        label={t('contact.newCode')}
        send={sendNewContactCode}
        input={form.getInputProps('newCode')}
      />
      <ProofFields
        needs={needs}
        input={(path) => form.getInputProps(path)}
        onProblem={(words) => form.setFieldError('code', words)}
        confirmed={confirmed}
        codeLabel={t('contact.ownCode')}
      />
    </Form>
  );
}
