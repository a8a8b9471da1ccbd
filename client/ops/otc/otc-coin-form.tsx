import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OtcCoinRow, ProposedView } from '../../../server/contract/operations';
import { OTC_LIMIT_WORTH_MAX } from '../../../server/contract/rules/otc-market.rules';
import { formatDecimal } from '../../platform/format';
import { useLanguage } from '../../platform/preferences';
import { AmountInput } from '../../ui/amount-input';
import { withoutClosingZeros } from '../../ui/money-text';
import { TextField } from '../../ui/text-field';
import { toast } from '../../ui/toast';
import { amountFrom, typedAs } from '../../ui/typed-amount';
import { TickBox } from '../../ui/tick-box';
import { deskPost } from '../frame/desk-call';
import { ReasonForm } from '../parts/reason-form';
import { refreshDesk } from '../parts/use-desk-query';

const LIMITS = ['leastQuantity', 'secondPersonAbove'] as const;

/** Proposes what holds for a coin. What was typed stays when it is refused. */
export function OtcCoinForm({ coin, onClose }: { coin: OtcCoinRow; onClose: () => void }) {
  const { t } = useTranslation('desk');
  const language = useLanguage();
  const typed = (amount: string | null) => (amount === null ? '' : typedAs(withoutClosingZeros(amount), language));
  const [terms, setTerms] = useState({
    leastQuantity: typed(coin.leastQuantity),
    secondPersonAbove: typed(coin.secondPersonAbove),
    sort: String(coin.sort),
    enabled: coin.enabled,
  });
  const change = (part: Partial<typeof terms>) => setTerms((before) => ({ ...before, ...part }));
  const isEmpty = [...LIMITS, 'sort' as const].some((name) => terms[name].trim() === '');
  const send = async (reason: string, key: string) => {
    const { enabled, leastQuantity, secondPersonAbove, sort } = terms;
    const limits = {
      leastQuantity: amountFrom(leastQuantity, language),
      secondPersonAbove: amountFrom(secondPersonAbove, language),
    };
    const asked = { currencyId: coin.currencyId, ...limits, enabled, sort: Number.parseInt(sort, 10), reason };
    await deskPost<ProposedView>('otc-coins', asked, key);
    toast(t('sale.proposed'));
    onClose();
    refreshDesk('otc-coins', 'proposals', 'queues');
  };
  return (
    <ReasonForm
      action={t('otc.change')}
      send={send}
      content={JSON.stringify(terms)}
      disabled={isEmpty}
      onCancel={onClose}
    >
      <TickBox label={t('otc.offered')} checked={terms.enabled} onChange={(enabled) => change({ enabled })} />
      {LIMITS.map((name) => (
        <AmountInput
          key={name}
          label={`${t(`otc.${name}`)} (${coin.coin})`}
          help={t('otc.limitHelp', { maximum: formatDecimal(OTC_LIMIT_WORTH_MAX[name], language) })}
          maxLength={40}
          value={terms[name]}
          onChange={(text) => change({ [name]: text })}
        />
      ))}
      <TextField
        label={t('otc.sort')}
        inputMode="numeric"
        maxLength={4}
        autoComplete="off"
        value={terms.sort}
        onChange={({ currentTarget }) => change({ sort: currentTarget.value })}
      />
    </ReasonForm>
  );
}
