import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { IncidentCaseView, IncidentPage, UpdateIncidentRequest } from '../../../server/contract/operations';
import { LANGUAGE_NAMES } from '../../languages';
import { useInstant } from '../../platform/instant-words';
import { useAtMostOnce } from '../../platform/use-at-most-once';
import { StatePill } from '../../ui/state-pill';
import { toast } from '../../ui/toast';
import { deskPost } from '../frame/desk-call';
import { useCan } from '../frame/desk-session';
import { Problem } from '../parts/desk-form';
import { PagedList } from '../parts/paged-list';
import { PageHead, Panel } from '../parts/panel';
import { useAct } from '../parts/use-act';
import { refreshDesk, useDeskQuery } from '../parts/use-desk-query';
import { useFilters } from '../parts/use-filters';
import { When } from '../parts/when';
import { IncidentForm, StateField } from './incident-form';
import { TextsFields } from './texts-fields';
import { halfWritten, type Texts, written } from './written-texts';

/** Incidents and planned work: those that go on, those that are over, and a new one. */
export function IncidentsPage() {
  const { t } = useTranslation('desk');
  const mayWrite = useCan('settings', 'support');
  const filters = useFilters();
  const query = useDeskQuery<IncidentPage>('incidents', { ...filters.query(), limit: '10' }, { poll: true });
  return (
    <div className="desk-page">
      <PageHead title={t('nav.incidents')} />
      {mayWrite && (
        <Panel title={t('incidents.write')}>
          <IncidentForm />
        </Panel>
      )}
      <Panel title={t('notice.history')}>
        <PagedList query={query} filters={filters} keyOf={({ id }) => id}>
          {(incident) => <Incident incident={incident} mayWrite={mayWrite} />}
        </PagedList>
      </Panel>
    </div>
  );
}

function Incident({ incident, mayWrite }: { incident: IncidentCaseView; mayWrite: boolean }) {
  const { t } = useTranslation('desk');
  const words = useTranslation('words').t;
  const instant = useInstant();
  const { id, kind, parts, state, titles, beginsAt, endsAt, closedAt, updates } = incident;
  const title = titles.find(({ language }) => language === 'en') ?? titles[0];
  return (
    <article className="desk-card">
      <div className="desk-panel-head">
        <h3>
          #{id} · {title?.text}
        </h3>
        <StatePill tone={closedAt === null ? 'wait' : 'good'} text={words(`serviceStatus.incidentStates.${state}`)} />
      </div>
      <p className="desk-dim">
        {t(`incidents.kinds.${kind}`)} · {parts.map((part) => words(`serviceStatus.parts.${part}`)).join(', ')} ·{' '}
        {instant(beginsAt)}
        {endsAt !== null && ` – ${instant(endsAt)}`}
      </p>
      {updates.map(({ state: then, texts, writtenBy, at }, place) => (
        <details key={updates.length - place} className="desk-fold">
          <summary>
            {words(`serviceStatus.incidentStates.${then}`)} · <When at={at} /> {t('notice.by', { who: writtenBy })}
          </summary>
          {texts.map(({ language, text }) => (
            <p key={language} className="desk-lines" lang={language}>
              {LANGUAGE_NAMES[language]}: {text}
            </p>
          ))}
        </details>
      ))}
      {mayWrite && <Update incident={incident} />}
    </article>
  );
}

/** The next word of one that goes on. Where somebody else has ended it meanwhile, that is said, and what was written stays. */
function Update({ incident: { id, kind, state: before, closedAt } }: { incident: IncidentCaseView }) {
  const { t } = useTranslation('desk');
  const [texts, setTexts] = useState<Texts>({});
  const [state, setState] = useState(before);
  const [fault, setFault] = useState<string | null>(null);
  const { busy, problem, run } = useAct();
  const once = useAtMostOnce<UpdateIncidentRequest>();
  const isOpen = closedAt === null;
  if (!isOpen && problem === null) return null;
  const request = { state, texts: written(texts).map(({ language, text }) => ({ language, text })) };
  const send = async () => {
    const isHalf = request.texts.length === 0 || halfWritten(texts, false) !== null;
    setFault(isHalf ? t('notice.oneAtLeast') : null);
    if (isHalf) return;
    try {
      await once.run({
        intent: JSON.stringify(request),
        content: request,
        send: (content, key) => deskPost(`incidents/${id}/update`, { ...content }, key),
      });
      toast(t('notice.published'));
      setTexts({});
    } finally {
      refreshDesk('incidents');
    }
  };
  return (
    <div className="desk-form">
      <StateField kind={kind} state={state} onChange={setState} ends />
      <TextsFields id={`desk-incident-${id}`} hasTitle={false} texts={texts} onChange={setTexts} />
      <Problem text={fault ?? problem} />
      <div className="desk-actions">
        <Button size="sm" loading={busy} disabled={!isOpen} onClick={() => run(send)}>
          {t('incidents.update')}
        </Button>
      </div>
    </div>
  );
}
