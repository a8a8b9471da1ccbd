import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type BreakKind,
  type BreakSpan,
  COOL_OFFS,
  EXCLUSIONS,
} from '../../../../server/contract/rules/own-limits.rules';
import { ownStay } from '../../../platform/own-break';
import { useSubmission } from '../../../platform/use-submission';
import { ConsentBox } from '../../../ui/consent-box';
import { Form } from '../../../ui/form';
import { FundPasswordField } from '../../../ui/fund-password-field';
import { FUND_PASSWORD_REFUSALS } from '../../../ui/fund-password-refusals';
import { PillChoice } from '../../../ui/pill-choice';
import { Sheet } from '../../../ui/sheet';
import { toast } from '../../../ui/toast';
import { judgePin, useUser, useVerdict } from '../../account/profile';
import { ownLimits, takeBreak } from './own-limits.api';
import styles from './own-limits.module.css';

/** A break of some length, asked for once more: nobody can end it. */
export function BreakChoice({ kind }: { kind: BreakKind }) {
  const { t } = useTranslation();
  const spans: readonly BreakSpan[] = kind === 'cool-off' ? COOL_OFFS : EXCLUSIONS;
  const [span, setSpan] = useState<BreakSpan | null>(null);
  const [asking, setAsking] = useState(false);
  return (
    <section className={styles.section} aria-label={t(`limits.breaks.${kind}.title`)}>
      <h2 className={styles.heading}>{t(`limits.breaks.${kind}.title`)}</h2>
      <div className={styles.choice}>
        <p className={styles.text}>{t(`limits.breaks.${kind}.text`)}</p>
        <PillChoice
          legend={t('limits.breaks.howLong')}
          choices={spans.map((key) => ({ key, label: t(`limits.breaks.spans.${key}`) }))}
          chosen={span}
          onChoose={setSpan}
        />
        <Button variant="default" fullWidth size="md" disabled={span === null} onClick={() => setAsking(true)}>
          {t(`limits.breaks.${kind}.begin`)}
        </Button>
      </div>
      <Sheet title={t(`limits.breaks.${kind}.begin`)} opened={asking} onClose={() => setAsking(false)}>
        {span !== null && <Question kind={kind} span={span} onClose={() => setAsking(false)} />}
      </Sheet>
    </section>
  );
}

interface QuestionProps {
  kind: BreakKind;
  span: BreakSpan;
  onClose: () => void;
}

function Question({ kind, span, onClose }: QuestionProps) {
  const { t } = useTranslation();
  const words = useVerdict();
  const queries = useQueryClient();
  const user = useUser();
  const [sure, setSure] = useState(false);
  // What nobody ends for months takes more than a login that may be stolen. Until it is known whether there is one, it is asked for.
  const isProven = kind === 'exclusion' && user?.has_fund_password !== 0;
  const form = useForm({
    initialValues: { fundPassword: '' },
    validate: { fundPassword: (value) => (isProven ? words(judgePin(value)) : null) },
  });
  const { busy, problem, submit } = useSubmission<{ fundPassword: string }>(form, {
    fields: FUND_PASSWORD_REFUSALS,
    send: async ({ fundPassword }) => {
      queries.setQueryData(ownLimits.queryKey, await takeBreak(span, fundPassword));
      void queries.invalidateQueries({ queryKey: ownStay.queryKey });
      toast(t('limits.breaks.begun'));
      onClose();
    },
  });
  return (
    <>
      <div className={styles.question}>
        <p className={styles.span}>{t(`limits.breaks.spans.${span}`)}</p>
        <p className={styles.text}>{t(`limits.breaks.${kind}.text`)}</p>
        <p className={styles.text}>{t('limits.breaks.orders')}</p>
      </div>
      <Form
        onSubmit={form.onSubmit(submit)}
        submit={t(`limits.breaks.${kind}.begin`)}
        busy={busy}
        disabled={!sure}
        problem={problem}
        onCancel={onClose}
      >
        <ConsentBox label={t('limits.breaks.sure')} checked={sure} onChange={setSure} />
        {isProven && <FundPasswordField {...form.getInputProps('fundPassword')} value={form.values.fundPassword} />}
      </Form>
    </>
  );
}
