import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { QRCodeSVG } from 'qrcode.react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TotpProposalView } from '../../../../server/contract/account/account-security.dto';
import type { SessionUser } from '../../../platform/session';
import { useSubmission } from '../../../platform/use-submission';
import { CodeField } from '../../../ui/code-field';
import { CopyButton } from '../../../ui/copy-button';
import { Form, FormIntro } from '../../../ui/form';
import { TextField } from '../../../ui/text-field';
import { toast } from '../../../ui/toast';
import { confirmTotp, disableTotp, proposeTotp, user as userQuery } from './account.api';
import styles from './account.module.css';
import { judgeCode, judgeFilled } from './form-rules';
import { HoldNote } from './hold-note';
import { ProofFields } from './proof-fields';
import { NO_PROOF, PROOF_FIELDS, type ProofInput, useProof } from './use-proof';
import { useVerdict } from './use-verdict';

/** The authenticator of the account: set up with a QR code, confirmed with a code, turned off with another. */
export default function TotpSetup({ user }: { user: SessionUser }) {
  const queries = useQueryClient();
  const [proposal, setProposal] = useState<TotpProposalView | null>(null);
  const [recovery, setRecovery] = useState<string[] | null>(null);
  const refresh = () => void queries.invalidateQueries({ queryKey: userQuery.queryKey });
  const turnedOn = (codes: string[]) => {
    setRecovery(codes);
    setProposal(null);
    refresh();
  };
  if (recovery) return <RecoveryCodes codes={recovery} onDone={() => setRecovery(null)} />;
  if (user.totp === 1) return <TurnOff onDone={refresh} />;
  if (proposal) return <Confirm proposal={proposal} onDone={turnedOn} />;
  return <Start onDone={setProposal} />;
}

function Start({ onDone }: { onDone: (proposal: TotpProposalView) => void }) {
  const { t } = useTranslation();
  const needs = useProof('authenticator');
  const form = useForm({ initialValues: NO_PROOF, validate: needs.judge });
  const { busy, problem, submit } = useSubmission<ProofInput>(form, {
    fields: PROOF_FIELDS,
    send: async (typed) => onDone(await proposeTotp(await needs.collect(typed))),
  });
  return (
    <>
      <FormIntro text={t('totp.text')} />
      <Form
        onSubmit={form.onSubmit(submit)}
        submit={t('totp.start')}
        busy={busy}
        problem={problem}
        above={<HoldNote needs={needs} />}
      >
        <ProofFields
          needs={needs}
          input={(path) => form.getInputProps(path)}
          onProblem={(words) => form.setFieldError('code', words)}
        />
      </Form>
    </>
  );
}

function Confirm({ proposal, onDone }: { proposal: TotpProposalView; onDone: (codes: string[]) => void }) {
  const { t } = useTranslation();
  const words = useVerdict();
  const form = useForm({ initialValues: { code: '' }, validate: { code: (value) => words(judgeCode(value)) } });
  const { busy, problem, submit } = useSubmission<{ code: string }>(form, {
    fields: { 'account.totp-wrong': 'code', 'account.totp-required': 'code' },
    send: async ({ code }) => onDone(await confirmTotp(code)),
  });
  return (
    <>
      <FormIntro text={t('totp.scan')} />
      <Form onSubmit={form.onSubmit(submit)} submit={t('totp.turnOn')} busy={busy} problem={problem}>
        <div className={styles.qr}>
          <QRCodeSVG value={proposal.uri} size={184} marginSize={0} level="M" title={t('totp.scan')} />
        </div>
        <div>
          <p className={styles.label}>{t('totp.secret')}</p>
          <div className={styles.secret}>
            <code>{proposal.secret.match(/.{1,4}/g)?.join(' ')}</code>
            <CopyButton text={proposal.secret} label={t('totp.secret')} />
          </div>
        </div>
        <CodeField {...form.getInputProps('code')} label={t('totp.code')} />
      </Form>
    </>
  );
}

function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const { t } = useTranslation();
  return (
    <section className={styles.card} aria-label={t('totp.recovery')}>
      <h2 className={styles.title}>{t('totp.recovery')}</h2>
      <p>{t('totp.recoveryText')}</p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.secret}>
        <span>{t('form.copy')}</span>
        <CopyButton text={codes.join('\n')} label={t('totp.recovery')} />
      </div>
      <Button size="lg" onClick={onDone}>
        {t('form.done')}
      </Button>
    </section>
  );
}

function TurnOff({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  const words = useVerdict();
  const needs = useProof('authenticator');
  const form = useForm({
    initialValues: NO_PROOF,
    validate: { ...needs.judge, code: (value) => words(judgeFilled(value)) },
  });
  const { busy, problem, submit } = useSubmission<ProofInput>(form, {
    fields: PROOF_FIELDS,
    send: async (typed) => {
      await disableTotp(await needs.collect(typed), typed.code.trim());
      toast(t('totp.turnedOff'));
      onDone();
    },
  });
  return (
    <>
      <FormIntro title={t('totp.isOn')} text={t('totp.isOnText')} />
      <Form
        onSubmit={form.onSubmit(submit)}
        submit={t('totp.turnOff')}
        busy={busy}
        problem={problem}
        above={<HoldNote needs={needs} />}
      >
        {!needs.has('authenticator') && (
          <ProofFields
            needs={needs}
            input={(path) => form.getInputProps(path)}
            onProblem={(problemWords) => form.setFieldError('code', problemWords)}
          />
        )}
        <TextField
          {...form.getInputProps('code')}
          label={t('totp.codeOrRecovery')}
          autoComplete="one-time-code"
          maxLength={20}
        />
      </Form>
    </>
  );
}
