import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSubmission } from '../../platform/use-submission';
import { DeskForm } from './desk-form';

interface Props {
  /** Words on the button. */
  action: string;
  label?: string;
  help?: string;
  /** It takes something away. */
  danger?: boolean;
  disabled?: boolean;
  send: (reason: string, idempotencyKey: string) => Promise<unknown>;
  /** What stands in the fields before the reason: with another content it is another command. */
  content?: string;
  /** Fields before the reason. */
  children?: ReactNode;
  onCancel?: () => void;
}

/** Nothing at the desk is taken away without a reason in words. */
export function ReasonForm({ action, label, help, danger = false, disabled = false, ...rest }: Props) {
  const { send, content = '', children, onCancel } = rest;
  const { t } = useTranslation('desk');
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (value) => (value.trim().length < 2 ? t('form.reasonShort') : null) },
  });
  const submission = useSubmission<{ reason: string }>(form, {
    intentOf: ({ reason }) => JSON.stringify([reason, content]),
    send: async ({ reason }, key) => {
      await send(reason.trim(), key);
      form.reset();
    },
  });
  return (
    <DeskForm
      form={form}
      {...submission}
      action={action}
      color={danger ? 'red' : 'teal'}
      label={label}
      help={help}
      disabled={disabled}
      onCancel={onCancel}
    >
      {children}
    </DeskForm>
  );
}
