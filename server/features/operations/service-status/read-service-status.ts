import { Injectable, Logger } from '@nestjs/common';
import type { Language } from '../../../contract/errors.js';
import type {
  IncidentView,
  ServiceNotesView,
  ServicePartView,
  ServiceStatusView,
} from '../../../contract/service-status.dto.js';
import { SERVICE_PARTS, STATUS_DAYS, worstState } from '../../../contract/rules/service-status.rules.js';
import { Clock } from '../../../platform/clock/clock.js';
import { isConnectionLoss, isTimeLimit } from '../../../platform/database/transaction.js';
import { dayBars, stateNow } from './day-bars.rules.js';
import { type IncidentRow, IncidentsStore, type WrittenTexts } from './incidents.store.js';
import { ServiceStatusStore } from './service-status.store.js';

const INCIDENTS_MAX = 50;
const NOTES_MAX = 3;

interface Known {
  at: number;
  parts: ServicePartView[];
  incidents: IncidentRow[];
}
type NoteRow = Omit<IncidentRow, 'updates'>;

/** What everybody may know of how the product is. While Postgres is away: what was known last, with of when that is. */
@Injectable()
export class ReadServiceStatus {
  private readonly logger = new Logger(ReadServiceStatus.name);
  private known: Known | null = null;
  private knownNotes: NoteRow[] | null = null;

  constructor(
    private readonly store: ServiceStatusStore,
    private readonly incidents: IncidentsStore,
    private readonly clock: Clock,
  ) {}

  async execute(language: Language): Promise<ServiceStatusView> {
    this.known = await this.orLast(() => this.read(), this.known);
    const { at, parts, incidents } = this.known;
    return {
      at,
      state: worstState(parts.map(({ state }) => state)),
      parts,
      incidents: incidents.map((row) => incidentView(row, language)),
    };
  }

  async notes(language: Language): Promise<ServiceNotesView> {
    const at = new Date(this.clock.now());
    this.knownNotes = await this.orLast(() => this.incidents.notes(NOTES_MAX, at), this.knownNotes);
    const notes = this.knownNotes.map(({ id, kind, state, titles, beginsAt }) => ({
      id,
      kind,
      state,
      title: readIn(titles, language),
      beginsAt: beginsAt.getTime(),
    }));
    return { notes };
  }

  private async read(): Promise<Known> {
    const moment = new Date(this.clock.now());
    const [{ now, parts }, incidents] = await Promise.all([
      this.store.history(moment),
      this.incidents.shown(STATUS_DAYS, INCIDENTS_MAX, moment),
    ]);
    const known = new Map(parts.map((history) => [history.part, history]));
    const views = SERVICE_PARTS.map((part) => {
      const { spans = [], firstAt = null } = known.get(part) ?? {};
      return { part, state: stateNow(spans.at(-1), now), days: dayBars(spans, firstAt, STATUS_DAYS, now) };
    });
    return { at: now, parts: views, incidents };
  }

  private async orLast<Row>(read: () => Promise<Row>, last: Row | null): Promise<Row> {
    try {
      return await read();
    } catch (error) {
      if (last === null || !(isConnectionLoss(error) || isTimeLimit(error))) throw error;
      this.logger.warn(`The state of the product is shown as it was known last: ${String(error)}`);
      return last;
    }
  }
}

function incidentView(row: IncidentRow, language: Language): IncidentView {
  const { id, kind, parts, state, titles, beginsAt, endsAt, closedAt, updates } = row;
  return {
    id,
    kind,
    parts,
    state,
    title: readIn(titles, language),
    beginsAt: beginsAt.getTime(),
    endsAt: endsAt?.getTime() ?? null,
    closedAt: closedAt?.getTime() ?? null,
    updates: updates.map(({ state: then, texts, at }) => ({ state: then, text: readIn(texts, language), at })),
  };
}

/** In the reader's language, else in English, else in whichever there is. */
function readIn(texts: WrittenTexts, language: Language): string {
  return texts[language] ?? texts.en ?? Object.values(texts)[0] ?? '';
}
