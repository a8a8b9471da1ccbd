import { Button } from '@mantine/core';
import type { FormEventHandler, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './form.module.css';

interface Props {
  onSubmit: FormEventHandler<HTMLFormElement>;
  /** Words on the button. */
  submit: string;
  /** The form is on its way; it cannot be sent again meanwhile. */
  busy: boolean;
  /** What would be sent is not known yet. */
  disabled?: boolean;
  /** Why nothing can be sent now, in words: the button rests, and what was typed stays. */
  blocked?: string | null;
  /** In a sheet: the button stays in sight at its foot, with what stands in the way. */
  pinned?: boolean;
  /** What stands in the way and belongs to no field. */
  problem: string | null;
  children: ReactNode;
  /** Small print between the fields and the button. */
  above?: ReactNode;
  /** Back to where the form was opened, without sending anything. */
  onCancel?: () => void;
}

/** One column of fields and the button that sends them. */
export function Form({ onSubmit, submit, busy, disabled = false, blocked = null, problem, ...props }: Props) {
  return (
    <form noValidate onSubmit={onSubmit} className={styles.form} aria-busy={busy}>
      {props.children}
      {props.above}
      <div className={styles.foot} data-pinned={props.pinned || undefined}>
        {problem !== null && (
          <p role="alert" className={styles.problem}>
            {problem}
          </p>
        )}
        {blocked !== null && (
          <p role="status" className={styles.blocked}>
            {blocked}
          </p>
        )}
        <Button
          type="submit"
          fullWidth
          size="lg"
          loading={busy}
          disabled={disabled || blocked !== null}
          className={styles.submit ?? ''}
        >
          {submit}
        </Button>
        {props.onCancel && <Cancel onClick={props.onCancel} />}
      </div>
    </form>
  );
}

function Cancel({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation();
  return (
    <Button variant="default" size="lg" fullWidth onClick={onClick}>
      {t('form.cancel')}
    </Button>
  );
}

/** The first words of a page that is a form. */
export function FormIntro({ title, text }: { title?: string; text?: string }) {
  return (
    <div className={styles.intro}>
      {title !== undefined && <h2 className={styles.title}>{title}</h2>}
      {text !== undefined && <p className={styles.text}>{text}</p>}
    </div>
  );
}
