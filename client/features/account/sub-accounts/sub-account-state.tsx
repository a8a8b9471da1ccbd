import { useTranslation } from 'react-i18next';
import type { SubAccountState as State } from '../../../../server/contract/account/sub-accounts.dto';
import { StatePill } from '../../../ui/state-pill';

const TONES = { active: 'good', frozen: 'wait', disabled: 'bad' } as const;

export function SubAccountState({ state }: { state: State }) {
  const { t } = useTranslation();
  return <StatePill tone={TONES[state]} text={t(`subAccounts.states.${state}`)} />;
}
