import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HelpCaseView, HelpDeskLineView } from '../../../server/contract/operations';
import { deskGet } from '../frame/desk-call';
import { PhotoView } from '../parts/photo-view';
import { useAct } from '../parts/use-act';
import { When } from '../parts/when';

/** What was said, the newest last. */
export function HelpLines({ chat, isTyping }: { chat: HelpCaseView; isTyping: boolean }) {
  const { t } = useTranslation('desk');
  const [older, setOlder] = useState<{ lines: HelpDeskLineView[]; hasMore: boolean } | null>(null);
  const { busy, run } = useAct();
  const known = new Set(chat.lines.map(({ id }) => id));
  const lines = [...(older?.lines.filter(({ id }) => !known.has(id)) ?? []), ...chat.lines];
  const first = lines[0];
  const more = async () => {
    if (!first) return;
    const page = await deskGet<HelpCaseView>(`help/${chat.id}`, { before: first.id });
    setOlder((now) => ({ lines: [...page.lines, ...(now?.lines ?? [])], hasMore: page.hasMore }));
  };
  return (
    <>
      {(older?.hasMore ?? chat.hasMore) && (
        <Button size="sm" variant="default" loading={busy} onClick={() => run(more)}>
          {t('help.older')}
        </Button>
      )}
      <div className="desk-chat" role="log" aria-label={t('help.lines')}>
        {lines.map((line) => (
          <Line key={line.id} line={line} isSeen={line.number <= chat.readByUser} />
        ))}
        {isTyping && <p className="desk-note">{t('help.typing')}</p>}
      </div>
    </>
  );
}

const NOTES = {
  claimed: 'help.claimed',
  'handed-over': 'help.handedOver',
  'closed-by-user': 'help.closedByUser',
  'closed-by-agent': 'help.closedByAgent',
} as const;

function Line({ line, isSeen }: { line: HelpDeskLineView; isSeen: boolean }) {
  const { t } = useTranslation('desk');
  const { chatId, author, agent, text, note, masked, code, picture, at } = line;
  if (note !== null) {
    return (
      <p className="desk-note">
        {t(NOTES[note], { who: agent ?? '' })} · <When at={at} />
      </p>
    );
  }
  return (
    <article className="desk-line" data-author={author}>
      <p className="desk-note">
        {author === 'user' ? t('help.user') : agent} · <When at={at} />
        {code !== null && ` · ${code}`}
        {author === 'agent' && isSeen && ` · ${t('help.seen')}`}
      </p>
      {text !== '' && (
        <p className="desk-line-text" dir="auto">
          {text}
        </p>
      )}
      {masked && <p className="desk-note">{t('help.masked')}</p>}
      {picture !== null && (
        <PhotoView path={`help/${chatId}/picture/${picture}`} label={t('help.picture')} auto={false} />
      )}
    </article>
  );
}
