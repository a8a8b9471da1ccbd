import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserSessionView } from '../../../server/contract/operations';
import { toast } from '../../ui/toast';
import { deskPost } from '../frame/desk-call';
import { useCan } from '../frame/desk-session';
import { DeskTable } from '../parts/desk-table';
import { Panel } from '../parts/panel';
import { ReasonForm } from '../parts/reason-form';
import { When } from '../parts/when';

const METHODS = ['password', 'wallet', 'passkey'] as const;

interface Props {
  userId: string;
  sessions: readonly UserSessionView[];
  onEnded: () => void;
}

/** Where the user is logged in; support ends one session or all of them, with a reason. */
export function UserSessions({ userId, sessions, onEnded }: Props) {
  const { t } = useTranslation('desk');
  const mayEnd = useCan('support');
  const [ending, setEnding] = useState<string | null>(null);
  const wordOf = (method: string) => {
    const known = METHODS.find((one) => one === method);
    return known ? t(`user.methods.${known}`) : method;
  };
  const end = async (reason: string) => {
    const one = ending === 'all' || ending === null ? {} : { sessionId: ending };
    await deskPost(`users/${userId}/revoke-sessions`, { reason, ...one });
    toast(t('user.ended'));
    setEnding(null);
    onEnded();
  };
  return (
    <Panel
      title={t('user.sessions')}
      actions={
        mayEnd &&
        sessions.length > 0 && (
          <Button size="sm" variant="default" onClick={() => setEnding('all')}>
            {t('user.endAll')}
          </Button>
        )
      }
    >
      {ending !== null && (
        <ReasonForm
          key={ending}
          danger
          action={t(ending === 'all' ? 'user.endAll' : 'user.endOne')}
          help={t('user.endText')}
          send={end}
          onCancel={() => setEnding(null)}
        />
      )}
      <DeskTable
        caption={t('user.sessions')}
        rows={sessions}
        keyOf={({ id }) => id}
        empty={t('user.noSessions')}
        columns={[
          { head: t('user.device'), render: ({ device }) => device },
          { head: t('user.address'), render: ({ ip }) => ip },
          { head: t('user.method'), render: ({ method }) => wordOf(method) },
          { head: t('user.lastUsed'), render: ({ lastUsedAt }) => <When at={lastUsedAt} /> },
          ...(mayEnd
            ? [
                {
                  head: t('common.details'),
                  render: ({ id }: UserSessionView) => (
                    <Button size="sm" variant="subtle" onClick={() => setEnding(id)}>
                      {t('user.endOne')}
                    </Button>
                  ),
                },
              ]
            : []),
        ]}
      />
    </Panel>
  );
}
