import { Button } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Submission } from '../../platform/use-submission';
import { AreaField } from './area-field';
import { focusFirst } from './focus-first';

interface Props<Values> extends Submission<Values> {
  form: Pick<UseFormReturnType<Values>, 'onSubmit' | 'getInputNode' | 'getInputProps'>;
  /** Words on the button. */
  action: string;
  color?: 'red' | 'teal';
  /** What the reason is called, and what is said below it. */
  label?: string;
  help?: string;
  disabled?: boolean;
  /** A form that is a part of the page by itself. */
  isCase?: boolean;
  /** Fields before the reason. */
  children?: ReactNode;
  onCancel?: () => void;
}

/** A form of the desk: its fields, the reason in words that every one of them asks for, and what stands in the way. */
export function DeskForm<Values extends { reason: string }>(props: Props<Values>) {
  const { t } = useTranslation('desk');
  const id = useId();
  const { form, busy, problem, submit, action, color, label, help, disabled, isCase, children, onCancel } = props;
  return (
    <form
      noValidate
      className={isCase ? 'desk-case desk-form' : 'desk-form'}
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
        <Button type="submit" size="sm" color={color} loading={busy} disabled={disabled}>
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
