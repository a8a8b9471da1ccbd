import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OperatorInvitationView, OperatorView } from '../../../server/contract/operations';
import { ConfirmSheet } from '../../ui/confirm-sheet';
import { toast } from '../../ui/toast';
import { deskPost } from '../frame/desk-call';
import { useOperator } from '../frame/desk-session';
import { Problem } from '../parts/desk-form';
import { Status } from '../parts/status';
import { useAct } from '../parts/use-act';
import { refreshDesk } from '../parts/use-desk-query';
import { When } from '../parts/when';
import { RoleChoice } from './role-choice';

interface Props {
  operator: OperatorView;
  mayChange: boolean;
  onInvitation: (invitation: OperatorInvitationView) => void;
}

/** One operator; administrators can change everybody except themselves. */
export function OperatorCard({ operator, mayChange, onInvitation }: Props) {
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
      {changing && <Change operator={operator} onInvitation={onInvitation} onDone={() => setChanging(false)} />}
    </article>
  );
}

type Question = 'reset' | 'disable' | 'enable';

function Change({ operator, onInvitation, onDone }: Omit<Props, 'mayChange'> & { onDone: () => void }) {
  const { t } = useTranslation('desk');
  const { id, login, status } = operator;
  const [roles, setRoles] = useState(operator.roles);
  const [question, setQuestion] = useState<Question | null>(null);
  const { busy, problem, run } = useAct();
  const finish = () => {
    toast(t('operator.saved'));
    refreshDesk('operators');
    onDone();
  };
  const save = async () => {
    await deskPost<OperatorView>(`operators/${id}/roles`, { roles });
    finish();
  };
  const answer = async (act: Question) => {
    const reply = await deskPost<OperatorInvitationView>(`operators/${id}/${act}`).finally(() => setQuestion(null));
    if (act === 'reset') onInvitation(reply);
    finish();
  };
  const onOff = status === 'disabled' ? 'enable' : 'disable';
  return (
    <div className="desk-form">
      <RoleChoice chosen={roles} onChange={setRoles} error={roles.length === 0 ? t('form.roles') : null} />
      <Problem text={problem} />
      <div className="desk-actions">
        <Button size="sm" loading={busy} disabled={roles.length === 0} onClick={() => run(save)}>
          {t('operator.saveRoles')}
        </Button>
        <Button size="sm" variant="default" onClick={() => setQuestion('reset')}>
          {t('operator.reset')}
        </Button>
        <Button size="sm" variant="default" onClick={() => setQuestion(onOff)}>
          {t(`operator.${onOff}`)}
        </Button>
        <Button size="sm" variant="subtle" onClick={onDone}>
          {t('common.cancel')}
        </Button>
      </div>
      <ConfirmSheet
        opened={question !== null}
        title={`${t(`operator.${question ?? 'reset'}`)}: ${login}`}
        text={t(`operator.${question ?? 'reset'}Text`, { login })}
        action={t(`operator.${question ?? 'reset'}`)}
        busy={busy}
        onConfirm={() => run(() => answer(question ?? 'reset'))}
        onClose={() => setQuestion(null)}
      />
    </div>
  );
}
