import { useForm } from '@mantine/form';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { WithdrawalCurrencyView } from '../../../../server/contract/wallet/wallet-withdrawals.dto';
import { askedCoin, askedNetwork } from '../../../platform/asked-coin';
import { textsOf, useDraft } from '../../../platform/draft';
import { useSessionUser } from '../../../platform/session';
import { failureWords } from '../../../platform/failure-words';
import { useAddressChoice } from '../../../platform/use-address-choice';
import { useSubmission } from '../../../platform/use-submission';
import { chainName } from '../../../ui/chain-name';
import { CoinIcon } from '../../../ui/coin-icon';
import { EmptyState } from '../../../ui/empty-state';
import { ErrorState } from '../../../ui/error-state';
import { Form } from '../../../ui/form';
import { FundPasswordField } from '../../../ui/fund-password-field';
import { PillChoice } from '../../../ui/pill-choice';
import { TextField } from '../../../ui/text-field';
import { CardSkeleton } from '../../../ui/text-skeleton';
import { UnknownCoin } from '../../../ui/unknown-coin';
import {
  focusFirstError,
  judgePin,
  NO_PROOF,
  PROOF_FIELDS,
  ProofFields,
  useProof,
  user as userQuery,
  useVerdict,
} from '../../account/profile';
import { isLongEnough, judgeAddress, plainAddress } from './address-rules';
import { Gate } from './gate';
import { addAddress, useReadAgain, withdrawalCoins } from './withdrawals.api';
import styles from './withdrawals.module.css';

const EMPTY = { coin: '', network: '', address: '', notes: '', fundPassword: '', ...NO_PROOF };
type Values = typeof EMPTY;

/** A new address of the book. Without a fund password the user is sent to set one first. */
export function AddAddressForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  const [search, change] = useAddressChoice();
  const known = useSessionUser();
  const {
    data: user,
    error: userError,
    refetch,
  } = useQuery({ ...userQuery, enabled: known !== null, refetchOnMount: 'always' });
  const { data: coins, error, refetch: refetchCoins } = useQuery(withdrawalCoins);
  const failure = userError && !user ? userError : error && !coins ? error : null;
  const again = () => {
    void refetch();
    void refetchCoins();
  };
  if (failure) return <ErrorState text={failureWords(failure, t)} onRetry={again} />;
  if (!user || !coins) return <CardSkeleton rows={6} />;
  if (user.has_fund_password === 0) return <Gate missing="fundPassword" />;
  if (coins.length === 0) return <EmptyState text={t('withdraw.noCoins')} />;
  const { unknown } = askedCoin(search, coins);
  if (unknown !== null) {
    const text = t('withdraw.coinUnknown', { coin: unknown });
    const choose = (coin: string) => change({ coin, currency: null, network: null });
    return <UnknownCoin text={text} legend={t('withdraw.coin')} coins={coins} onChoose={choose} />;
  }
  return <AddressFields coins={coins} onDone={onDone} />;
}

interface FieldsProps {
  coins: readonly WithdrawalCurrencyView[];
  onDone: () => void;
}

type Way = Pick<Values, 'coin' | 'network'>;

/** The coins and networks that addresses can be of; the first ones where none was named, and no other in the place of a name. */
function useOffers(coins: readonly WithdrawalCurrencyView[]) {
  const { t } = useTranslation();
  const coinOf = (name: string) => (name === '' ? coins[0] : coins.find((known) => known.name === name));
  const networksOf = (name: string) => coinOf(name)?.networks.filter(({ chain }) => chain !== 'bank') ?? [];
  const askedOf = ({ coin, network }: Way) => askedNetwork(network, networksOf(coin));
  const networkOf = (values: Way) => askedOf(values).network ?? undefined;
  const unknownOf = (values: Way): { coin: string | null; network: string | null } => {
    const known = coinOf(values.coin);
    if (!known) return { coin: t('withdraw.coinUnknown', { coin: values.coin }), network: null };
    const { unknown } = askedOf(values);
    const words = { network: unknown ?? '', coin: known.name };
    return { coin: null, network: unknown === null ? null : t('withdraw.networkUnknown', words) };
  };
  return { coinOf, networksOf, networkOf, unknownOf };
}

function useNewAddress({ coins, onDone }: FieldsProps) {
  const { t } = useTranslation();
  const words = useVerdict();
  const [search] = useSearchParams();
  const readAgain = useReadAgain();
  const draft = useDraft('withdrawal-address');
  const needs = useProof('address');
  const { coinOf, networksOf, networkOf, unknownOf } = useOffers(coins);
  const judge = (text: string, values: Way): string | null => {
    const way = networkOf(values);
    if (!way || way.chain === 'bank') return null;
    const verdict = judgeAddress(text, way.chain);
    if (verdict === null || verdict === 'required') return words(verdict);
    return t(`addressBook.wrong.${verdict}`, { network: way.network, chain: chainName(way.chain) });
  };
  const isAsked = search.has('coin') || search.has('currency');
  const coin = isAsked ? (askedCoin(search, coins).coin?.name ?? '') : '';
  const asked = { ...EMPTY, coin, network: search.get('network') ?? '' };
  const form = useForm<Values>({
    initialValues: { ...textsOf(draft.read(), asked), ...(asked.coin === '' ? {} : pick(asked)) },
    onValuesChange: (values) => draft.save({ ...values, fundPassword: '', ...NO_PROOF }),
    validate: {
      coin: (_name, values) => unknownOf(values).coin,
      network: (_name, values) => unknownOf(values).network,
      address: judge,
      fundPassword: (value) => words(judgePin(value)),
      ...needs.judge,
    },
  });
  const submission = useSubmission<Values>(form, {
    fields: {
      'withdrawals.address-invalid': 'address',
      'withdrawals.address-ours': 'address',
      'withdrawals.address-exists': 'address',
      'account.fund-password-wrong': 'fundPassword',
      'account.fund-password-format': 'fundPassword',
      ...PROOF_FIELDS,
    },
    send: async (values, key) => {
      const { notes, fundPassword } = values;
      const address = plainAddress(values.address);
      const proof = await needs.collect(values, { target: address });
      const currencyId = coinOf(values.coin)?.id ?? 0;
      const network = networkOf(values)?.network ?? '';
      const added = { currencyId, network, address, notes: notes.trim(), fundPassword, proof };
      await addAddress(added, key);
      draft.drop();
      readAgain.book();
      onDone();
    },
  });
  return {
    form,
    needs,
    coin: coinOf(form.values.coin),
    network: networkOf(form.values),
    networksOf,
    unknown: unknownOf(form.values),
    chooseCoin: (name: string) => {
      const { network } = form.values;
      // A network that the other coin has as well stays chosen.
      const stays = networksOf(name).some((way) => way.network === network);
      form.setValues({ coin: name, network: stays ? network : '' });
      form.clearErrors();
    },
    judge,
    ...submission,
  };
}

function pick({ coin, network }: Values) {
  return { coin, network };
}

function AddressFields(props: FieldsProps) {
  const { t } = useTranslation();
  const { coins } = props;
  const fields = useNewAddress(props);
  const { form, needs, network, judge, busy, problem, submit } = fields;
  const { address } = form.values;
  const chain = network?.chain === 'bank' ? undefined : network?.chain;
  const verdict = address === '' ? null : judge(address, form.values);
  // While it is typed an error only counts once the address can be whole.
  const early = chain !== undefined && isLongEnough(address, chain) ? verdict : null;
  const isValid = address !== '' && verdict === null;
  return (
    <Form
      onSubmit={form.onSubmit(submit, (errors) => focusFirstError(form, errors))}
      submit={t('addressBook.save')}
      busy={busy}
      problem={problem}
    >
      <Which coins={coins} address={fields} />
      <TextField
        {...form.getInputProps('address')}
        label={t('withdraw.address')}
        error={form.errors.address ?? early}
        help={
          isValid ? (
            <span className={styles.valid} role="status">
              <IconCircleCheck size={16} aria-hidden />
              {t('addressBook.valid', { chain: chain === undefined ? '' : chainName(chain) })}
            </span>
          ) : (
            t('addressBook.addressHelp', { network: network?.network ?? '' })
          )
        }
        autoComplete="off"
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        maxLength={200}
      />
      <TextField
        {...form.getInputProps('notes')}
        label={t('addressBook.notes')}
        help={t('addressBook.notesHelp')}
        optional
        maxLength={100}
      />
      <FundPasswordField {...form.getInputProps('fundPassword')} value={form.values.fundPassword} />
      <ProofFields
        needs={needs}
        input={(path) => form.getInputProps(path)}
        onProblem={(words) => form.setFieldError('code', words)}
        confirmed={() => (isValid ? { target: plainAddress(address) } : null)}
      />
    </Form>
  );
}

interface WhichProps {
  coins: FieldsProps['coins'];
  address: ReturnType<typeof useNewAddress>;
}

/** Of which coin and network the address is. */
function Which({ coins, address: { form, coin, network, networksOf, unknown, chooseCoin } }: WhichProps) {
  const { t } = useTranslation();
  return (
    <>
      <PillChoice
        legend={t('withdraw.coin')}
        choices={coins.map(({ name }) => ({ key: name, label: name, icon: <CoinIcon code={name} size={24} /> }))}
        chosen={coin?.name ?? null}
        onChoose={chooseCoin}
        error={unknown.coin}
      />
      <PillChoice
        legend={t('withdraw.network')}
        choices={networksOf(coin?.name ?? '').map((way) => ({
          key: way.network,
          label: way.network,
          note: chainName(way.chain),
        }))}
        chosen={network?.network ?? null}
        onChoose={(name) => form.setFieldValue('network', name)}
        error={unknown.network}
      />
    </>
  );
}
