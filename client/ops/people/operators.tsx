import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OperatorView, ProposedView } from '../../../server/contract/operations';
import type { OperatorRole } from '../../../server/contract/operations/words';
import { useSubmission } from '../../platform/use-submission';
import { TextField } from '../../ui/text-field';
import { toast } from '../../ui/toast';
import { deskPost } from '../frame/desk-call';
import { useCan } from '../frame/desk-session';
import { DeskForm } from '../parts/desk-form';
import { Loaded } from '../parts/loaded';
import { PageHead, Panel } from '../parts/panel';
import { ReasonForm } from '../parts/reason-form';
import { SaveList } from '../parts/save-list';
import { refreshDesk, useDeskQuery } from '../parts/use-desk-query';
import { OperatorCard } from './operator-card';
import { RoleChoice } from './role-choice';

/** Who may be at the desk. One administrator proposes a change, another one approves it. */
export function OperatorsPage() {
  const { t } = useTranslation('desk');
  const isAdministrator = useCan('administrator');
  const query = useDeskQuery<OperatorView[]>('operators');
  return (
    <div className="desk-page">
      <PageHead title={t('nav.operators')} />
      <SaveList path="operators" query={{}} />
      <Loaded query={query}>
        {(operators) => (
          <ul className="desk-cards">
            {operators.map((operator) => (
              <li key={operator.id}>
                <OperatorCard operator={operator} mayChange={isAdministrator} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      {isAdministrator && <AddOperator />}
      {isAdministrator && <EndEverybodysSessions />}
    </div>
  );
}

/** All users are logged out at once, when a second administrator agrees. */
function EndEverybodysSessions() {
  const { t } = useTranslation('desk');
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  const send = async (reason: string, key: string) => {
    await deskPost<ProposedView>('sessions/end-all', { reason }, key);
    toast(t('operator.proposed'));
    refreshDesk('proposals', 'queues');
    close();
  };
  return (
    <Panel title={t('operator.endEverybodys')}>
      <p className="desk-note">{t('operator.endEverybodysText')}</p>
      {isOpen ? (
        <ReasonForm danger action={t('operator.proposeEnd')} send={send} onCancel={close} />
      ) : (
        <div className="desk-actions">
          <Button size="sm" color="red" variant="light" onClick={() => setIsOpen(true)}>
            {t('operator.proposeEnd')}
          </Button>
        </div>
      )}
    </Panel>
  );
}

interface Values {
  login: string;
  roles: OperatorRole[];
  reason: string;
}

function AddOperator() {
  const { t } = useTranslation('desk');
  const form = useForm<Values>({
    initialValues: { login: '', roles: [], reason: '' },
    validate: {
      login: (value) => (/^[a-z][a-z0-9.-]{2,31}$/.test(value.trim()) ? null : t('form.login')),
      roles: (value) => (value.length === 0 ? t('form.roles') : null),
      reason: (value) => (value.trim().length < 2 ? t('form.reasonShort') : null),
    },
  });
  const submission = useSubmission<Values>(form, {
    fields: { 'operations.login-taken': 'login', 'operations.proposal-open': 'login' },
    send: async ({ login, roles, reason }, key) => {
      await deskPost<ProposedView>('operators', { login: login.trim(), roles, reason: reason.trim() }, key);
      toast(t('operator.proposed'));
      form.reset();
      refreshDesk('proposals', 'queues');
    },
  });
  return (
    <Panel title={t('operator.add')}>
      <DeskForm form={form} {...submission} action={t('proposal.propose')}>
        <TextField
          {...form.getInputProps('login')}
          label={t('operator.login')}
          help={t('form.login')}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={32}
        />
        <RoleChoice
          chosen={form.values.roles}
          onChange={(roles) => form.setFieldValue('roles', roles)}
          error={form.errors.roles}
        />
      </DeskForm>
    </Panel>
  );
}
