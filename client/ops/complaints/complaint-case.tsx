import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ComplaintCaseView } from '../../../server/contract/operations';
import { COMPLAINT_LENGTH_MAX } from '../../../server/contract/rules/complaints.rules';
import { LANGUAGE_NAMES } from '../../languages';
import { useInstant } from '../../platform/instant-words';
import { useAtMostOnce } from '../../platform/use-at-most-once';
import { StatePill } from '../../ui/state-pill';
import { deskPost } from '../frame/desk-call';
import { useCan } from '../frame/desk-session';
import { AreaField } from '../parts/area-field';
import { Problem } from '../parts/desk-form';
import { Loaded } from '../parts/loaded';
import { useAct } from '../parts/use-act';
import { refreshDesk, useDeskQuery } from '../parts/use-desk-query';
import { When } from '../parts/when';

/** One complaint: what was written, and the answer where one is due. */
export function ComplaintCase({ id }: { id: string }) {
  const { t } = useTranslation('desk');
  const instant = useInstant();
  const query = useDeskQuery<ComplaintCaseView>(`complaints/${id}`, {}, { recorded: true });
  const mayAnswer = useCan('support');
  return (
    <Loaded query={query} rows={8}>
      {(complaint) => (
        <article className="desk-case" aria-label={`#${id}`}>
          <div className="desk-head">
            <h2>
              #{id} · {t(`complaints.subjects.${complaint.subject}`)}
            </h2>
            {complaint.isOverdue && <StatePill tone="bad" text={t('complaints.overdue')} />}
          </div>
          <p className="desk-note">
            {t('user.title', { id: complaint.userId })} · {t(`complaints.states.${complaint.state}`)}
            {complaint.dueAt !== null && ` · ${t('complaints.due', { at: instant(complaint.dueAt) })}`}
            {complaint.orderNumber !== '' && ` · ${t('complaints.order', { number: complaint.orderNumber })}`}
          </p>
          <ol className="desk-cards">
            {complaint.entries.map(({ operator, text, at }, place) => (
              <li key={place}>
                <p className="desk-note">
                  {operator ?? t('complaints.user')} · <When at={at} />
                </p>
                <p className="desk-line-text" dir="auto">
                  {text}
                </p>
              </li>
            ))}
          </ol>
          {mayAnswer && <ComplaintAnswer complaint={complaint} />}
        </article>
      )}
    </Loaded>
  );
}

/** The answer, while one is due. Where somebody else was faster, it says so, and what was written can still be read. */
function ComplaintAnswer({ complaint: { id, language, state, dueAt, entries } }: { complaint: ComplaintCaseView }) {
  const { t } = useTranslation('desk');
  const [text, setText] = useState('');
  const { busy, problem, run } = useAct();
  const once = useAtMostOnce<{ text: string; seen: number }>();
  const send = async () => {
    const content = { text: text.trim(), seen: entries.length };
    try {
      await once.run({
        intent: content.text,
        content,
        send: (answer, key) => deskPost(`complaints/${id}/answer`, answer, key),
      });
      setText('');
    } finally {
      // Somebody else may have answered meanwhile.
      refreshDesk('complaints', 'queues');
    }
  };
  const isDue = dueAt !== null;
  if (!isDue && problem === null) return null;
  return (
    <div className="desk-form">
      <p className="desk-note">
        {t('complaints.writes', { language: LANGUAGE_NAMES[language] })}
        {state === 'reopened' && ` · ${t('complaints.final')}`}
      </p>
      <AreaField
        label={t('complaints.answer')}
        value={text}
        maxLength={COMPLAINT_LENGTH_MAX}
        rows={8}
        lang={language}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Problem text={problem} />
      <div className="desk-actions">
        <Button size="sm" loading={busy} disabled={!isDue || text.trim() === ''} onClick={() => run(send)}>
          {t('complaints.send')}
        </Button>
      </div>
    </div>
  );
}
