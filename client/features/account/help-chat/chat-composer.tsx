import { ActionIcon, Textarea } from '@mantine/core';
import { IconPaperclip, IconSend2, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { HELP_LINE_LENGTH_MAX, type HelpLineView } from '../../../../server/contract/account/help-chat.dto';
import { maskSecrets } from '../../../../server/contract/rules/help-secrets.rules';
import { CallFailed } from '../../../platform/api';
import { failureWords } from '../../../platform/failure-words';
import { useAtMostOnce } from '../../../platform/use-at-most-once';
import { type Photo, usePhoto } from '../../../platform/use-photo';
import { sayLine, type Written } from './help-chat.api';
import styles from './help-chat.module.css';

interface Props {
  onTyped: () => void;
  onSaid: (line: HelpLineView) => void;
}

/** What is being written, and a picture with it. What looks like a password or a code is pointed out while it is typed. */
export function ChatComposer({ onTyped, onSaid }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const [text, setText] = useState('');
  const photo = usePhoto('help');
  const { busy, problem, say } = useSaying(onSaid);
  const isEmpty = text.trim() === '' && photo.reference === null;
  const send = async () => {
    if (isEmpty || photo.progress !== null) return;
    if (await say({ text, picture: photo.reference })) {
      setText('');
      photo.remove();
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // On a keyboard that composes words, Enter ends a word.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || isTouched()) return;
    event.preventDefault();
    void send();
  };
  const wrong = problem ?? photo.problem;
  return (
    <div className={styles.composer}>
      {maskSecrets(text).isMasked && (
        <p className={styles.warning} role="status">
          {t('helpChat.secret')}
        </p>
      )}
      {wrong !== null && (
        <p className={styles.problem} role="alert">
          {wrong}
        </p>
      )}
      <ChosenPicture photo={photo} />
      <div className={styles.row}>
        <Attach photo={photo} />
        <label className={styles.hidden} htmlFor={id}>
          {t('helpChat.write')}
        </label>
        <Textarea
          id={id}
          className={styles.field ?? ''}
          placeholder={t('helpChat.write')}
          autosize
          minRows={1}
          maxRows={5}
          maxLength={HELP_LINE_LENGTH_MAX}
          value={text}
          onKeyDown={onKeyDown}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            onTyped();
          }}
        />
        <ActionIcon
          size={44}
          variant="filled"
          aria-label={t('helpChat.send')}
          loading={busy}
          disabled={isEmpty || photo.progress !== null}
          onClick={() => void send()}
        >
          <IconSend2 size={22} stroke={1.6} aria-hidden />
        </ActionIcon>
      </div>
    </div>
  );
}

/** Sends a line once; what could not be sent stays where it was typed. */
function useSaying(onSaid: Props['onSaid']) {
  const { t } = useTranslation();
  const once = useAtMostOnce<Written>();
  const [problem, setProblem] = useState<string | null>(null);
  const say = async (written: Written): Promise<boolean> => {
    setProblem(null);
    try {
      const line = await once.run({ intent: JSON.stringify(written), content: written, send: sayLine });
      if (line) onSaid(line);
      return line !== undefined;
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      if (error.kind !== 'session') setProblem(failureWords(error, t));
      return false;
    }
  };
  return { busy: once.busy, problem, say };
}

function Attach({ photo }: { photo: Photo }) {
  const { t } = useTranslation();
  return (
    <label className={styles.attach}>
      <IconPaperclip size={22} stroke={1.6} aria-hidden />
      <span className={styles.hidden}>{t('helpChat.attach')}</span>
      <input
        type="file"
        accept="image/jpeg,image/png,image/webp,image/heic,image/heif,.heic,.heif"
        disabled={photo.progress !== null}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          currentTarget.value = '';
          if (file) photo.pick(file);
        }}
      />
    </label>
  );
}

function ChosenPicture({ photo }: { photo: Photo }) {
  const { t } = useTranslation();
  const { preview, progress, reference, remove, retry } = photo;
  if (preview === null && progress === null && reference === null && retry === null) return null;
  return (
    <div className={styles.chosen}>
      {preview !== null && <img src={preview} alt={t('helpChat.picture')} />}
      {progress !== null && <span role="status">{t('helpChat.sending')}</span>}
      {retry !== null && (
        <button type="button" className={styles.plain} onClick={retry}>
          {t('common.tryAgain')}
        </button>
      )}
      <ActionIcon size={44} variant="subtle" aria-label={t('helpChat.removePicture')} onClick={remove}>
        <IconX size={20} stroke={1.6} aria-hidden />
      </ActionIcon>
    </div>
  );
}

/** On a phone, Enter begins a new line. */
function isTouched(): boolean {
  return globalThis.matchMedia('(pointer: coarse)').matches;
}
