import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import type { ApiKeyView } from '../../../../server/contract/account/api-keys.dto';
import { useSubmission } from '../../../platform/use-submission';
import { Form, FormIntro } from '../../../ui/form';
import { TextField } from '../../../ui/text-field';
import { judgeFilled, useVerdict } from '../profile';
import { renameApiKey, revokeApiKey } from './api-keys.api';

/** Of the server, too. */
export const NAME_MAX = 60;
interface Props {
  apiKey: ApiKeyView;
  onDone: () => void;
  onCancel: () => void;
}

/** A name protects nothing: no proof. */
export function RenameApiKey({ apiKey, onDone, onCancel }: Props) {
  const { t } = useTranslation();
  const words = useVerdict();
  const form = useForm({
    initialValues: { name: apiKey.name },
    validate: { name: (value) => words(judgeFilled(value)) },
  });
  const { busy, problem, submit } = useSubmission<{ name: string }>(form, {
    send: async ({ name }) => {
      await renameApiKey(apiKey.id, name.trim());
      onDone();
    },
  });
  return (
    <>
      <Form onSubmit={form.onSubmit(submit)} submit={t('form.save')} busy={busy} problem={problem} onCancel={onCancel}>
        <TextField
          {...form.getInputProps('name')}
          label={t('apiKeys.name')}
          help={t('apiKeys.nameHelp')}
          maxLength={NAME_MAX}
          autoComplete="off"
        />
      </Form>
    </>
  );
}

/** Whoever is logged in may: a key that leaked is ended at once. */
export function RevokeApiKey({ apiKey, onDone, onCancel }: Props) {
  const { t } = useTranslation();
  const form = useForm({ initialValues: {} });
  const { busy, problem, submit } = useSubmission<object>(form, {
    send: async () => {
      await revokeApiKey(apiKey.id);
      onDone();
    },
  });
  return (
    <Form
      onSubmit={form.onSubmit(submit)}
      submit={t('apiKeys.revoke')}
      busy={busy}
      problem={problem}
      onCancel={onCancel}
    >
      <FormIntro title={t('apiKeys.question', { name: apiKey.name })} text={t('apiKeys.revokeText')} />
    </Form>
  );
}
