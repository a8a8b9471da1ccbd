import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { SessionUser } from '../../../platform/session';
import { useSubmission } from '../../../platform/use-submission';
import { Form, FormIntro } from '../../../ui/form';
import { TextField } from '../../../ui/text-field';
import { toast } from '../../../ui/toast';
import { setAntiPhishingWord, user as userQuery } from './account.api';

/** The word by which the user knows our messages. */
export function AntiPhishingForm({ user }: { user: SessionUser }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const form = useForm({ initialValues: { word: user.anti_phishing_word } });
  const { busy, problem, submit } = useSubmission<{ word: string }>(form, {
    fields: { 'request.invalid': 'word' },
    send: async ({ word }) => {
      await setAntiPhishingWord(word.trim());
      toast(t('form.modified'));
      await queries.invalidateQueries({ queryKey: userQuery.queryKey });
    },
  });
  return (
    <>
      <FormIntro text={t('security.phishingText')} />
      <Form onSubmit={form.onSubmit(submit)} submit={t('form.save')} busy={busy} problem={problem}>
        <TextField
          {...form.getInputProps('word')}
          label={t('security.phishingWord')}
          optional
          autoComplete="off"
          maxLength={32}
        />
      </Form>
    </>
  );
}
