import { useTranslation } from 'react-i18next';
import { OTC_WAYS } from '../../../server/contract/rules/otc-market.rules';
import { OTC_APPEAL_REASONS, OTC_EVENTS } from '../../../server/contract/rules/otc-order.rules';

/** What an order's own names mean, in the words that its users read; one that is not known yet is shown as the server says it. */
export function useOtcWords() {
  const { t } = useTranslation();
  return {
    way: (name: string) => {
      const known = OTC_WAYS.find((each) => each === name);
      return known === undefined ? name : t(`otc.ways.${known}`);
    },
    reason: (name: string) => {
      const known = OTC_APPEAL_REASONS.find((each) => each === name);
      return known === undefined ? name : t(`otc.reasons.${known}`);
    },
    step: (name: string) => {
      const known = OTC_EVENTS.find((each) => each === name);
      return known === undefined ? name : t(`otc.steps.${known}`);
    },
  };
}
