import { useForm, type UseFormReturnType } from '@mantine/form';
import { Textarea, type TextareaProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { NewApiKeyView } from '../../../../server/contract/account/api-keys.dto';
import { API_KEY_DAYS, API_KEY_SCOPES, type ApiKeyScope } from '../../../../server/contract/rules/api-keys.rules';
import { useSubmission } from '../../../platform/use-submission';
import { Form, FormIntro } from '../../../ui/form';
import { FundPasswordField } from '../../../ui/fund-password-field';
import { FUND_PASSWORD_REFUSALS } from '../../../ui/fund-password-refusals';
import { PillChoice } from '../../../ui/pill-choice';
import { SelectField } from '../../../ui/select-field';
import { SwitchList, SwitchRow } from '../../../ui/switch-list';
import { TextField, useFieldFrame } from '../../../ui/text-field';
import {
  focusFirstError,
  HoldNote,
  judgeFilled,
  judgePin,
  NO_PROOF,
  PROOF_FIELDS,
  ProofFields,
  type ProofInput,
  useProof,
  useVerdict,
} from '../profile';
import { NAME_MAX } from './api-key-forms';
import { addApiKey } from './api-keys.api';
import styles from './api-keys.module.css';
import { SCOPE_WORDS } from './scope-words';

interface Values extends ProofInput {
  name: string;
  kind: 'hmac' | 'ed25519';
  publicKey: string;
  money: 'real_account' | 'simulation_account';
  scopes: ApiKeyScope[];
  addresses: string;
  days: string;
  fundPassword: string;
}

const FIELDS = {
  ...PROOF_FIELDS,
  ...FUND_PASSWORD_REFUSALS,
  'api-key.scopes-invalid': 'scopes',
  'api-key.addresses-invalid': 'addresses',
  'api-key.days-invalid': 'days',
  'api-key.public-key-invalid': 'publicKey',
} as const;
const FOREVER = '';

interface Props {
  /** Whose key it is; empty: the user's own. */
  subAccountId: string;
  onMade: (made: NewApiKeyView) => void;
  onCancel: () => void;
}

/** A name, what it may do and from where, the fund password and a proof. */
export function CreateApiKey({ subAccountId, onMade, onCancel }: Props) {
  const isOfSub = subAccountId !== '';
  const { t } = useTranslation();
  const words = useVerdict();
  const needs = useProof('api-key');
  const form = useForm<Values>({
    initialValues: {
      name: '',
      kind: 'hmac',
      publicKey: '',
      money: isOfSub ? 'real_account' : 'simulation_account',
      scopes: ['read'],
      addresses: '',
      days: '90',
      fundPassword: '',
      ...NO_PROOF,
    },
    validate: {
      name: (value) => words(judgeFilled(value)),
      publicKey: (value, { kind }) =>
        kind === 'ed25519' && value.trim() === '' ? t('apiKeys.publicKeyMissing') : null,
      scopes: (value) => (value.length === 0 ? t('apiKeys.scopesMissing') : null),
      days: (value, { addresses }) => (isOpenFor(value, addresses) ? t('apiKeys.openDays') : null),
      fundPassword: (value) => words(judgePin(value)),
      ...needs.judge,
    },
  });
  const { busy, problem, submit } = useSubmission<Values>(form, {
    fields: FIELDS,
    send: async ({ name, kind, publicKey, money, scopes, addresses, days, fundPassword, ...typed }) => {
      const terms = { kind, account_type: money, scopes: scopes.join(','), addresses: addresses.trim() };
      const proof = await needs.collect(typed);
      onMade(
        await addApiKey({
          ...(isOfSub ? { sub_account_id: subAccountId } : {}),
          name: name.trim(),
          ...terms,
          ...(days === FOREVER ? {} : { days }),
          ...(kind === 'ed25519' ? { public_key: publicKey.trim() } : {}),
          pay_password: fundPassword,
          ...proof,
        }),
      );
    },
  });
  return (
    <>
      <FormIntro title={t('apiKeys.add')} text={t('apiKeys.never')} />
      <Form
        onSubmit={form.onSubmit(submit, (errors) => focusFirstError(form, errors))}
        submit={t('apiKeys.add')}
        busy={busy}
        problem={problem}
        onCancel={onCancel}
        above={<HoldNote needs={needs} />}
      >
        <Terms form={form} hasMoney={!isOfSub} />
        <FundPasswordField {...form.getInputProps('fundPassword')} value={form.values.fundPassword} />
        <ProofFields
          needs={needs}
          input={(path) => form.getInputProps(path)}
          onProblem={(problemWords) => form.setFieldError('code', problemWords)}
        />
      </Form>
    </>
  );
}

/** Whether a key would be accepted from everywhere for longer than such keys last. */
function isOpenFor(days: string, addresses: string): boolean {
  return addresses.trim() === '' && !['7', '30', '90'].includes(days);
}

/** A sub-account has real money alone: there is nothing to choose. */
function Terms({ form, hasMoney }: { form: UseFormReturnType<Values>; hasMoney: boolean }) {
  const { t } = useTranslation();
  const { money, scopes } = form.values;
  const choices = API_KEY_DAYS.map((days) => ({ key: String(days), label: t(`apiKeys.days_${days}`) }));
  const turn = (scope: ApiKeyScope, isOn: boolean) =>
    form.setFieldValue(
      'scopes',
      API_KEY_SCOPES.filter((one) => (one === scope ? isOn : scopes.includes(one))),
    );
  return (
    <>
      <TextField
        {...form.getInputProps('name')}
        label={t('apiKeys.name')}
        help={t('apiKeys.nameHelp')}
        maxLength={NAME_MAX}
        autoComplete="off"
      />
      {hasMoney && (
        <PillChoice
          legend={t('apiKeys.money')}
          choices={[
            { key: 'simulation_account', label: t('apiKeys.demo') },
            { key: 'real_account', label: t('apiKeys.real') },
          ]}
          chosen={money}
          onChoose={(chosen) => form.setFieldValue('money', chosen)}
        />
      )}
      <div className={styles.wide}>
        <SwitchList
          legend={t('apiKeys.scopes')}
          help={form.errors.scopes ? <Problem text={form.errors.scopes} /> : null}
        >
          {API_KEY_SCOPES.map((scope) => {
            const [label, text] = SCOPE_WORDS[scope];
            return (
              <SwitchRow
                key={scope}
                label={t(label)}
                text={t(text)}
                checked={scopes.includes(scope)}
                onChange={(isOn) => turn(scope, isOn)}
              />
            );
          })}
        </SwitchList>
      </div>
      <TextField
        {...form.getInputProps('addresses')}
        label={t('apiKeys.addresses')}
        help={t('apiKeys.addressesHelp')}
        optional
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <SelectField
        {...form.getInputProps('days')}
        value={form.values.days}
        label={t('apiKeys.days')}
        choices={[...choices, { key: FOREVER, label: t('apiKeys.forever') }]}
      />
      <Kind form={form} />
    </>
  );
}

/** Who has the secret: we and the user, or the user alone. */
function Kind({ form }: { form: UseFormReturnType<Values> }) {
  const { t } = useTranslation();
  const { kind } = form.values;
  return (
    <>
      <PillChoice
        legend={t('apiKeys.kind')}
        choices={[
          { key: 'hmac', label: t('apiKeys.hmac'), note: t('apiKeys.hmacNote') },
          { key: 'ed25519', label: t('apiKeys.ed25519'), note: t('apiKeys.ed25519Note') },
        ]}
        chosen={kind}
        onChoose={(chosen) => form.setFieldValue('kind', chosen)}
      />
      {kind === 'ed25519' && <PublicKey {...form.getInputProps('publicKey')} />}
    </>
  );
}

/** Lines to paste into, in the look of every other field. */
function PublicKey({ error, ...input }: TextareaProps) {
  const { t } = useTranslation();
  const frame = useFieldFrame({ label: t('apiKeys.publicKey'), help: t('apiKeys.publicKeyHelp'), error });
  return (
    <Textarea
      {...input}
      {...frame}
      autosize
      minRows={3}
      maxRows={6}
      maxLength={400}
      autoComplete="off"
      spellCheck={false}
    />
  );
}

function Problem({ text }: { text: ReactNode }) {
  return (
    <span role="alert" className={styles.problem}>
      {text}
    </span>
  );
}
