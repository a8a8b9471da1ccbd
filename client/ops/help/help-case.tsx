import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { HelpAgentView, HelpCaseView } from '../../../server/contract/operations';
import { LANGUAGE_NAMES } from '../../languages';
import { deskPost } from '../frame/desk-call';
import { useCan, useOperator } from '../frame/desk-session';
import { Problem } from '../parts/desk-form';
import { Loaded } from '../parts/loaded';
import { Panel } from '../parts/panel';
import { ReasonForm } from '../parts/reason-form';
import { SelectField } from '../parts/select-field';
import { useAct } from '../parts/use-act';
import { refreshDesk, useDeskQuery } from '../parts/use-desk-query';
import { When } from '../parts/when';
import { HelpAnswer } from './help-answer';
import { HelpLines } from './help-lines';
import { useHelpCase } from './use-help-case';

/** One chat: what was said, and whose turn it is. */
export function HelpCase({ id }: { id: string }) {
  const { t } = useTranslation('desk');
  const { query, isTyping, typed } = useHelpCase(id);
  return (
    <Loaded query={query}>
      {(chat) => (
        <>
          <p>
            <Link to={`/ops/users/${chat.userId}`}>{t('user.title', { id: chat.userId })}</Link>
            {` · ${t(`help.${chat.state}`)}`}
            {chat.agent !== null && ` · ${t('help.with', { who: chat.agent })}`}
            {` · ${t('help.writes', { language: LANGUAGE_NAMES[chat.language] })}`}
          </p>
          {chat.handedOver.map(({ from, to, reason, at }) => (
            <p key={at} className="desk-note">
              {from} → {to ?? t('help.waiting')}: {reason} · <When at={at} />
            </p>
          ))}
          <HelpLines chat={chat} isTyping={isTyping} />
          <Turn chat={chat} onTyped={typed} />
        </>
      )}
    </Loaded>
  );
}

function Turn({ chat, onTyped }: { chat: HelpCaseView; onTyped: () => void }) {
  const mayAnswer = useCan('support');
  if (!mayAnswer || chat.state === 'closed') return null;
  if (!chat.mine) return <Claim chat={chat} />;
  return (
    <>
      <HelpAnswer chat={chat} onTyped={onTyped} />
      <HandOver id={chat.id} />
      <Close id={chat.id} />
    </>
  );
}

function refresh(id: string): void {
  refreshDesk(`help/${id}`, 'help', 'queues');
}

function Claim({ chat: { id, agent, isLeft } }: { chat: HelpCaseView }) {
  const { t } = useTranslation('desk');
  const { busy, problem, run } = useAct();
  if (agent !== null && !isLeft) return null;
  const claim = async () => {
    await deskPost(`help/${id}/claim`).finally(() => refresh(id));
  };
  return (
    <div className="desk-form">
      {isLeft && <p className="desk-note">{t('help.isLeft', { who: agent ?? '' })}</p>}
      <Problem text={problem} />
      <div className="desk-actions">
        <Button size="sm" loading={busy} onClick={() => run(claim)}>
          {t(isLeft ? 'help.takeOver' : 'help.claim')}
        </Button>
      </div>
    </div>
  );
}

function HandOver({ id }: { id: string }) {
  const { t } = useTranslation('desk');
  const self = useOperator().operator.id;
  const [to, setTo] = useState('');
  const agents = useDeskQuery<HelpAgentView[]>('help/agents').data ?? [];
  const send = async (reason: string) => {
    await deskPost(`help/${id}/hand-over`, { reason, ...(to === '' ? {} : { to }) });
    refresh(id);
  };
  const others = agents.filter((agent) => agent.id !== self).map((agent) => ({ value: agent.id, label: agent.login }));
  return (
    <Panel title={t('help.handOver')}>
      <ReasonForm action={t('help.handOver')} send={send} content={to}>
        <SelectField
          label={t('help.to')}
          value={to}
          onChange={setTo}
          choices={[{ value: '', label: t('help.queueAgain') }, ...others]}
        />
      </ReasonForm>
    </Panel>
  );
}

function Close({ id }: { id: string }) {
  const { t } = useTranslation('desk');
  const { busy, problem, run } = useAct();
  const close = async () => {
    await deskPost(`help/${id}/close`);
    refresh(id);
  };
  return (
    <>
      <Problem text={problem} />
      <div className="desk-actions">
        <Button size="sm" variant="default" loading={busy} onClick={() => run(close)}>
          {t('help.close')}
        </Button>
      </div>
    </>
  );
}
