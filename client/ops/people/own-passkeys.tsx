import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OperatorPasskeyView } from '../../../server/contract/operations';
import { canUsePasskeys } from '../../platform/passkeys';
import { useSubmission } from '../../platform/use-submission';
import { CodeField } from '../../ui/code-field';
import { PasswordField } from '../../ui/password-field';
import { TextField } from '../../ui/text-field';
import { toast } from '../../ui/toast';
import { deskPost } from '../frame/desk-call';
import { addDeskPasskey, proveByPasskey } from '../frame/desk-passkeys';
import { Problem } from '../parts/desk-form';
import { focusFirst } from '../parts/focus-first';
import { Loaded } from '../parts/loaded';
import { Panel } from '../parts/panel';
import { refreshDesk, useDeskQuery } from '../parts/use-desk-query';
import { When } from '../parts/when';

const NAME_MAX = 60;
/** What is done: one is added, or that one is removed. */
type Act = { kind: 'add' } | { kind: 'remove'; passkey: OperatorPasskeyView };

/** The operator's own passkeys. A session alone neither adds nor removes one. */
export function OwnPasskeys() {
  const { t } = useTranslation('desk');
  const query = useDeskQuery<OperatorPasskeyView[]>('me/passkeys');
  const [act, setAct] = useState<Act | null>(null);
  return (
    <Panel title={t('passkeys.title')}>
      <Loaded query={query}>
        {(passkeys) => (
          <>
            {passkeys.length === 0 && <p className="desk-note">{t('passkeys.none')}</p>}
            <ul className="desk-passkeys">
              {passkeys.map((passkey) => (
                <li key={passkey.id}>
                  <span>
                    <strong>{passkey.name}</strong>
                    <span className="desk-dim">
                      {t('passkeys.created')} <When at={passkey.createdAt} />
                      {passkey.lastUsedAt !== null && (
                        <>
                          {' · '}
                          {t('passkeys.used')} <When at={passkey.lastUsedAt} />
                        </>
                      )}
                    </span>
                  </span>
                  <Button size="sm" variant="default" onClick={() => setAct({ kind: 'remove', passkey })}>
                    {t('passkeys.remove')}
                    <span className="desk-hidden">: {passkey.name}</span>
                  </Button>
                </li>
              ))}
            </ul>
            {act === null ? (
              canUsePasskeys() && (
                <div className="desk-actions">
                  <Button size="sm" variant="default" onClick={() => setAct({ kind: 'add' })}>
                    {t('passkeys.add')}
                  </Button>
                </div>
              )
            ) : (
              <PasskeyForm
                key={act.kind === 'add' ? 'add' : act.passkey.id}
                act={act}
                hasPasskeys={passkeys.length > 0 && canUsePasskeys()}
                onDone={() => setAct(null)}
              />
            )}
          </>
        )}
      </Loaded>
    </Panel>
  );
}

interface Values {
  name: string;
  password: string;
  totp: string;
}

function PasskeyForm({ act, hasPasskeys, onDone }: { act: Act; hasPasskeys: boolean; onDone: () => void }) {
  const { t } = useTranslation('desk');
  const isAdding = act.kind === 'add';
  const needed = (value: string) => (value.trim() === '' ? t('form.required') : null);
  const form = useForm<Values>({
    initialValues: { name: '', password: '', totp: '' },
    validate: {
      name: (value) => (isAdding ? needed(value) : null),
      password: (value) => (hasPasskeys ? null : needed(value)),
      totp: (value) => (hasPasskeys || /^\d{6}$/.test(value) ? null : t('form.code')),
    },
  });
  const { busy, problem, submit } = useSubmission<Values>(form, {
    fields: { 'operations.login-wrong': 'password' },
    send: async ({ name, password, totp }) => {
      const proof = hasPasskeys ? await proveByPasskey(t) : { password, totp };
      if (act.kind === 'add') await addDeskPasskey(t, name.trim(), proof);
      else await deskPost(`me/passkeys/${act.passkey.id}/remove`, proof);
      toast(t(isAdding ? 'passkeys.added' : 'passkeys.removed'));
      refreshDesk('me/passkeys');
      onDone();
    },
  });
  const action = act.kind === 'add' ? t('passkeys.add') : `${t('passkeys.remove')}: ${act.passkey.name}`;
  return (
    <form
      noValidate
      className="desk-form"
      aria-busy={busy}
      onSubmit={form.onSubmit(submit, (errors) => focusFirst(form, errors))}
    >
      {isAdding && (
        <TextField
          {...form.getInputProps('name')}
          label={t('passkeys.name')}
          help={t('passkeys.nameHelp')}
          maxLength={NAME_MAX}
          autoComplete="off"
        />
      )}
      {hasPasskeys ? (
        <p className="desk-note">{t('passkeys.proof')}</p>
      ) : (
        <>
          <PasswordField
            {...form.getInputProps('password')}
            label={t('login.password')}
            autoComplete="current-password"
            maxLength={200}
          />
          <CodeField {...form.getInputProps('totp')} label={t('login.totp')} />
        </>
      )}
      <Problem text={problem} />
      <div className="desk-actions">
        <Button type="submit" size="sm" loading={busy}>
          {action}
        </Button>
        <Button size="sm" variant="default" onClick={onDone}>
          {t('common.cancel')}
        </Button>
      </div>
    </form>
  );
}
