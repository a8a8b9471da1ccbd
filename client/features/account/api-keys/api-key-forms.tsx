import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import type { ApiKeyView } from '../../../../server/contract/account/api-keys.dto';
import { useSubmission } from '../../../platform/use-submission';
import { Form, FormIntro } from '../../../ui/form';
import { FundPasswordField } from '../../../ui/fund-password-field';
import { FUND_PASSWORD_REFUSALS } from '../../../ui/fund-password-refusals';
import { TextField } from '../../../ui/text-field';
import { judgeFilled, judgePin, useVerdict } from '../profile';
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

export function RevokeApiKey({ apiKey, onDone, onCancel }: Props) {
  const { t } = useTranslation();
  const words = useVerdict();
  const form = useForm({
    initialValues: { fundPassword: '' },
    validate: { fundPassword: (value) => words(judgePin(value)) },
  });
  const { busy, problem, submit } = useSubmission<{ fundPassword: string }>(form, {
    fields: FUND_PASSWORD_REFUSALS,
    send: async ({ fundPassword }) => {
      await revokeApiKey(apiKey.id, fundPassword);
      onDone();
    },
  });
  return (
    <>
      <FormIntro title={t('apiKeys.question', { name: apiKey.name })} text={t('apiKeys.revokeText')} />
      <Form
        onSubmit={form.onSubmit(submit)}
        submit={t('apiKeys.revoke')}
        busy={busy}
        problem={problem}
        onCancel={onCancel}
      >
        <FundPasswordField {...form.getInputProps('fundPassword')} value={form.values.fundPassword} />
      </Form>
    </>
  );
}
