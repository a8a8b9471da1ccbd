import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProposedView } from '../../../server/contract/operations';
import { LEAST_ORDER } from '../../../server/contract/rules/listing.rules';
import { CallFailed } from '../../platform/api';
import { useLanguage } from '../../platform/preferences';
import { AmountInput } from '../../ui/amount-input';
import { TextField } from '../../ui/text-field';
import { readTypedAmount, typedAs } from '../../ui/typed-amount';
import { deskPost } from '../frame/desk-call';
import { AreaField } from './area-field';
import { Panel } from './panel';
import { ReasonForm } from './reason-form';

interface Props {
  /** The call that proposes it. */
  path: string;
  title: string;
  text: string;
  onProposed: () => void;
}

/** Proposes how a new coin is listed: its market's decimals, and what makes its price. */
export function ListingForm({ path, title, text, onProposed }: Props) {
  const { t } = useTranslation('desk');
  const language = useLanguage();
  const [priceScale, setPriceScale] = useState('4');
  const [quantityScale, setQuantityScale] = useState('2');
  const [leastOrder, setLeastOrder] = useState(() => typedAs(LEAST_ORDER, language));
  const [lines, setLines] = useState('');
  const least = readTypedAmount(leastOrder, language);
  const send = async (reason: string, key: string) => {
    const instruments = lines.split(/\s+/).filter(Boolean);
    const scales = { priceScale: Number.parseInt(priceScale, 10), quantityScale: Number.parseInt(quantityScale, 10) };
    // What may be two amounts is none before one of them is chosen.
    if (least === null) throw new CallFailed('refused', t('form.amount'));
    await deskPost<ProposedView>(path, { ...scales, leastOrder: least, instruments, reason }, key);
    onProposed();
  };
  return (
    <Panel title={title}>
      <p className="desk-note">{text}</p>
      <ReasonForm action={title} send={send} content={[priceScale, quantityScale, leastOrder, lines].join(' ')}>
        <TextField
          label={t('subscription.priceScale')}
          inputMode="numeric"
          maxLength={2}
          value={priceScale}
          onChange={({ currentTarget }) => setPriceScale(currentTarget.value)}
        />
        <TextField
          label={t('subscription.quantityScale')}
          inputMode="numeric"
          maxLength={1}
          value={quantityScale}
          onChange={({ currentTarget }) => setQuantityScale(currentTarget.value)}
        />
        <AmountInput
          label={t('subscription.leastOrder')}
          help={t('subscription.leastOrderHelp')}
          maxLength={40}
          value={leastOrder}
          onChange={setLeastOrder}
          error={least === null && leastOrder.trim() !== '' ? t('form.amount') : null}
        />
        <AreaField
          label={t('subscription.instruments')}
          help={t('subscription.instrumentsHelp')}
          value={lines}
          onChange={({ currentTarget }) => setLines(currentTarget.value)}
        />
      </ReasonForm>
    </Panel>
  );
}
