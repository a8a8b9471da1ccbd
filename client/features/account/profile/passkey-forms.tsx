import { useForm } from '@mantine/form';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { PasskeyCreationView, PasskeyView } from '../../../../server/contract/account/passkeys.dto';
import { CallFailed } from '../../../platform/api';
import { PasskeyFailed } from '../../../platform/passkeys';
import { useSubmission } from '../../../platform/use-submission';
import { Form, FormIntro } from '../../../ui/form';
import { TextField } from '../../../ui/text-field';
import { focusFirstError } from './focus-first-error';
import { judgeFilled } from './form-rules';
import { HoldNote } from './hold-note';
import { addPasskey, proposePasskey, removePasskey, renamePasskey } from './passkeys.api';
import { ProofFields } from './proof-fields';
import { NO_PROOF, PROOF_FIELDS, type ProofInput, useProof } from './use-proof';
import { useVerdict } from './use-verdict';

/** Of the server, too. */
const NAME_MAX = 60;

interface Props {
  onDone: () => void;
  onCancel: () => void;
}

interface RowProps extends Props {
  passkey: PasskeyView;
}

/** A name, a proof, and then the browser's own dialogue. */
export function AddPasskey({ onDone, onCancel }: Props) {
  const { t } = useTranslation();
  const words = useVerdict();
  const needs = useProof('passkey');
  const proposed = useRef<PasskeyCreationView | null>(null);
  const form = useForm({
    initialValues: { name: '', ...NO_PROOF },
    validate: { name: (value) => words(judgeFilled(value)), ...needs.judge },
  });
  const { busy, problem, submit } = useSubmission<ProofInput & { name: string }>(form, {
    fields: PROOF_FIELDS,
    send: async ({ name, ...typed }) => {
      // Who cancels the browser's dialogue goes on where it began: the proof is used up by now.
      proposed.current ??= await proposePasskey(await needs.collect(typed));
      try {
        await addPasskey(name.trim(), proposed.current);
      } catch (failure) {
        if (failure instanceof PasskeyFailed) throw new CallFailed('refused', t(`passkeys.${failure.problem}`));
        proposed.current = null;
        throw failure;
      }
      onDone();
    },
  });
  return (
    <>
      <FormIntro title={t('passkeys.add')} text={t('passkeys.text')} />
      <Form
        onSubmit={form.onSubmit(submit, (errors) => focusFirstError(form, errors))}
        submit={t('passkeys.add')}
        busy={busy}
        problem={problem}
        onCancel={onCancel}
        above={<HoldNote needs={needs} />}
      >
        <TextField
          {...form.getInputProps('name')}
          label={t('passkeys.name')}
          help={t('passkeys.nameHelp')}
          maxLength={NAME_MAX}
          autoComplete="off"
        />
        <ProofFields
          needs={needs}
          input={(path) => form.getInputProps(path)}
          onProblem={(problemWords) => form.setFieldError('code', problemWords)}
        />
      </Form>
    </>
  );
}

/** A name protects nothing: no proof. */
export function RenamePasskey({ passkey, onDone, onCancel }: RowProps) {
  const { t } = useTranslation();
  const words = useVerdict();
  const form = useForm({
    initialValues: { name: passkey.name },
    validate: { name: (value) => words(judgeFilled(value)) },
  });
  const { busy, problem, submit } = useSubmission<{ name: string }>(form, {
    send: async ({ name }) => {
      await renamePasskey(passkey.id, name.trim());
      onDone();
    },
  });
  return (
    <>
      <Form onSubmit={form.onSubmit(submit)} submit={t('form.save')} busy={busy} problem={problem} onCancel={onCancel}>
        <TextField
          {...form.getInputProps('name')}
          label={t('passkeys.name')}
          help={t('passkeys.nameHelp')}
          maxLength={NAME_MAX}
          autoComplete="off"
        />
      </Form>
    </>
  );
}

export function RemovePasskey({ passkey, onDone, onCancel }: RowProps) {
  const { t } = useTranslation();
  const needs = useProof('passkey');
  const form = useForm({ initialValues: NO_PROOF, validate: needs.judge });
  const { busy, problem, submit } = useSubmission<ProofInput>(form, {
    fields: PROOF_FIELDS,
    send: async (typed) => {
      await removePasskey(passkey.id, await needs.collect(typed));
      onDone();
    },
  });
  return (
    <>
      <FormIntro title={t('passkeys.question', { name: passkey.name })} text={t('passkeys.removeText')} />
      <Form
        onSubmit={form.onSubmit(submit)}
        submit={t('passkeys.remove')}
        busy={busy}
        problem={problem}
        onCancel={onCancel}
        above={<HoldNote needs={needs} />}
      >
        <ProofFields
          needs={needs}
          input={(path) => form.getInputProps(path)}
          onProblem={(problemWords) => form.setFieldError('code', problemWords)}
        />
      </Form>
    </>
  );
}
