import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DecisionView, VerificationDetailView } from '../../../server/contract/operations';
import { useSubmission } from '../../platform/use-submission';
import { TextField } from '../../ui/text-field';
import { AreaField } from '../parts/area-field';
import { focusFirst } from '../parts/focus-first';
import { Problem } from '../parts/desk-form';
import { useOutcome } from './decision';
import type { CasePost } from './seen-post';

interface Values {
  front: string;
  back: string;
  hand: string;
  reason: string;
}

interface Props {
  detail: VerificationDetailView;
  post: CasePost;
  onDecided: () => void;
}

/** Sends the case back: a reason in words, and on the advanced level one for each photo that is to be taken again. */
export function RejectVerification({ detail, post, onDecided }: Props) {
  const { t } = useTranslation('desk');
  const [opened, setOpened] = useState(false);
  if (opened) return <RejectForm detail={detail} post={post} onDecided={onDecided} onCancel={() => setOpened(false)} />;
  return (
    <div className="desk-actions">
      <Button size="sm" variant="default" onClick={() => setOpened(true)}>
        {t('decide.rejectTitle')}
      </Button>
    </div>
  );
}

function RejectForm({ detail, post, onDecided, onCancel }: Props & { onCancel: () => void }) {
  const { t } = useTranslation('desk');
  const settle = useOutcome(onDecided);
  const photos = detail.photos.filter(({ status }) => status !== 'accepted').map(({ kind }) => kind);
  const given = (values: Values) =>
    photos.map((kind) => [kind, values[kind].trim()] as const).filter(([, text]) => text !== '');
  const [first] = photos;
  const form = useForm<Values>({
    initialValues: { front: '', back: '', hand: '', reason: '' },
    validate: (values) => ({
      reason: values.reason.trim().length < 2 ? t('form.reasonShort') : null,
      ...(first !== undefined && given(values).length === 0 ? { [first]: t('verification.photoNeeded') } : {}),
    }),
  });
  const { busy, problem, submit } = useSubmission<Values>(form, {
    fields: { 'verification.reasons-needed': first ?? 'reason' },
    send: (values) => {
      const photoReasons = Object.fromEntries(given(values));
      const body = { reason: values.reason.trim(), ...(photos.length > 0 ? { photoReasons } : {}) };
      return settle(post<DecisionView>(`verification/${detail.case.id}/reject`, body));
    },
  });
  return (
    <form
      noValidate
      className="desk-form"
      aria-busy={busy}
      onSubmit={form.onSubmit(submit, (errors) => focusFirst(form, errors))}
    >
      {photos.map((kind) => (
        <TextField
          key={kind}
          {...form.getInputProps(kind)}
          label={t('verification.photoReason', { photo: t(`verification.${kind}`) })}
          help={t('verification.photoReasonHelp')}
          maxLength={500}
        />
      ))}
      <AreaField
        {...form.getInputProps('reason')}
        label={t('common.reason')}
        help={t('decide.rejectText')}
        maxLength={500}
      />
      <Problem text={problem} />
      <div className="desk-actions">
        <Button type="submit" size="sm" color="red" loading={busy}>
          {t('decide.reject')}
        </Button>
        <Button size="sm" variant="default" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
      </div>
    </form>
  );
}
