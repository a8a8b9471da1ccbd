import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language } from '../../../server/contract/errors';
import type { PerpetualTermsView } from '../../../server/contract/operations';
import { TIER_BOUNDS, type TierTerms, wrongTier } from '../../../server/contract/rules/maintenance-tiers.rules';
import { useLanguage } from '../../platform/preferences';
import { AmountInput } from '../../ui/amount-input';
import { withoutClosingZeros } from '../../ui/money-text';
import { toast } from '../../ui/toast';
import { amountFrom, typedAs } from '../../ui/typed-amount';
import { ReasonForm } from '../parts/reason-form';
import { TypedField } from '../parts/typed-field';
import { proposeChange } from './propose-change';

interface Props {
  product: PerpetualTermsView;
  onClose: () => void;
}

/** A step as it is typed; its number stays with it while others are added and taken away. */
interface TypedStep {
  id: number;
  floor: string;
  maintenancePercent: string;
  maxLeverage: string;
}

/** Proposes another maintenance table, all of its steps at once. What was typed stays when it is refused. */
export function TiersForm({ product, onClose }: Props) {
  const { t } = useTranslation('desk');
  const language = useLanguage();
  // What stands in the fields is of this table, whatever the list says meanwhile.
  const [seen] = useState(product.stepsVersion);
  const [steps, setSteps] = useState(() => product.steps.map((step, place) => typedStep(step, place, language)));
  const tiers = steps.map((step) => tierFrom(step, language));
  const isEmpty = steps.some(({ floor, maintenancePercent, maxLeverage }) =>
    [floor, maintenancePercent, maxLeverage].some((text) => text.trim() === ''),
  );
  const wrong = isEmpty ? null : wrongTier(tiers, product);
  const change = (id: number, typed: Partial<TypedStep>) =>
    setSteps((before) => before.map((step) => (step.id === id ? { ...step, ...typed } : step)));
  const add = () =>
    setSteps((before) => [
      ...before,
      { id: Math.max(...before.map(({ id }) => id)) + 1, floor: '', maintenancePercent: '', maxLeverage: '' },
    ]);
  const send = async (reason: string, key: string) => {
    await proposeChange(`tiers/${product.id}`, { tiers, seen, reason }, key);
    toast(t('proposal.proposed'));
    onClose();
  };
  return (
    <ReasonForm
      action={t('products.stepsPropose')}
      send={send}
      content={JSON.stringify(steps)}
      disabled={isEmpty || wrong !== null}
      onCancel={onClose}
    >
      <p className="desk-note">{t('products.stepsText')}</p>
      {steps.map((step, place) => (
        <StepFields
          key={step.id}
          step={step}
          number={place + 1}
          wrong={wrong?.startsWith(`tiers.${place}.`) ? (wrong.split('.')[2] ?? null) : null}
          onType={(typed) => change(step.id, typed)}
          onRemove={
            steps.length > 1 ? () => setSteps((before) => before.filter(({ id }) => id !== step.id)) : undefined
          }
        />
      ))}
      {steps.length < TIER_BOUNDS.tiers && (
        <div className="desk-actions">
          <Button size="sm" variant="default" onClick={add}>
            {t('products.stepAdd')}
          </Button>
        </div>
      )}
    </ReasonForm>
  );
}

interface StepProps {
  step: TypedStep;
  number: number;
  /** The field of it that no table can have; null: none. */
  wrong: string | null;
  onType: (typed: Partial<TypedStep>) => void;
  onRemove: (() => void) | undefined;
}

function StepFields({ step, number, wrong, onType, onRemove }: StepProps) {
  const { t } = useTranslation('desk');
  const shown = (name: 'floor' | 'maintenancePercent' | 'maxLeverage') => ({
    label: t(`products.${name}`) + (name === 'maintenancePercent' ? ' (%)' : ''),
    error: wrong === name ? t('products.stepWrong') : undefined,
    maxLength: 60,
    value: step[name],
  });
  return (
    <fieldset className="desk-tier">
      <legend>{t('products.step', { number })}</legend>
      <AmountInput {...shown('floor')} onChange={(floor) => onType({ floor })} />
      <AmountInput {...shown('maintenancePercent')} onChange={(maintenancePercent) => onType({ maintenancePercent })} />
      <TypedField {...shown('maxLeverage')} inputMode="numeric" onType={(maxLeverage) => onType({ maxLeverage })} />
      {onRemove && (
        <Button size="sm" variant="default" aria-label={t('products.stepRemove', { number })} onClick={onRemove}>
          {t('products.remove')}
        </Button>
      )}
    </fieldset>
  );
}

function typedStep({ floor, maintenancePercent, maxLeverage }: TierTerms, id: number, language: Language): TypedStep {
  return {
    id,
    floor: typedAs(withoutClosingZeros(floor), language),
    maintenancePercent: typedAs(withoutClosingZeros(maintenancePercent), language),
    maxLeverage: String(maxLeverage),
  };
}

/** As the server takes it; what is no number stays none, and the field says so. */
function tierFrom({ floor, maintenancePercent, maxLeverage }: TypedStep, language: Language): TierTerms {
  return {
    floor: amountFrom(floor.trim(), language),
    maintenancePercent: amountFrom(maintenancePercent.trim(), language),
    maxLeverage: Number(maxLeverage.trim()),
  };
}
