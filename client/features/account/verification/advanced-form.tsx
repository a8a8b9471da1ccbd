import { useForm } from '@mantine/form';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type AdvancedVerificationView,
  PHOTO_KINDS,
  type PhotoKind,
  type VerificationPhotoView,
} from '../../../../server/contract/account/verification.dto';
import { textsOf, useDraft } from '../../../platform/draft';
import { failureWords } from '../../../platform/failure-words';
import { usePhoto } from '../../../platform/use-photo';
import { useSubmission } from '../../../platform/use-submission';
import { ErrorState } from '../../../ui/error-state';
import { Form, FormIntro } from '../../../ui/form';
import { PhotoField } from '../../../ui/photo-field';
import { CardSkeleton } from '../../../ui/text-skeleton';
import { focusFirstError, user } from '../profile';
import { LevelState } from './level-state';
import { isOpen, type PhotoReferences, submitPhotos, useVerificationEvents, verification } from './verification.api';
import styles from './verification.module.css';

interface Props {
  onDone: () => void;
}

const NONE: PhotoReferences = { front: '', back: '', hand: '' };

/** The advanced verification: three photos, or after a rejection those that are to be taken again. */
export function AdvancedForm({ onDone }: Props) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(verification);
  useVerificationEvents();
  if (error && !data) return <ErrorState text={failureWords(error, t)} onRetry={() => void refetch()} />;
  if (!data) return <CardSkeleton rows={8} />;
  const { basic, advanced } = data;
  if (!isOpen(advanced)) {
    const isVerified = advanced.status === 'verified';
    return (
      <LevelState
        title={t(`verification.status.${advanced.status}`)}
        text={t(isVerified ? 'verification.advancedDone' : 'verification.reviewText')}
      />
    );
  }
  if (basic.status !== 'verified') {
    return <LevelState title={t('verification.basicFirst')} text={t('verification.basicFirstText')} />;
  }
  return <PhotosForm known={advanced} onDone={onDone} />;
}

function usePhotos(known: AdvancedVerificationView, onDone: () => void) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  // A reference is of use to its owner only, so it may outlive the tab.
  const draft = useDraft('verification-photos', { lasting: true });
  const [draftTexts] = useState(() => textsOf(draft.read(), NONE));
  const photoOf = (kind: PhotoKind) => known.photos.find((photo) => photo.kind === kind);
  const isNeeded = (kind: PhotoKind) => photoOf(kind)?.status !== 'accepted';
  const judge = (kind: PhotoKind) => (reference: string) =>
    isNeeded(kind) && reference === '' ? t('photo.required') : null;
  const form = useForm<PhotoReferences>({
    initialValues: draftTexts,
    onValuesChange: (values) => draft.save(values),
    validate: { front: judge('front'), back: judge('back'), hand: judge('hand') },
  });
  const submission = useSubmission<PhotoReferences>(form, {
    send: async (values, key) => {
      await submitPhotos(values, key);
      draft.drop();
      await Promise.all([
        queries.invalidateQueries({ queryKey: verification.queryKey }),
        queries.invalidateQueries({ queryKey: user.queryKey }),
      ]);
      onDone();
    },
  });
  return { form, draftTexts, photoOf, isNeeded, ...submission };
}

function PhotosForm({ known, onDone }: { known: AdvancedVerificationView; onDone: () => void }) {
  const { t } = useTranslation();
  const { form, draftTexts, photoOf, isNeeded, busy, problem, submit } = usePhotos(known, onDone);
  return (
    <>
      <FormIntro text={t('verification.advancedText')} />
      <Form
        onSubmit={form.onSubmit(submit, (errors) => focusFirstError(form, errors))}
        submit={t('verification.submit')}
        busy={busy}
        problem={problem}
      >
        <ul className={styles.rules}>
          {(['ruleWhole', 'ruleSharp', 'ruleValid'] as const).map((rule) => (
            <li key={rule}>{t(`verification.${rule}`)}</li>
          ))}
        </ul>
        {PHOTO_KINDS.map((kind) =>
          isNeeded(kind) ? (
            <NeededPhoto
              key={kind}
              kind={kind}
              before={photoOf(kind)}
              draftReference={draftTexts[kind]}
              error={form.errors[kind] as string | undefined}
              onReference={(reference) => {
                form.setFieldValue(kind, reference ?? '');
                form.clearFieldError(kind);
              }}
            />
          ) : (
            <p key={kind} className={styles.accepted}>
              <IconCircleCheck size={20} stroke={1.6} aria-hidden />
              {t('verification.acceptedPhoto', { photo: t(`verification.photos.${kind}`) })}
            </p>
          ),
        )}
      </Form>
    </>
  );
}

interface NeededProps {
  kind: PhotoKind;
  /** As it was handed in last time. */
  before: VerificationPhotoView | undefined;
  /** Uploaded and not handed in yet; empty for none. */
  draftReference: string;
  error: string | undefined;
  onReference: (reference: string | null) => void;
}

function NeededPhoto({ kind, before, draftReference, error, onReference }: NeededProps) {
  const { t } = useTranslation();
  const photo = usePhoto('verification', {
    initialReference: draftReference === '' ? null : draftReference,
    onReference,
  });
  const isRejected = before?.status === 'rejected' && before.reason !== null;
  const wasRejected = isRejected && photo.reference === null ? before.reason : null;
  return (
    <PhotoField
      label={t(`verification.photos.${kind}`)}
      help={t(`verification.photoHelp.${kind}`)}
      error={error ?? (wasRejected === null ? null : t('verification.rejectedPhoto', { reason: wasRejected }))}
      photo={photo}
      path={kind}
    />
  );
}
