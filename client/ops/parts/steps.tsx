import { useTranslation } from 'react-i18next';
import type { CaseStepView } from '../../../server/contract/operations';
import { Panel } from './panel';
import { statusWord } from './status';
import { When } from './when';

/** What happened to a case, by whom, and why. */
export function Steps({ steps }: { steps: readonly CaseStepView[] }) {
  const { t } = useTranslation('desk');
  return (
    <Panel title={t('steps.title')}>
      <ol className="desk-steps">
        {steps.map(({ from, to, operator, reason, at }, index) => (
          // Steps have no number; they are only ever added.
          <li key={`${at}-${index}`}>
            <p>
              <strong>
                {from === null || from === to
                  ? statusWord(to, t)
                  : t('steps.from', { from: statusWord(from, t), to: statusWord(to, t) })}
              </strong>{' '}
              {t('steps.by', { who: operator ?? t('steps.user') })}
            </p>
            <p className="desk-dim">
              <When at={at} />
            </p>
            {reason !== null && reason !== '' && <p className="desk-quote">{reason}</p>}
          </li>
        ))}
      </ol>
    </Panel>
  );
}
