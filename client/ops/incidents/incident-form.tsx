import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { IncidentOpenedView, OpenIncidentRequest } from '../../../server/contract/operations';
import {
  INCIDENT_KINDS,
  type IncidentKind,
  type IncidentState,
  SERVICE_PARTS,
  type ServicePart,
  STATES_OF,
} from '../../../server/contract/rules/service-status.rules';
import { LANGUAGE_NAMES } from '../../languages';
import { useAtMostOnce } from '../../platform/use-at-most-once';
import { ConfirmSheet } from '../../ui/confirm-sheet';
import { TickBox } from '../../ui/tick-box';
import { toast } from '../../ui/toast';
import { deskPost } from '../frame/desk-call';
import { Problem } from '../parts/desk-form';
import { Moment } from '../parts/moment-field';
import { SelectField } from '../parts/select-field';
import { useAct } from '../parts/use-act';
import { refreshDesk } from '../parts/use-desk-query';
import { TextsFields } from './texts-fields';
import { halfWritten, type Texts, written } from './written-texts';

interface Draft {
  kind: IncidentKind;
  state: IncidentState;
  parts: readonly ServicePart[];
  beginsAt: number | null;
  endsAt: number | null;
  texts: Texts;
}
const EMPTY: Draft = { kind: 'incident', state: 'investigating', parts: [], beginsAt: null, endsAt: null, texts: {} };

/** A new incident or planned work, which everybody reads as soon as it is published. */
export function IncidentForm() {
  const { t } = useTranslation('desk');
  const [draft, setDraft] = useState(EMPTY);
  const [asking, setAsking] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const { busy, problem, run } = useAct();
  const once = useAtMostOnce<OpenIncidentRequest>();
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  const { kind, state, parts, beginsAt, endsAt, texts } = draft;
  const request: OpenIncidentRequest = {
    kind,
    state,
    parts: [...parts],
    ...(kind === 'maintenance' ? { beginsAt, endsAt } : {}),
    texts: written(texts),
  };
  const ask = () => {
    const missing = faultOf(draft);
    setFault(missing === null ? null : t(missing));
    setAsking(missing === null);
  };
  const publish = async () => {
    const send = (content: OpenIncidentRequest, key: string) =>
      deskPost<IncidentOpenedView>('incidents', { ...content }, key).finally(() => setAsking(false));
    await once.run({ intent: JSON.stringify(request), content: request, send });
    toast(t('notice.published'));
    setDraft(EMPTY);
    refreshDesk('incidents');
  };
  return (
    <div className="desk-form">
      <p className="desk-note">{t('incidents.text')}</p>
      <SelectField
        label={t('incidents.kind')}
        value={kind}
        onChange={(value) =>
          change({ kind: value as IncidentKind, state: STATES_OF[value as IncidentKind][0] ?? state })
        }
        choices={INCIDENT_KINDS.map((value) => ({ value, label: t(`incidents.kinds.${value}`) }))}
      />
      <StateField kind={kind} state={state} onChange={(value) => change({ state: value })} ends={false} />
      <PartsField parts={parts} onChange={(chosen) => change({ parts: chosen })} />
      {kind === 'maintenance' && (
        <>
          <Moment label={t('incidents.begins')} at={beginsAt} onChange={(at) => change({ beginsAt: at })} />
          <Moment label={t('incidents.ends')} at={endsAt} onChange={(at) => change({ endsAt: at })} />
        </>
      )}
      <TextsFields id="desk-incident" hasTitle texts={texts} onChange={(given) => change({ texts: given })} />
      <Problem text={fault ?? problem} />
      <div className="desk-actions">
        <Button size="sm" loading={busy} onClick={ask}>
          {t('notice.publish')}
        </Button>
      </div>
      <ConfirmSheet
        opened={asking}
        title={t('incidents.confirm')}
        text={t('notice.confirmText', {
          languages: request.texts.map((one) => LANGUAGE_NAMES[one.language]).join(', '),
        })}
        action={t('notice.publish')}
        busy={busy}
        onConfirm={() => run(publish)}
        onClose={() => setAsking(false)}
      />
    </div>
  );
}

function PartsField(props: { parts: readonly ServicePart[]; onChange: (parts: readonly ServicePart[]) => void }) {
  const { t } = useTranslation('desk');
  const words = useTranslation('words').t;
  const { parts, onChange } = props;
  const choose = (part: ServicePart, isChosen: boolean) =>
    onChange(SERVICE_PARTS.filter((one) => (one === part ? isChosen : parts.includes(one))));
  return (
    <fieldset className="desk-ticks">
      <legend>{t('incidents.parts')}</legend>
      {SERVICE_PARTS.map((part) => (
        <TickBox
          key={part}
          label={words(`serviceStatus.parts.${part}`)}
          checked={parts.includes(part)}
          onChange={(isChosen) => choose(part, isChosen)}
        />
      ))}
    </fieldset>
  );
}

function faultOf({ kind, parts, beginsAt, endsAt, texts }: Draft) {
  if (parts.length === 0) return 'incidents.noParts';
  if (kind === 'maintenance' && (beginsAt === null || endsAt === null || endsAt <= beginsAt))
    return 'incidents.noTimes';
  if (written(texts).length === 0) return 'notice.oneAtLeast';
  return halfWritten(texts, true) === null ? null : 'notice.both';
}

interface StateProps {
  kind: IncidentKind;
  state: IncidentState;
  onChange: (state: IncidentState) => void;
  /** Whether it may be ended with it. */
  ends: boolean;
}

/** How it goes on, in the words that users read. */
export function StateField({ kind, state, onChange, ends }: StateProps) {
  const { t } = useTranslation('desk');
  const words = useTranslation('words').t;
  return (
    <SelectField
      label={t('incidents.state')}
      value={state}
      onChange={(value) => onChange(value as IncidentState)}
      choices={STATES_OF[kind]
        .filter((one) => ends || one !== 'resolved')
        .map((value) => ({
          value,
          label:
            value === 'resolved' && kind === 'maintenance'
              ? words('serviceStatus.completed')
              : words(`serviceStatus.incidentStates.${value}`),
        }))}
    />
  );
}
