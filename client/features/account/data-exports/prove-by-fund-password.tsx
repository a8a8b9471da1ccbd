import { useForm } from '@mantine/form';
import { useSubmission } from '../../../platform/use-submission';
import { Form, FormIntro } from '../../../ui/form';
import { FundPasswordField } from '../../../ui/fund-password-field';
import { FUND_PASSWORD_REFUSALS } from '../../../ui/fund-password-refusals';
import { judgePin, useVerdict } from '../profile';

interface Props {
  title: string;
  text: string;
  /** The word on the button. */
  act: string;
  send: (fundPassword: string) => Promise<void>;
  onCancel: () => void;
}

/** What is done with the fund password alone: asking for a file, and saving one. */
export function ProveByFundPassword({ title, text, act, send, onCancel }: Props) {
  const words = useVerdict();
  const form = useForm({
    initialValues: { fundPassword: '' },
    validate: { fundPassword: (value) => words(judgePin(value)) },
  });
  const { busy, problem, submit } = useSubmission<{ fundPassword: string }>(form, {
    fields: FUND_PASSWORD_REFUSALS,
    send: ({ fundPassword }) => send(fundPassword),
  });
  return (
    <>
      <FormIntro title={title} text={text} />
      <Form onSubmit={form.onSubmit(submit)} submit={act} busy={busy} problem={problem} onCancel={onCancel}>
        <FundPasswordField {...form.getInputProps('fundPassword')} value={form.values.fundPassword} />
      </Form>
    </>
  );
}
