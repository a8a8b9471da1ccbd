import { ActionIcon, Button } from '@mantine/core';
import { IconPhoto, IconSend2 } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chatRisks } from '../../../../server/contract/rules/chat-risk.rules';
import type { RoomLineView } from '../../../../server/contract/trading/otc-orders.dto';
import { CallFailed } from '../../../platform/api';
import { compressPhoto, PhotoTooLarge } from '../../../platform/compress-photo';
import { failureWords } from '../../../platform/failure-words';
import { uploadPhoto } from '../../../platform/upload';
import { useAtMostOnce } from '../../../platform/use-at-most-once';
import { CardSkeleton } from '../../../ui/text-skeleton';
import { useWireTime } from '../../account/profile';
import { LinePicture } from './line-picture';
import { OpenOnMap } from './meeting-place';
import { KEYS, order as orderQuery, say, useOtcEvents } from './otc.api';
import styles from './chat-room.module.css';
import shared from './otc.module.css';
import { SafetyNote } from './safety-note';
import { useRoomLines } from './use-room-lines';
import { UnknownOtc } from './unknown-otc';

type Said = { text: string } | { image: string };

/** What the two sides of an order, and in an appeal the desk, write to each other. */
export function ChatRoom({ id }: { id: string }) {
  const { t } = useTranslation();
  useOtcEvents();
  const { data: detail } = useQuery(orderQuery(id));
  const { lines, failure, more, loadMore, reload } = useRoomLines(id);
  const end = useRef<HTMLDivElement>(null);
  const last = lines?.at(-1)?.number ?? 0;
  useEffect(() => {
    if (last > 0) end.current?.scrollIntoView({ block: 'end' });
  }, [last]);
  if (failure) return <UnknownOtc what="order" error={failure} onRetry={reload} />;
  if (!lines) return <CardSkeleton rows={6} />;
  return (
    <div className={styles.room}>
      <div className={shared.bar}>
        <SafetyNote text={t('otc.safety.chat')} />
        {detail?.payment && detail.payment.place !== '' && (
          <div className={shared.actions}>
            <p className={shared.text}>
              {t('otc.meeting')}: {detail.payment.account}
            </p>
            <OpenOnMap place={detail.payment.place} title={detail.payment.account} />
          </div>
        )}
        {more && (
          <Button variant="subtle" mih={44} onClick={loadMore}>
            {t('otc.older')}
          </Button>
        )}
      </div>
      <ul className={styles.lines} aria-live="polite" aria-label={t('otc.chat')}>
        {lines.map((line) => (
          <Line key={line.number} id={id} line={line} />
        ))}
      </ul>
      <div ref={end} />
      {detail?.chat_open === false ? <p className={shared.bar}>{t('otc.chatClosed')}</p> : <Writing id={id} />}
    </div>
  );
}

function Line({ id, line }: { id: string; line: RoomLineView }) {
  const { t } = useTranslation();
  const wireTime = useWireTime();
  const at = wireTime(new Date(line.at).toISOString().slice(0, 19).replace('T', ' '));
  if (line.kind === 'note') {
    return (
      <li className={styles.line} data-side="note">
        <span className={shared.small}>
          {t(`otc.steps.${line.body as 'open'}`)} · {at}
        </span>
      </li>
    );
  }
  const side = line.voice === 'desk' ? 'desk' : line.mine ? 'mine' : 'other';
  const risks = line.mine ? [] : chatRisks(line.body);
  return (
    <li className={styles.line} data-side={side}>
      <span className={shared.small}>
        {line.mine ? t('otc.you') : t(`otc.voices.${line.voice as 'buyer'}`)} · {at}
      </span>
      {line.kind === 'picture' ? (
        <LinePicture id={id} number={line.number} />
      ) : (
        <span className={styles.bubble}>{line.body}</span>
      )}
      {risks.map((risk) => (
        <SafetyNote key={risk} text={t(`otc.risks.${risk}`)} />
      ))}
    </li>
  );
}

/** A field and a picture. What was typed stays where it could not be sent. */
function Writing({ id }: { id: string }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { busy, run } = useAtMostOnce<Said>();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [sending, setSending] = useState(false);

  const send = async (said: Said) => {
    setProblem(null);
    try {
      const sent = await run({ intent: JSON.stringify(said), content: said, send: (line, key) => say(id, line, key) });
      if (sent === undefined) return;
      if ('text' in said) setText('');
      await queries.invalidateQueries({ queryKey: KEYS.lines(id) });
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      setProblem(failureWords(error, t));
    }
  };
  const sendPicture = async (file: File) => {
    setSending(true);
    setProblem(null);
    try {
      const { file: small } = await compressPhoto(file);
      const signal = new AbortController().signal;
      await send({ image: await uploadPhoto(small, 'otc', { signal, onProgress: () => undefined }) });
    } catch (error) {
      if (error instanceof PhotoTooLarge) setProblem(t('photo.tooLarge', { megabytes: 10 }));
      else if (error instanceof CallFailed) setProblem(failureWords(error, t));
      else throw error;
    } finally {
      setSending(false);
    }
  };
  return (
    <>
      {problem !== null && (
        <p role="alert" className={shared.problem}>
          {problem}
        </p>
      )}
      <form
        className={styles.write}
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() !== '') void send({ text: text.trim() });
        }}
      >
        <PictureButton busy={sending} onPick={(file) => void sendPicture(file)} />
        <textarea
          className={`${styles.writeText} ${styles.area}`}
          aria-label={t('otc.message')}
          placeholder={t('otc.message')}
          rows={1}
          maxLength={1000}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <ActionIcon type="submit" size={44} variant="filled" loading={busy} aria-label={t('otc.send')}>
          <IconSend2 size={20} aria-hidden />
        </ActionIcon>
      </form>
    </>
  );
}

function PictureButton({ busy, onPick }: { busy: boolean; onPick: (file: File) => void }) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <ActionIcon
        size={44}
        variant="default"
        loading={busy}
        aria-label={t('otc.picture')}
        onClick={() => input.current?.click()}
      >
        <IconPhoto size={20} aria-hidden />
      </ActionIcon>
      <input
        ref={input}
        type="file"
        hidden
        data-otc-picture
        accept="image/jpeg,image/png,image/webp,image/heic,image/heif,.heic,.heif"
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          currentTarget.value = '';
          if (file) onPick(file);
        }}
      />
    </>
  );
}
