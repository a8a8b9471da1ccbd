import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import type { ProposedView } from '../../../server/contract/operations';
import { useSubmission } from '../../platform/use-submission';
import { TextField } from '../../ui/text-field';
import { toast } from '../../ui/toast';
import { deskPost } from '../frame/desk-call';
import { DeskForm } from '../parts/desk-form';
import { SelectField } from '../parts/select-field';
import { refreshDesk } from '../parts/use-desk-query';

/** Each chain with the form of its addresses. */
const KINDS = [
  { value: 'tron tron', label: 'TRON' },
  { value: 'ethereum evm', label: 'Ethereum (EVM)' },
  { value: 'bitcoin p2wpkh', label: 'Bitcoin (P2WPKH)' },
  { value: 'bitcoin p2pkh', label: 'Bitcoin (P2PKH)' },
];
const EMPTY = { kind: 'tron tron', extendedKey: '', reason: '' };

/** An extended public key for everybody's deposits. A private one never leaves this page. */
export function KeyForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('desk');
  const judge = (key: string) => {
    if (/^[xyzt]prv/i.test(key.trim())) return t('key.isPrivate');
    return /^[xyz]pub[1-9A-HJ-NP-Za-km-z]{100,120}$/.test(key.trim()) ? null : t('key.keyWrong');
  };
  const form = useForm({
    initialValues: EMPTY,
    validate: {
      extendedKey: judge,
      reason: (value) => (value.trim().length < 2 ? t('form.reasonShort') : null),
    },
  });
  const submission = useSubmission<typeof EMPTY>(form, {
    fields: { 'request.invalid': 'extendedKey' },
    send: async ({ kind, extendedKey, reason }, key) => {
      const [chain, style] = kind.split(' ');
      const body = { chain, form: style, extendedKey: extendedKey.trim(), reason: reason.trim() };
      await deskPost<ProposedView>('deposit-keys', body, key);
      toast(t('proposal.proposed'));
      refreshDesk('proposals', 'queues');
      onDone();
    },
  });
  return (
    <DeskForm form={form} {...submission} action={t('key.propose')} help={t('coin.reasonHelp')} onCancel={onDone}>
      <SelectField {...form.getInputProps('kind')} label={t('key.chain')} choices={KINDS} />
      <TextField
        {...form.getInputProps('extendedKey')}
        label={t('key.key')}
        autoComplete="off"
        spellCheck={false}
        maxLength={130}
      />
    </DeskForm>
  );
}
