import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Panel } from '../parts/panel';

export interface Check {
  passes: boolean;
  words: string;
}

/** What is worth a look before money moves: what is in order, and what is not. */
export function CheckList({ checks }: { checks: readonly Check[] }) {
  const { t } = useTranslation('desk');
  return (
    <Panel title={t('withdrawal.checks')}>
      <ul className="desk-checks">
        {checks.map(({ passes, words }) => (
          <li key={words} data-passes={passes}>
            {passes ? <IconCircleCheck size={18} aria-hidden /> : <IconAlertTriangle size={18} aria-hidden />}
            <span className="desk-hidden">{t(passes ? 'withdrawal.passes' : 'withdrawal.attention')}: </span>
            {words}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
