import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { HelpChatView, HelpLineView } from '../../../../server/contract/account/help-chat.dto';
import { useLanguage } from '../../../platform/preferences';
import { fetchPhoto } from '../../../platform/upload';
import styles from './help-chat.module.css';
import { useOlderLines } from './use-help-chat';

/** The lines of the chat, the newest last and in view. */
export function ChatLines({ chat, isTyping }: { chat: HelpChatView; isTyping: boolean }) {
  const { t } = useTranslation();
  const { older, more } = useOlderLines(chat);
  const end = useRef<HTMLDivElement>(null);
  const newest = chat.lines.at(-1)?.id;
  useEffect(() => {
    if (newest !== undefined) end.current?.scrollIntoView({ block: 'end' });
  }, [newest]);
  const lines = [...older, ...chat.lines];
  const seen = (line: HelpLineView) =>
    line.author === 'user' && line.chatId === chat.chatId && line.number <= chat.readByAgent;
  const lastSeen = lines.findLast(seen)?.id;
  return (
    <>
      {more && (
        <Button variant="subtle" fullWidth onClick={() => void more()}>
          {t('helpChat.older')}
        </Button>
      )}
      <div role="log" aria-label={t('helpChat.lines')} className={styles.log}>
        {lines.map((line) => (
          <Line key={line.id} line={line} isSeen={line.id === lastSeen} />
        ))}
        {isTyping && <p className={styles.note}>{t('helpChat.typing')}</p>}
      </div>
      <div ref={end} className={styles.end} />
    </>
  );
}

const NOTES = {
  claimed: 'helpChat.claimed',
  'handed-over': 'helpChat.handedOver',
  'closed-by-user': 'helpChat.closedByUser',
  'closed-by-agent': 'helpChat.closedByAgent',
} as const;

function Line({ line, isSeen }: { line: HelpLineView; isSeen: boolean }) {
  const { t } = useTranslation();
  const { author, text, note, code, masked, picture, at } = line;
  if (note !== null) return <p className={styles.note}>{t(NOTES[note])}</p>;
  return (
    <div className={styles.line} data-author={author}>
      <span className={styles.hidden}>{t(author === 'user' ? 'helpChat.you' : 'helpChat.us')}</span>
      {text !== '' && (
        <p className={styles.text} dir="auto">
          {text}
        </p>
      )}
      {picture !== null && <Picture reference={picture} />}
      {masked && <p className={styles.small}>{t('helpChat.masked')}</p>}
      <p className={styles.small}>
        <Moment at={at} />
        {isSeen && ` · ${t('helpChat.seen')}`}
        {code !== null && (
          <>
            {' · '}
            <Link className={styles.code} to={`/pages/help/center/check?code=${code}`}>
              {t('helpChat.code', { code: shownCode(code) })}
            </Link>
          </>
        )}
      </p>
    </div>
  );
}

export function shownCode(code: string): string {
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}

export function Moment({ at }: { at: number }) {
  const format = new Intl.DateTimeFormat(useLanguage(), {
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    calendar: 'gregory',
  });
  return <time dateTime={new Date(at).toISOString()}>{format.format(at)}</time>;
}

/** A picture of the user's own; each look at it is in the user's list of looks, so it is shown when asked for. */
function Picture({ reference }: { reference: string }) {
  const { t } = useTranslation();
  const [address, setAddress] = useState<string | null>(null);
  const [isGone, setGone] = useState(false);
  useEffect(() => (address === null ? undefined : () => URL.revokeObjectURL(address)), [address]);
  const show = async () => {
    const blob = await fetchPhoto(reference, AbortSignal.timeout(60_000)).catch(() => null);
    if (blob === null) setGone(true);
    else setAddress(URL.createObjectURL(blob));
  };
  if (address !== null) return <img className={styles.picture} src={address} alt={t('helpChat.picture')} />;
  if (isGone) return <p className={styles.small}>{t('helpChat.pictureGone')}</p>;
  return (
    <Button size="xs" variant="default" onClick={() => void show()}>
      {t('helpChat.showPicture')}
    </Button>
  );
}
