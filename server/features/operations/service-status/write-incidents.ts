import { Injectable } from '@nestjs/common';
import type { Language } from '../../../contract/errors.js';
import type {
  IncidentPage,
  OpenIncidentRequest,
  UpdateIncidentRequest,
} from '../../../contract/operations/incidents.dto.js';
import { type PageRequest, pageAsked } from '../../../contract/pages.dto.js';
import { asksForSecret } from '../../../contract/rules/asks-for-secret.rules.js';
import { INCIDENT_UPDATES_MAX, STATES_OF } from '../../../contract/rules/service-status.rules.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { TEXT_REPLY } from '../../../platform/idempotency/command-key.js';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { AuditLog } from '../audit/index.js';
import type { ActingOperator } from '../review/index.js';
import { IncidentsStore, type NewIncident, type WrittenTexts } from './incidents.store.js';

/** What one operator tells everybody of the product's state, at once: it is shown as it is written, and never changed. */
@Injectable()
export class WriteIncidents {
  constructor(
    private readonly store: IncidentsStore,
    private readonly log: AuditLog,
    private readonly commands: IdempotentCommands,
    private readonly clock: Clock,
  ) {}

  /** @returns its number. @throws Refusal `request.invalid`, `help.asks-for-secret`, `request.key-reused`. */
  async open(actor: ActingOperator, request: OpenIncidentRequest, key: string | null): Promise<string> {
    const incident = incidentOf(request);
    const { operatorId } = actor;
    const command = { userId: operatorId, route: 'ops/incidents', key, body: { ...request }, reply: TEXT_REPLY };
    return this.commands.run(command, async (tx) => {
      const id = await this.store.open(tx, incident, operatorId, new Date(this.clock.now()));
      const line = { action: 'incident.open', subject: 'incident', subjectId: id };
      await this.log.record(tx, actor, { ...line, detail: { ...incident } });
      return id;
    });
  }

  /**
   * Says how it goes on, or that it is over: whoever comes first ends it.
   * @throws Refusal `request.invalid`, `help.asks-for-secret`, `operations.not-found`, `incidents.closed`, `request.key-reused`.
   */
  async update(actor: ActingOperator, id: string, request: UpdateIncidentRequest, key: string | null): Promise<string> {
    const texts = textsOf(request.texts, 'text');
    const { state } = request;
    const { operatorId } = actor;
    const command = {
      userId: operatorId,
      route: 'ops/incidents/update',
      key,
      body: { id, ...request },
      reply: TEXT_REPLY,
    };
    return this.commands.run(command, async (tx) => {
      const incident = await this.store.lock(tx, id);
      if (!incident) throw new Refusal('operations.not-found');
      if (incident.isClosed) throw new Refusal('incidents.closed');
      if (!STATES_OF[incident.kind].includes(state)) throw new Refusal('request.invalid', { field: 'state' });
      const number = incident.updates + 1;
      // The last one is left for its end.
      if (number >= INCIDENT_UPDATES_MAX && state !== 'resolved')
        throw new Refusal('request.invalid', { field: 'state' });
      await this.store.add(tx, id, { number, state, texts, operatorId, at: new Date(this.clock.now()) });
      const line = { action: 'incident.update', subject: 'incident', subjectId: id };
      await this.log.record(tx, actor, { ...line, detail: { number, state, texts } });
      return 'ok';
    });
  }

  /** As they were written, in every language. */
  async list(request: PageRequest): Promise<IncidentPage> {
    const { page, limit } = pageAsked(request);
    const [rows, total] = await Promise.all([this.store.list(limit, (page - 1) * limit), this.store.count()]);
    const list = rows.map(({ titles, updates, beginsAt, endsAt, closedAt, ...row }) => ({
      ...row,
      titles: textViews(titles),
      beginsAt: beginsAt.getTime(),
      endsAt: endsAt?.getTime() ?? null,
      closedAt: closedAt?.getTime() ?? null,
      updates: updates.map(({ texts, ...update }) => ({ ...update, texts: textViews(texts) })),
    }));
    return { list, total, page, limit };
  }
}

function incidentOf({ kind, parts, state, beginsAt, endsAt, texts }: OpenIncidentRequest): NewIncident {
  if (state === 'resolved' || !STATES_OF[kind].includes(state))
    throw new Refusal('request.invalid', { field: 'state' });
  const written = { titles: textsOf(texts, 'title'), texts: textsOf(texts, 'text') };
  const begins = beginsAt ?? null;
  const ends = endsAt ?? null;
  if (kind === 'incident') {
    if (begins !== null) throw new Refusal('request.invalid', { field: 'beginsAt' });
    if (ends !== null) throw new Refusal('request.invalid', { field: 'endsAt' });
    return { kind, parts, state, ...written, beginsAt: null, endsAt: null };
  }
  if (begins === null) throw new Refusal('request.invalid', { field: 'beginsAt' });
  if (ends === null || ends <= begins) throw new Refusal('request.invalid', { field: 'endsAt' });
  return { kind, parts, state, ...written, beginsAt: new Date(begins), endsAt: new Date(ends) };
}

/** By language. @throws Refusal `request.invalid` for two in one language, `help.asks-for-secret`. */
function textsOf<Name extends 'title' | 'text'>(
  given: readonly (Record<Name, string> & { language: Language })[],
  name: Name,
): WrittenTexts {
  const texts = given.map((one) => [one.language, one[name].trim()] as const);
  const byLanguage = Object.fromEntries(texts) as WrittenTexts;
  if (Object.keys(byLanguage).length !== texts.length) throw new Refusal('request.invalid', { field: 'texts' });
  if (texts.some(([, text]) => asksForSecret(text))) throw new Refusal('help.asks-for-secret');
  return byLanguage;
}

const textViews = (texts: WrittenTexts) =>
  (Object.entries(texts) as [Language, string][]).map(([language, text]) => ({ language, text }));
