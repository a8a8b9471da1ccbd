import { Button } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { HelpChatView } from '../../../../server/contract/account/help-chat.dto';
import { failureWords } from '../../../platform/failure-words';
import { ConfirmSheet } from '../../../ui/confirm-sheet';
import { ErrorState } from '../../../ui/error-state';
import { CardSkeleton } from '../../../ui/text-skeleton';
import { ChatComposer } from './chat-composer';
import { ChatLines, Moment } from './chat-lines';
import { closeChat, withLine } from './help-chat.api';
import styles from './help-chat.module.css';
import { useHelpChat, useTyping } from './use-help-chat';

/** The chat with the help desk, for somebody who is logged in. */
export function HelpChat() {
  const { t } = useTranslation();
  const { data, error, refetch, change } = useHelpChat();
  const { isTyping, typed } = useTyping(data?.state === 'open');
  if (error && !data) return <ErrorState text={failureWords(error, t)} onRetry={() => void refetch()} />;
  if (!data) return <CardSkeleton rows={6} />;
  return (
    <div className={styles.chat}>
      <Safety />
      <State chat={data} />
      {data.lines.length === 0 && <p className={styles.welcome}>{t('helpChat.welcome')}</p>}
      <ChatLines chat={data} isTyping={isTyping} />
      <ChatComposer
        onTyped={typed}
        onSaid={(line) => {
          change((chat) => withLine(chat, line));
          // What else a first line begins.
          if (data.chatId !== line.chatId) void refetch();
        }}
      />
    </div>
  );
}

/** What a helper of ours never does, and how one is known. */
export function Safety() {
  const { t } = useTranslation();
  return (
    <div className={styles.safety}>
      <IconShieldCheck size={20} stroke={1.6} aria-hidden />
      <p>
        {t('helpChat.never')} <Link to="/pages/help/center/check">{t('helpChat.checkLink')}</Link>
      </p>
    </div>
  );
}

function State({ chat: { state, isOpen, opensAt, ahead, hasMail } }: { chat: HelpChatView }) {
  const { t } = useTranslation();
  const isGoingOn = state === 'open' || state === 'waiting';
  return (
    <div className={styles.state}>
      <div role="status">
        {!isOpen && (
          <p>
            {t('helpChat.away')}{' '}
            {opensAt !== null && (
              <>
                {t('helpChat.backAt')} <Moment at={opensAt} />.
              </>
            )}{' '}
            {t(hasMail ? 'helpChat.byMail' : 'helpChat.noMail')}
          </p>
        )}
        {isOpen && state === 'waiting' && <p>{t('helpChat.waiting', { count: ahead })}</p>}
        {state === 'open' && <p>{t('helpChat.open')}</p>}
      </div>
      {isGoingOn && <End />}
    </div>
  );
}

function End() {
  const { t } = useTranslation();
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const end = () => {
    setBusy(true);
    closeChat()
      .catch(() => {
        // The state says that it goes on.
      })
      .finally(() => {
        setBusy(false);
        setAsked(false);
      });
  };
  return (
    <>
      <Button variant="subtle" size="sm" onClick={() => setAsked(true)}>
        {t('helpChat.end')}
      </Button>
      <ConfirmSheet
        opened={asked}
        title={t('helpChat.endQuestion')}
        text={t('helpChat.endText')}
        action={t('helpChat.end')}
        dismissLabel={t('helpChat.keep')}
        busy={busy}
        onConfirm={end}
        onClose={() => setAsked(false)}
      />
    </>
  );
}
