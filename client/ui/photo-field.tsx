import { IconCameraPlus, IconCircleCheck } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './photo-field.module.css';
import words from './field.module.css';

/** What a file dialog offers; some systems know HEIC only by its ending. */
const TYPES = 'image/jpeg,image/png,image/webp,image/heic,image/heif,.heic,.heif';

interface Props {
  label: string;
  help?: string | undefined;
  /** What is wrong with the field; a photo that could not be sent says so itself. */
  error?: string | null | undefined;
  photo: {
    reference: string | null;
    preview: string | null;
    progress: number | null;
    problem: string | null;
    pick: (file: File) => void;
    retry: (() => void) | null;
  };
  /** Where a form looks for the field to put the cursor into. */
  path?: string;
  disabled?: boolean;
}

/** A photo to be taken or chosen: its preview, how much of it is sent, and what went wrong with it. */
export function PhotoField({ label, help, error, photo, path, disabled = false }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const { reference, preview, progress, problem, pick, retry } = photo;
  const wrong = problem ?? error ?? null;
  const isFilled = preview !== null || reference !== null || progress !== null;
  return (
    <div className={styles.field}>
      <p id={`${id}-label`} className={words.label}>
        {label}
      </p>
      <div className={styles.frame} data-filled={isFilled || undefined} data-error={wrong !== null || undefined}>
        {isFilled ? <Filled preview={preview} progress={progress} isThere={reference !== null} /> : <Empty />}
        <input
          type="file"
          accept={TYPES}
          className={styles.input}
          disabled={disabled || progress !== null}
          aria-labelledby={`${id}-label`}
          aria-describedby={`${id}-words`}
          aria-invalid={wrong !== null || undefined}
          data-path={path}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            // The same file may be chosen again after a failure.
            currentTarget.value = '';
            if (file) pick(file);
          }}
        />
      </div>
      <div className={styles.below} id={`${id}-words`}>
        {wrong !== null && (
          <p className={words.error} role="alert">
            {wrong}
          </p>
        )}
        {wrong === null && help !== undefined && <p className={words.help}>{help}</p>}
        {retry !== null && (
          <button type="button" className={styles.retry} onClick={retry}>
            {t('common.tryAgain')}
          </button>
        )}
      </div>
    </div>
  );
}

function Empty() {
  const { t } = useTranslation();
  return (
    <span className={styles.empty}>
      <IconCameraPlus size={28} stroke={1.5} className={styles.icon ?? ''} aria-hidden />
      {t('photo.choose')}
      <span className={styles.small}>{t('photo.types')}</span>
    </span>
  );
}

interface FilledProps {
  preview: string | null;
  progress: number | null;
  isThere: boolean;
}

function Filled({ preview, progress, isThere }: FilledProps) {
  const { t } = useTranslation();
  return (
    <>
      {preview === null ? (
        <span className={`${styles.empty} ${styles.small}`}>{t('photo.noPreview')}</span>
      ) : (
        <img src={preview} alt="" className={styles.picture} />
      )}
      <span className={styles.bar} role="status">
        {progress !== null && (
          <>
            <span className="numbers">
              {/* Sent is not there yet: the server looks at it. */}
              {progress < 1 ? t('photo.sending', { percent: Math.floor(progress * 100) }) : t('photo.checking')}
            </span>
            <span className={styles.track} aria-hidden>
              <span className={styles.part} style={{ transform: `scaleX(${progress})` }} />
            </span>
          </>
        )}
        {progress === null && isThere && (
          <>
            <IconCircleCheck size={16} className={styles.done ?? ''} aria-hidden />
            {t('photo.sent')}
            <span className={styles.again}>{t('photo.again')}</span>
          </>
        )}
        {progress === null && !isThere && t('photo.notSent')}
      </span>
    </>
  );
}
