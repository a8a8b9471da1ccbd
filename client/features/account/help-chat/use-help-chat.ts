import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { HelpChatView, HelpLineView } from '../../../../server/contract/account/help-chat.dto';
import { useAccountEvents, useAccountEventsStart } from '../../../platform/use-account-events';
import { afterEvent, amHere, helpChat, olderLines, sawLines } from './help-chat.api';

/** The chat as it is: read once, then followed by the user's stream. */
export function useHelpChat() {
  const queries = useQueryClient();
  const query = useQuery(helpChat);
  const change = (to: (chat: HelpChatView) => HelpChatView) =>
    queries.setQueryData<HelpChatView>(helpChat.queryKey, (chat) => chat && to(chat));
  useAccountEvents('help', (event) => change((chat) => afterEvent(chat, event)));
  useAccountEventsStart(() => void queries.invalidateQueries({ queryKey: helpChat.queryKey }));
  useReadMarks(query.data);
  return { ...query, change };
}

/** Says once that the newest line was seen, while the page is. */
function useReadMarks(chat: HelpChatView | undefined): void {
  const said = useRef('');
  const last = chat?.lines.findLast(({ chatId }) => chatId === chat.chatId);
  const number = last && chat && last.number > chat.readByUser ? last.number : 0;
  useEffect(() => {
    const say = () => {
      const mark = `${chat?.chatId}:${number}`;
      if (number === 0 || document.hidden || said.current === mark) return;
      said.current = mark;
      sawLines(number).catch(() => {
        said.current = '';
      });
    };
    say();
    document.addEventListener('visibilitychange', say);
    return () => document.removeEventListener('visibilitychange', say);
  }, [chat?.chatId, number]);
}

const HERE_MS = 3000;
const TYPED_MS = 5000;

/** Tells the other side while something is being typed, and hears the same; nothing depends on it. */
export function useTyping(isOpen: boolean): { isTyping: boolean; typed: () => void } {
  const [isTyping, setTyping] = useState(false);
  const at = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (!isOpen) return undefined;
    const timer = setInterval(() => {
      if (document.hidden) return;
      amHere(performance.now() - at.current < TYPED_MS).then(
        ({ typing }) => setTyping(typing),
        () => setTyping(false),
      );
    }, HERE_MS);
    return () => clearInterval(timer);
  }, [isOpen]);
  return {
    isTyping: isOpen && isTyping,
    typed: () => {
      at.current = performance.now();
    },
  };
}

/** Lines from before those that are read at first. */
export function useOlderLines(chat: HelpChatView): { older: HelpLineView[]; more: (() => Promise<void>) | null } {
  const [older, setOlder] = useState<{ lines: HelpLineView[]; hasMore: boolean } | null>(null);
  const first = older?.lines[0] ?? chat.lines[0];
  const hasMore = older?.hasMore ?? chat.hasMore;
  const more = async () => {
    if (!first) return;
    const { lines, hasMore: isMore } = await olderLines(first.id);
    setOlder((now) => ({ lines: [...lines, ...(now?.lines ?? [])], hasMore: isMore }));
  };
  const known = new Set(chat.lines.map(({ id }) => id));
  return { older: (older?.lines ?? []).filter(({ id }) => !known.has(id)), more: hasMore ? more : null };
}
