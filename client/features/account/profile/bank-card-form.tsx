import { useForm, type UseFormReturnType } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { BankCardRequest, BankCardView } from '../../../../server/contract/account/account.dto';
import { useSubmission } from '../../../platform/use-submission';
import { Form, FormIntro } from '../../../ui/form';
import { Tabs } from '../../../ui/tabs';
import { TextField } from '../../../ui/text-field';
import { bankCard, bindBankCard } from './account.api';
import styles from './account.module.css';
import { type CardValues, judgeAccount, judgeSwift, plainNumber } from './bank-card-rules';
import { focusFirstError } from './focus-first-error';
import { judgeFilled } from './form-rules';
import { ProofFields } from './proof-fields';
import { NO_PROOF, PROOF_FIELDS, useProof } from './use-proof';
import { useVerdict } from './use-verdict';

const PANEL = 'bank-card';
const EMPTY: CardValues = {
  kind: 'domestic',
  realName: '',
  bankName: '',
  account: '',
  branch: '',
  branchNumber: '',
  bankAddress: '',
  swift: '',
  residence: '',
  postalCode: '',
};
const EMPTY_FORM = { ...EMPTY, ...NO_PROOF };
type FormValues = typeof EMPTY_FORM;

/** What was kept from other clients and is not asked for here stays as it is. */
function unaskedFieldsOf(card: BankCardView | undefined): Partial<BankCardRequest> {
  const { alipay_account, wechat_nickname, wechat_account, alipay_qr_code, wechat_qr_code } = card ?? {};
  const unasked = { alipay_account, wechat_nickname, wechat_account, alipay_qr_code, wechat_qr_code };
  return Object.fromEntries(Object.entries(unasked).filter(([, value]) => value));
}

/** What is sent: of the other kind of card nothing. */
function cardOf(values: CardValues): BankCardRequest {
  const shared = {
    real_name: values.realName.trim(),
    bank_name: values.bankName.trim(),
    bank_account: plainNumber(values.account),
  };
  if (values.kind === 'domestic') {
    return { ...shared, bank_branch: values.branch.trim(), bank_id: values.branchNumber.trim() };
  }
  return {
    ...shared,
    bank_address: values.bankAddress.trim(),
    swift_code: plainNumber(values.swift),
    residence_address: values.residence.trim(),
    postal_code: values.postalCode.trim(),
  };
}

function useBankCard(onDone: () => void) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const words = useVerdict();
  const needs = useProof('bank-card');
  const form = useForm<FormValues>({
    initialValues: EMPTY_FORM,
    validate: (values) => {
      const { kind } = values;
      const account = judgeAccount(values.account, kind);
      const swift = judgeSwift(values.swift);
      const abroad = (text: string) => (kind === 'international' ? words(judgeFilled(text)) : null);
      return {
        realName: words(judgeFilled(values.realName)),
        bankName: words(judgeFilled(values.bankName)),
        account: account === 'cardNumber' ? t('errors.cardNumber') : words(account),
        bankAddress: abroad(values.bankAddress),
        swift: kind === 'domestic' ? null : swift === 'swift' ? t('errors.swift') : words(swift),
        residence: abroad(values.residence),
        postalCode: abroad(values.postalCode),
        code: needs.judge.code(values.code),
        loginPassword: needs.judge.loginPassword(values.loginPassword),
      };
    },
  });
  const { busy, problem, submit } = useSubmission<FormValues>(form, {
    fields: {
      'account.bank-account-invalid': 'account',
      'account.swift-invalid': 'swift',
      'account.card-name-differs': 'realName',
      ...PROOF_FIELDS,
    },
    send: async (values, key) => {
      const proof = await needs.collect(values, { target: plainNumber(values.account) });
      const unaskedFields = unaskedFieldsOf(queries.getQueryData(bankCard.queryKey));
      await bindBankCard({ ...unaskedFields, ...cardOf(values), ...proof }, key);
      await queries.invalidateQueries({ queryKey: bankCard.queryKey });
      onDone();
    },
  });
  return { form, needs, busy, problem, submit };
}

/** Binds a bank card: a domestic one by its number, an international one by IBAN and SWIFT. */
export function BankCardForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  const { form, needs, busy, problem, submit } = useBankCard(onDone);
  const { kind } = form.values;
  return (
    <>
      <FormIntro text={t('bank.text')} />
      <Form
        onSubmit={form.onSubmit(submit, (errors) => focusFirstError(form, errors))}
        submit={t('form.confirm')}
        busy={busy}
        problem={problem}
      >
        <Tabs
          label={t('bank.kind')}
          tabs={(['domestic', 'international'] as const).map((key) => ({ key, label: t(`bank.${key}`) }))}
          chosen={kind}
          onChoose={(next) => form.setFieldValue('kind', next)}
          controls={PANEL}
          flush
        />
        <div id={PANEL} role="tabpanel" aria-label={t(`bank.${kind}`)} className={styles.fields}>
          {kind === 'domestic' ? <DomesticFields form={form} /> : <InternationalFields form={form} />}
        </div>
        <ProofFields
          needs={needs}
          input={(path) => form.getInputProps(path)}
          onProblem={(problemWords) => form.setFieldError('code', problemWords)}
          confirmed={() => {
            const target = plainNumber(form.values.account);
            return judgeAccount(form.values.account, kind) === null ? { target } : null;
          }}
        />
      </Form>
    </>
  );
}

type CardForm = Pick<UseFormReturnType<FormValues>, 'getInputProps'>;

function DomesticFields({ form }: { form: CardForm }) {
  const { t } = useTranslation();
  return (
    <>
      <TextField {...form.getInputProps('realName')} label={t('bank.holder')} autoComplete="name" maxLength={100} />
      <TextField {...form.getInputProps('bankName')} label={t('bank.bankName')} maxLength={100} />
      <TextField
        {...form.getInputProps('account')}
        label={t('bank.cardNumber')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={40}
      />
      <TextField {...form.getInputProps('branch')} label={t('bank.branch')} optional maxLength={100} />
      <TextField
        {...form.getInputProps('branchNumber')}
        label={t('bank.branchNumber')}
        optional
        inputMode="numeric"
        maxLength={20}
      />
    </>
  );
}

function InternationalFields({ form }: { form: CardForm }) {
  const { t } = useTranslation();
  const code = { autoCapitalize: 'characters', autoComplete: 'off', spellCheck: false } as const;
  return (
    <>
      <TextField {...form.getInputProps('realName')} label={t('bank.fullName')} autoComplete="name" maxLength={100} />
      <TextField {...form.getInputProps('bankName')} label={t('bank.bankName')} maxLength={100} />
      <TextField {...form.getInputProps('bankAddress')} label={t('bank.bankAddress')} maxLength={200} />
      <TextField {...form.getInputProps('swift')} {...code} label={t('bank.swift')} maxLength={20} />
      <TextField {...form.getInputProps('account')} {...code} label={t('bank.iban')} maxLength={50} />
      <TextField
        {...form.getInputProps('residence')}
        label={t('bank.residence')}
        autoComplete="street-address"
        maxLength={200}
      />
      <TextField
        {...form.getInputProps('postalCode')}
        label={t('bank.postalCode')}
        autoComplete="postal-code"
        maxLength={20}
      />
    </>
  );
}
