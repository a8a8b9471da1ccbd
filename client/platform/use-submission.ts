import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RefusalCode } from '../../server/contract/errors';
import { CallFailed } from './api';
import { failureWords } from './failure-words';
import { type AtMostOnce, useAtMostOnce } from './use-at-most-once';

interface Options<Values, Field extends string> {
  /** Sends the form. The key is the same for every try of the same values until the server has decided. */
  send: (values: Values, idempotencyKey: string) => Promise<unknown>;
  /**
   * A decision that was made before this form and outlives it; what is typed here only proves who made it. A try whose
   * outcome is not known is sent again under its key, with what is typed then.
   */
  decision?: { intent: string; command: AtMostOnce<undefined> };
  /** Names the form where what is typed in it outlives it: `useAtMostOnce`. */
  form?: string;
  /** What of the values is the user's decision; all of them when it is left out. */
  intentOf?: (values: Values) => string;
  /** What the form gives a value, where that is all it does: `Attempt.sets`. */
  setsOf?: ((values: Values) => string) | undefined;
  /** Which field a refusal is about; the others are shown above the button. */
  fields?: Partial<Record<RefusalCode, Field>>;
}

export interface Submission<Values> {
  busy: boolean;
  /** A refusal that belongs to no field, in words. */
  problem: string | null;
  submit: (values: Values) => void;
  /** What would be sent for these values, because nobody knows yet what became of a first try of them; null: they themselves. */
  held: (values: Values) => Values | null;
  /** Forgets the problem. */
  clear: () => void;
}

/** What is asked of a form. */
interface FormFields<Field extends string> {
  setFieldError(path: Field, error: string): void;
  getInputNode(path: Field): HTMLElement | null;
}

/**
 * Sends a form once at a time and puts what the server refuses at the field that it is about. What was typed stays.
 * A try whose outcome is not known keeps its key, so that sending it again cannot do it twice.
 *
 * What is sent may be other than what is typed; then the form's fields are named as well.
 */
export function useSubmission<Values, Field extends string = keyof Values & string>(
  form: FormFields<Field>,
  { send, decision, form: name, intentOf = JSON.stringify, setsOf, fields = {} }: Options<Values, Field>,
): Submission<Values> {
  const { t } = useTranslation();
  const [problem, setProblem] = useState<string | null>(null);
  const own = useAtMostOnce<Values>(name);
  const { busy } = decision?.command ?? own;
  const attempt = (values: Values): Promise<unknown> => {
    if (decision === undefined)
      return own.run({ intent: intentOf(values), content: values, sets: setsOf?.(values), send });
    const { intent, command } = decision;
    return command.run({ intent, content: undefined, send: (_content, key) => send(values, key) });
  };

  const refuse = (failure: CallFailed) => {
    if (failure.kind === 'session') return;
    const field = failure.code === null ? undefined : fields[failure.code];
    if (field === undefined) {
      setProblem(failureWords(failure, t));
      return;
    }
    form.setFieldError(field, failure.message);
    form.getInputNode(field)?.focus();
  };

  const submit = async (values: Values) => {
    if (!busy) setProblem(null);
    try {
      await attempt(values);
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      refuse(error);
    }
  };
  const held = (values: Values) => own.held(intentOf(values));
  return { busy, problem, submit: (values) => void submit(values), held, clear: () => setProblem(null) };
}
