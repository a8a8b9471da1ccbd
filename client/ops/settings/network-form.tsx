import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import type { ChangeNetworkRequest, NetworkChangedView, NetworkView } from '../../../server/contract/operations';
import type { Language } from '../../../server/contract/errors';
import { useLanguage } from '../../platform/preferences';
import { useSubmission } from '../../platform/use-submission';
import { AmountInput } from '../../ui/amount-input';
import { withoutClosingZeros } from '../../ui/money-text';
import { TextField } from '../../ui/text-field';
import { TickBox } from '../../ui/tick-box';
import { toast } from '../../ui/toast';
import { readTypedAmount, typedAs } from '../../ui/typed-amount';
import { deskPost } from '../frame/desk-call';
import { DeskForm } from '../parts/desk-form';
import { refreshDesk } from '../parts/use-desk-query';
import { formatMoment } from '../parts/when';

const AMOUNTS = ['depositMinimum', 'withdrawalMinimum', 'withdrawalFee', 'withdrawalFeePercent'] as const;
const LABELS = {
  depositMinimum: 'depositMinimum',
  withdrawalMinimum: 'withdrawalMinimum',
  withdrawalFee: 'fee',
  withdrawalFeePercent: 'feePercent',
} as const;

type Amounts = Record<(typeof AMOUNTS)[number], string>;

export interface NetworkValues extends Amounts {
  depositsOn: boolean;
  withdrawalsOn: boolean;
  confirmations: string;
  reason: string;
}

function valuesOf(network: NetworkView, language: Language): NetworkValues {
  const { depositsOn, withdrawalsOn, confirmations } = network;
  const amounts = AMOUNTS.map((name) => [name, typedAs(withoutClosingZeros(network[name]), language)] as const);
  const texts = Object.fromEntries(amounts) as Amounts;
  return { depositsOn, withdrawalsOn, confirmations: String(confirmations), reason: '', ...texts };
}

/** Only what differs from what is set now. */
export function changesOf(
  network: NetworkView,
  values: NetworkValues,
  language: Language,
): Omit<ChangeNetworkRequest, 'reason'> {
  const before = valuesOf(network, language);
  const amounts = AMOUNTS.filter((name) => values[name] !== before[name]).map((name) => [
    name,
    readTypedAmount(values[name], language) ?? values[name],
  ]);
  const { depositsOn, withdrawalsOn, confirmations } = values;
  return {
    ...(depositsOn === network.depositsOn ? {} : { depositsOn }),
    ...(withdrawalsOn === network.withdrawalsOn ? {} : { withdrawalsOn }),
    ...(confirmations === before.confirmations ? {} : { confirmations: Number.parseInt(confirmations, 10) }),
    ...Object.fromEntries(amounts),
  };
}

interface Props {
  network: NetworkView;
  unit: string;
  onDone: () => void;
}

/** What applies to everybody on one network; each change with its reason. */
export function NetworkForm({ network, unit, onDone }: Props) {
  const { t } = useTranslation('desk');
  const { form, ...submission } = useNetworkForm(network, onDone);
  return (
    <DeskForm form={form} {...submission} action={t('common.save')} help={t('coin.reasonHelp')} onCancel={onDone}>
      <p className="desk-note">{t('coin.changeText')}</p>
      <div className="desk-ticks">
        <TickBox
          label={t('coin.deposits')}
          checked={form.values.depositsOn}
          onChange={(on) => form.setFieldValue('depositsOn', on)}
        />
        <TickBox
          label={t('coin.withdrawals')}
          checked={form.values.withdrawalsOn}
          onChange={(on) => form.setFieldValue('withdrawalsOn', on)}
        />
      </div>
      {AMOUNTS.map((name) => (
        <AmountInput
          key={name}
          {...form.getInputProps(name)}
          value={form.values[name]}
          label={t(`coin.${LABELS[name]}`)}
          unit={name === 'withdrawalFeePercent' ? '%' : unit}
        />
      ))}
      <TextField
        {...form.getInputProps('confirmations')}
        label={t('coin.confirmations')}
        inputMode="numeric"
        maxLength={5}
      />
    </DeskForm>
  );
}

function useNetworkForm(network: NetworkView, onDone: () => void) {
  const { t } = useTranslation('desk');
  const language = useLanguage();
  const amount = (value: string) => (readTypedAmount(value, language) === null ? t('form.amount') : null);
  const form = useForm<NetworkValues>({
    initialValues: valuesOf(network, language),
    validate: (values) => ({
      ...Object.fromEntries(AMOUNTS.map((name) => [name, amount(values[name])])),
      confirmations: /^\d{1,5}$/.test(values.confirmations) ? null : t('form.number'),
      reason:
        values.reason.trim().length < 2
          ? t('form.reasonShort')
          : Object.keys(changesOf(network, values, language)).length === 0
            ? t('form.same')
            : null,
    }),
  });
  const submission = useSubmission<NetworkValues>(form, {
    fields: { 'operations.nothing-changed': 'reason', 'operations.act-waits': 'reason' },
    send: async (values) => {
      const body = { ...changesOf(network, values, language), reason: values.reason.trim() };
      const { dueAt } = await deskPost<NetworkChangedView>(`networks/${network.id}`, body);
      toast(dueAt === null ? t('coin.changed') : t('coin.changedLater', { time: formatMoment(dueAt, language) }));
      refreshDesk('coins', 'announced', 'queues');
      onDone();
    },
  });
  return { form, ...submission };
}
