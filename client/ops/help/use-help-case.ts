import { useEffect, useRef, useState } from 'react';
import type { HelpCaseView, HelpPulseView } from '../../../server/contract/operations';
import { deskGet, deskPost } from '../frame/desk-call';
import { useAwake } from '../frame/use-awake';
import { refreshDesk, useDeskQuery } from '../parts/use-desk-query';

const PULSE_MS = 2000;
const TYPED_MS = 5000;

/** One chat: read again whenever its version says that something has changed, and whether its user is writing. */
export function useHelpCase(id: string) {
  const query = useDeskQuery<HelpCaseView>(`help/${id}`);
  const [isTyping, setTyping] = useState(false);
  const typedAt = useRef(Number.NEGATIVE_INFINITY);
  const isAwake = useAwake();
  const version = query.data?.version ?? 0;
  useEffect(() => {
    if (!isAwake || version === 0) return undefined;
    const timer = setInterval(() => {
      if (document.hidden) return;
      deskGet<HelpPulseView>(`help/${id}/pulse`, {
        typing: String(performance.now() - typedAt.current < TYPED_MS),
      }).then(
        (pulse) => {
          setTyping(pulse.typing);
          if (pulse.version !== version) refreshDesk(`help/${id}`);
        },
        () => setTyping(false),
      );
    }, PULSE_MS);
    return () => clearInterval(timer);
  }, [id, isAwake, version]);
  useReadMarks(id, query.data);
  return {
    query,
    isTyping,
    typed: () => {
      typedAt.current = performance.now();
    },
  };
}

/** Whoever has the chat has seen the newest line while the page is. */
function useReadMarks(id: string, chat: HelpCaseView | undefined): void {
  const last = chat?.lines.at(-1)?.number ?? 0;
  const number = chat?.mine && last > chat.readByAgent ? last : 0;
  useEffect(() => {
    if (number === 0 || document.hidden) return;
    deskPost(`help/${id}/read`, { number }).catch(() => {
      // Said again with the next line.
    });
  }, [id, number]);
}
