import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OperatorInvitationView, OperatorView } from '../../../server/contract/operations';
import type { OperatorRole } from '../../../server/contract/operations/words';
import { useSubmission } from '../../platform/use-submission';
import { TextField } from '../../ui/text-field';
import { deskPost } from '../frame/desk-call';
import { useCan } from '../frame/desk-session';
import { focusFirst } from '../parts/focus-first';
import { Loaded } from '../parts/loaded';
import { PageHead, Panel } from '../parts/panel';
import { Problem } from '../parts/desk-form';
import { refreshDesk, useDeskQuery } from '../parts/use-desk-query';
import { Invitation } from './invitation';
import { OperatorCard } from './operator-card';
import { RoleChoice } from './role-choice';

/** Who may be at the desk. */
export function OperatorsPage() {
  const { t } = useTranslation('desk');
  const isAdministrator = useCan('administrator');
  const [invitation, setInvitation] = useState<OperatorInvitationView | null>(null);
  const query = useDeskQuery<OperatorView[]>('operators');
  return (
    <div className="desk-page">
      <PageHead title={t('nav.operators')} />
      {invitation && <Invitation invitation={invitation} onDone={() => setInvitation(null)} />}
      <Loaded query={query}>
        {(operators) => (
          <ul className="desk-cards">
            {operators.map((operator) => (
              <li key={operator.id}>
                <OperatorCard operator={operator} mayChange={isAdministrator} onInvitation={setInvitation} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      {isAdministrator && <AddOperator onAdded={setInvitation} />}
    </div>
  );
}

interface Values {
  login: string;
  roles: OperatorRole[];
}

function AddOperator({ onAdded }: { onAdded: (invitation: OperatorInvitationView) => void }) {
  const { t } = useTranslation('desk');
  const form = useForm<Values>({
    initialValues: { login: '', roles: [] },
    validate: {
      login: (value) => (/^[a-z][a-z0-9.-]{2,31}$/.test(value.trim()) ? null : t('form.login')),
      roles: (value) => (value.length === 0 ? t('form.roles') : null),
    },
  });
  const { busy, problem, submit } = useSubmission<Values>(form, {
    fields: { 'operations.login-taken': 'login' },
    send: async ({ login, roles }) => {
      onAdded(await deskPost<OperatorInvitationView>('operators', { login: login.trim(), roles }));
      form.reset();
      refreshDesk('operators');
      document.getElementById('desk-content')?.scrollIntoView();
    },
  });
  return (
    <Panel title={t('operator.add')}>
      <form
        noValidate
        className="desk-form"
        aria-busy={busy}
        onSubmit={form.onSubmit(submit, (errors) => focusFirst(form, errors))}
      >
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
        <Problem text={problem} />
        <div className="desk-actions">
          <Button type="submit" size="sm" loading={busy}>
            {t('operator.addButton')}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
