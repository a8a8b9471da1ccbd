import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type {
  WithdrawalCurrencyView,
  WithdrawalFactsView,
} from '../../../../server/contract/wallet/wallet-withdrawals.dto';
import { askedNetwork } from '../../../platform/asked-coin';
import { textsOf, useDraft } from '../../../platform/draft';
import { formatDecimal } from '../../../platform/format';
import { useLanguage } from '../../../platform/preferences';
import { judgeAmount, verdictWords } from '../../../ui/judge-amount';
import { readTypedAmount } from '../../../ui/typed-amount';
import { bankCard } from '../../account/profile';
import { addressesOf, BANK_NETWORK } from './withdrawals.api';

const EMPTY = { network: '', addressId: '', amount: '', remark: '' };

interface Props {
  coin: WithdrawalCurrencyView;
  facts: WithdrawalFactsView;
}

/** The first step of a withdrawal: where to, and how much. It is kept while other pages are visited on the way. */
export function useWithdrawal({ coin, facts }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [search] = useSearchParams();
  const draft = useDraft(`withdrawal:${coin.id}`);
  const { data: book } = useQuery(addressesOf(coin.id));
  const { data: card } = useQuery(bankCard);
  const networkOf = (name: string) => askedNetwork(name, facts.networks).network;
  const addressOf = ({ network, addressId }: { network: string; addressId: string }) => {
    const offered = addressesIn(networkOf(network)?.network ?? '');
    const chosen = offered.find(({ id }) => id === addressId);
    // One that was chosen on another network says nothing here; one that is gone was chosen, and no other takes its place.
    const isOpen = addressId === '' || book?.some(({ id }) => id === addressId);
    if (chosen || !isOpen) return chosen ?? null;
    const [only, ...others] = offered.filter(({ usable }) => usable === 1);
    // With only one there is nothing to choose.
    return others.length === 0 ? (only ?? null) : null;
  };
  const addressesIn = (network: string) => book?.filter(({ nettype }) => nettype === network) ?? [];

  const judge = (text: string, network: string): string | null => {
    const minimum = networkOf(network)?.min_number ?? facts.min_number;
    const verdict = judgeAmount(text, language, { scale: facts.scale, minimum, maximum: facts.change_balance });
    if (verdict === 'below') {
      return t('withdraw.belowMinimum', { minimum: `${formatDecimal(minimum, language)} ${coin.name}` });
    }
    if (verdict === 'above') return t('withdraw.aboveBalance');
    return verdictWords(verdict, facts.scale, t);
  };

  const unknownOf = (name: string): string | null => {
    const { unknown } = askedNetwork(name, facts.networks);
    return unknown === null ? null : t('withdraw.networkUnknown', { network: unknown, coin: coin.name });
  };

  const isAbove = (text: string) =>
    judgeAmount(text, language, { scale: facts.scale, maximum: facts.change_balance }) === 'above';

  const form = useForm<typeof EMPTY>({
    initialValues: textsOf(draft.read(), { ...EMPTY, network: search.get('network') ?? '' }),
    onValuesChange: (values) => draft.save(values),
    validate: {
      network: (name) => unknownOf(name),
      addressId: (_value, values) => {
        if (networkOf(values.network) === null) return null;
        if (networkOf(values.network)?.network === BANK_NETWORK) {
          return card?.bank_account ? null : t('withdraw.bindCard');
        }
        const address = addressOf(values);
        if (address === null) return t('withdraw.chooseAddress');
        return address.usable === 1 ? null : t('withdraw.addressWaits');
      },
      amount: (value, { network }) => judge(value, network),
    },
  });
  const { values } = form;
  const network = networkOf(values.network);
  const isBank = network?.network === BANK_NETWORK;
  const address = isBank ? null : addressOf(values);
  return {
    form,
    draft,
    network,
    /** Why there is no network: what was chosen is not offered, or not any more. */
    unknownNetwork: unknownOf(values.network),
    isBank,
    card,
    addresses: book && addressesIn(network?.network ?? ''),
    address,
    /** Takes what is shown as chosen, so that it does not become another one by itself. */
    choose: (chosen: { network: string; addressId: string }) => form.setValues(chosen),
    /** More than there is need not wait for the button. */
    early: isAbove(values.amount) ? t('withdraw.aboveBalance') : null,
    /** The amount, once it is one that can be asked for. */
    amount: judge(values.amount, values.network) === null ? readTypedAmount(values.amount, language) : null,
  };
}

export type WithdrawalDraft = ReturnType<typeof useWithdrawal>;
