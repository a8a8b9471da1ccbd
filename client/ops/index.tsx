import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { OperatorSessionView } from '../../server/contract/operations';
import { CallFailed } from '../platform/api';
import { useCarriedOutOnce } from '../platform/use-carried-out-once';
import { ErrorState } from '../ui/error-state';
import { PageLoading } from '../ui/page-loading';
import { Toasts, toast } from '../ui/toast';
import { deskGet } from './frame/desk-call';
import { DeskLogin } from './frame/desk-login';
import { askAgain, deskQueries, deskState, deskUnreachable, enterDesk, useDesk } from './frame/desk-session';
import { DeskShell } from './frame/desk-shell';
import { adoptDeskSheet } from './styles';
import { useDeskWords } from './words';

adoptDeskSheet();

/**
 * The operators' desk: a part of its own beside the users' pages, with its own frame, session, memory, words and style
 * sheet. Nothing of it is loaded until `/ops` is opened.
 */
export default function Desk() {
  const ready = useDeskWords();
  const { phase } = useDesk();
  useCarriedOutOnce(toast);
  useEffect(() => {
    if (phase === 'asking') void whoAmI();
  }, [phase]);
  if (!ready || phase === 'asking') return <PageLoading />;
  return (
    <QueryClientProvider client={deskQueries}>
      <div className="desk">
        <Inside />
      </div>
      <Toasts />
    </QueryClientProvider>
  );
}

/** Asks who is at the desk. Nobody is, is an answer too. */
async function whoAmI(): Promise<void> {
  try {
    enterDesk(await deskGet<OperatorSessionView>('me'));
  } catch (error) {
    if (error instanceof CallFailed && error.kind !== 'session') deskUnreachable();
  }
}

function Inside() {
  const { t } = useTranslation('desk');
  const { phase, session } = useDesk();
  useEffect(() => {
    document.title = t('login.title');
  }, [t]);
  if (phase === 'unreachable') return <ErrorState text={t('login.unreachable')} onRetry={askAgain} />;
  if (session === null) return <DeskLogin />;
  const isLost = phase === 'lost';
  return (
    <>
      <div inert={isLost}>
        <DeskShell key={session.operator.id} />
      </div>
      {isLost && (
        <div className="desk-veil">
          <DeskLogin again={deskState().session?.operator.login ?? ''} />
        </div>
      )}
    </>
  );
}
