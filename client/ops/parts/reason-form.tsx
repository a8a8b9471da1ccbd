import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useSubmission } from '../../platform/use-submission';
import { AreaField } from './area-field';
import { focusFirst } from './focus-first';

interface Props {
  /** Words on the button. */
  action: string;
  label?: string;
  help?: string;
  /** It takes something away. */
  danger?: boolean;
  disabled?: boolean;
  send: (reason: string) => Promise<unknown>;
  /** Fields before the reason. */
  children?: ReactNode;
  onCancel?: () => void;
}

/** Nothing at the desk is taken away without a reason in words. */
export function ReasonForm({ action, label, help, danger = false, disabled = false, send, children, onCancel }: Props) {
  const { t } = useTranslation('desk');
  const id = useId();
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (value) => (value.trim().length < 2 ? t('form.reasonShort') : null) },
  });
  const { busy, problem, submit } = useSubmission<{ reason: string }>(form, {
    send: async ({ reason }) => {
      await send(reason.trim());
      form.reset();
    },
  });
  return (
    <form
      noValidate
      className="desk-form"
      aria-busy={busy}
      onSubmit={form.onSubmit(submit, (errors) => focusFirst(form, errors))}
    >
      {children}
      <AreaField
        {...form.getInputProps('reason')}
        id={id}
        label={label ?? t('common.reason')}
        help={help}
        maxLength={500}
        disabled={disabled}
      />
      <Problem text={problem} />
      <div className="desk-actions">
        <Button type="submit" size="sm" color={danger ? 'red' : 'teal'} loading={busy} disabled={disabled}>
          {action}
        </Button>
        {onCancel && (
          <Button size="sm" variant="default" onClick={onCancel}>
            {t('common.cancel')}
          </Button>
        )}
      </div>
    </form>
  );
}

/** What stands in the way and belongs to no field. */
export function Problem({ text }: { text: string | null }) {
  if (text === null) return null;
  return (
    <p role="alert" className="desk-problem">
      {text}
    </p>
  );
}
