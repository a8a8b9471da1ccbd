import { useTranslation } from 'react-i18next';
import type { ComplaintState } from '../../../../server/contract/rules/complaints.rules';
import { StatePill } from '../../../ui/state-pill';

const TONES: Record<ComplaintState, 'wait' | 'good' | 'off'> = {
  received: 'wait',
  reopened: 'wait',
  answered: 'good',
  closed: 'off',
};

/** How a complaint stands, in a word. */
export function ComplaintStatePill({ state }: { state: ComplaintState }) {
  const { t } = useTranslation();
  return <StatePill tone={TONES[state]} text={t(`complaints.states.${state}`)} />;
}
