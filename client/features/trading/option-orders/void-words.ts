import { useTranslation } from 'react-i18next';
import type { VoidReason } from '../../../../server/contract/rules/option-settlement.rules';

const WORDS = { 'samples-missing': 'samplesMissing', constituents: 'constituents', stale: 'staleSample' } as const;

/** Why there was no settlement price, in words. */
export function useVoidWords(): (reason: VoidReason) => string {
  const { t } = useTranslation();
  return (reason) => t(`option.${WORDS[reason]}`);
}
