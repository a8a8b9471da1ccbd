import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OperatorInvitationView, OperatorView, ProposedView } from '../../../server/contract/operations';
import type { OperatorRole } from '../../../server/contract/operations/words';
import { useSubmission } from '../../platform/use-submission';
import { PillChoice } from '../../ui/pill-choice';
import { toast } from '../../ui/toast';
import { deskPost } from '../frame/desk-call';
import { useOperator } from '../frame/desk-session';
import { DeskForm, Problem } from '../parts/desk-form';
import { Status } from '../parts/status';
import { useAct } from '../parts/use-act';
import { refreshDesk } from '../parts/use-desk-query';
import { When } from '../parts/when';
import { Invitation } from './invitation';
import { RoleChoice } from './role-choice';

interface Props {
  operator: OperatorView;
  mayChange: boolean;
}

/** One operator; administrators can propose to change everybody except themselves. */
export function OperatorCard({ operator, mayChange }: Props) {
  const { t } = useTranslation('desk');
  const isSelf = useOperator().operator.id === operator.id;
  const [changing, setChanging] = useState(false);
  return (
    <article className="desk-panel" aria-label={operator.login}>
      <div className="desk-panel-head">
        <h2>
          {operator.login} {isSelf && <span className="desk-dim">({t('operator.you')})</span>}
        </h2>
        <Status status={operator.status} />
      </div>
      <p>{operator.roles.map((role) => t(`roles.${role}`)).join(', ')}</p>
      <p className="desk-dim">
        {t('operator.lastLogin')}:{' '}
        {operator.lastLoginAt === null ? t('operator.never') : <When at={operator.lastLoginAt} />}
        {' · '}
        {t('operator.created')}: <When at={operator.createdAt} />
      </p>
      {mayChange && !isSelf && !changing && (
        <div className="desk-actions">
          <Button size="sm" variant="default" onClick={() => setChanging(true)}>
            {t('operator.change')}
            <span className="desk-hidden">: {operator.login}</span>
          </Button>
        </div>
      )}
      {mayChange && !isSelf && operator.status === 'invited' && <InviteAgain operator={operator} />}
      {changing && <Change operator={operator} onDone={() => setChanging(false)} />}
    </article>
  );
}

/** The reply to an approval was lost before anybody saw the one-time password. */
function InviteAgain({ operator: { id } }: { operator: OperatorView }) {
  const { t } = useTranslation('desk');
  const { busy, problem, run } = useAct();
  const [invitation, setInvitation] = useState<OperatorInvitationView | null>(null);
  if (invitation) return <Invitation invitation={invitation} onDone={() => setInvitation(null)} />;
  const ask = async () => setInvitation(await deskPost<OperatorInvitationView>(`operators/${id}/invite_again`));
  return (
    <div className="desk-form">
      <p className="desk-note">{t('operator.inviteAgainText')}</p>
      <div className="desk-actions">
        <Button size="sm" variant="default" loading={busy} onClick={() => run(ask)}>
          {t('operator.inviteAgain')}
        </Button>
      </div>
      <Problem text={problem} />
    </div>
  );
}

type Act = 'roles' | 'reset' | 'disable' | 'enable';

const WORDS = { roles: 'changeRoles', reset: 'reset', disable: 'disable', enable: 'enable' } as const;

/** What is to be changed, and below it why. */
function Change({ operator, onDone }: { operator: OperatorView; onDone: () => void }) {
  const { t } = useTranslation('desk');
  const [act, setAct] = useState<Act>('roles');
  const acts: Act[] = ['roles', 'reset', operator.status === 'disabled' ? 'enable' : 'disable'];
  return (
    <>
      <PillChoice
        legend={t('operator.change')}
        choices={acts.map((key) => ({ key, label: t(`operator.${WORDS[key]}`) }))}
        chosen={act}
        onChoose={setAct}
      />
      <ChangeForm key={act} operator={operator} act={act} onDone={onDone} />
    </>
  );
}

interface Values {
  roles: OperatorRole[];
  reason: string;
}

function ChangeForm({ operator, act, onDone }: { operator: OperatorView; act: Act; onDone: () => void }) {
  const { t } = useTranslation('desk');
  const { id, login } = operator;
  const form = useForm<Values>({
    initialValues: { roles: operator.roles, reason: '' },
    validate: {
      roles: (value) => (value.length === 0 ? t('form.roles') : null),
      reason: (value) => (value.trim().length < 2 ? t('form.reasonShort') : null),
    },
  });
  const submission = useSubmission<Values>(form, {
    fields: { 'operations.nothing-changed': 'roles' },
    send: async ({ roles, reason }, key) => {
      const body = { ...(act === 'roles' ? { roles } : {}), reason: reason.trim() };
      await deskPost<ProposedView>(`operators/${id}/${act}`, body, key);
      toast(t('operator.proposed'));
      refreshDesk('proposals', 'queues');
      onDone();
    },
  });
  return (
    <DeskForm form={form} {...submission} action={t('proposal.propose')} onCancel={onDone}>
      <p className="desk-note">{t(`operator.${WORDS[act]}Text`, { login })}</p>
      {act === 'roles' && (
        <RoleChoice
          chosen={form.values.roles}
          onChange={(roles) => form.setFieldValue('roles', roles)}
          error={form.errors.roles}
        />
      )}
    </DeskForm>
  );
}
