import { useTranslation } from 'react-i18next';
import { StatePill } from '../../ui/state-pill';

/** Beside a withdrawal whose address or card was bound by what old clients can bring alone: it is worth a look of its own. */
export function PlainlyProven({ of: { plainlyProven } }: { of: { plainlyProven: boolean } }) {
  const { t } = useTranslation('desk');
  return plainlyProven && <StatePill tone="wait" text={t('withdrawal.boundByOldClient')} />;
}
