import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { type Language, LANGUAGES } from '../../../contract/errors.js';
import type { IncidentKind, IncidentState, ServicePart } from '../../../contract/rules/service-status.rules.js';
import { storedJson } from '../../../platform/database/stored-json.js';
import type { Transaction } from '../../../platform/database/transaction.js';

export type WrittenTexts = Partial<Record<Language, string>>;

export interface IncidentUpdateRow {
  state: IncidentState;
  texts: WrittenTexts;
  writtenBy: string;
  /** Unix milliseconds. */
  at: number;
}

export interface IncidentRow {
  id: string;
  kind: IncidentKind;
  parts: ServicePart[];
  state: IncidentState;
  titles: WrittenTexts;
  beginsAt: Date;
  endsAt: Date | null;
  closedAt: Date | null;
  updates: IncidentUpdateRow[];
}

export interface NewIncident {
  kind: IncidentKind;
  parts: ServicePart[];
  state: IncidentState;
  titles: WrittenTexts;
  texts: WrittenTexts;
  /** null: now. */
  beginsAt: Date | null;
  endsAt: Date | null;
}

const ROW = `select i.id::text, i.kind, i.parts, i.state, i.titles, i.begins_at as "beginsAt", i.ends_at as "endsAt",
    i.closed_at as "closedAt", (select jsonb_agg(jsonb_build_object('state', u.state, 'texts', u.texts, 'writtenBy', o.login,
      'at', floor(extract(epoch from u.at) * 1000)) order by u.number desc)
      from service_incident_update u join operator o on o.id = u.operator_id where u.incident_id = i.id) as updates
  from service_incident i`;
const ORDER = 'order by i.closed_at is not null, i.id desc';

const writtenTexts: z.ZodType<WrittenTexts> = z.partialRecord(z.enum(LANGUAGES), z.string());

function readTitles<Row extends { titles: WrittenTexts }>(row: Row): Row {
  return { ...row, titles: storedJson(writtenTexts, row.titles, 'service_incident.titles') };
}

function readWhole(row: IncidentRow): IncidentRow {
  const updates = row.updates.map((update) => ({
    ...update,
    texts: storedJson(writtenTexts, update.texts, 'service_incident_update.texts'),
  }));
  return { ...readTitles(row), updates };
}

/** The SQL of what the desk says of the product's state. */
@Injectable()
export class IncidentsStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  async list(limit: number, offset: number): Promise<IncidentRow[]> {
    const rows: IncidentRow[] = await this.source.query(`${ROW} ${ORDER} limit $1 offset $2`, [limit, offset]);
    return rows.map(readWhole);
  }

  async count(): Promise<number> {
    const [row] = await this.source.query<[{ count: number }]>(
      'select count(*)::integer as count from service_incident',
    );
    return row.count;
  }

  /** Those that go on or are planned, and those that ended within so many days. */
  async shown(days: number, limit: number, at: Date): Promise<IncidentRow[]> {
    const rows: IncidentRow[] = await this.source.query(
      `${ROW} where i.closed_at is null or i.closed_at > database_now($1) - $2 * interval '1 day' ${ORDER} limit $3`,
      [at, days, limit],
    );
    return rows.map(readWhole);
  }

  /** Incidents that go on, and planned work that begins within a day. */
  async notes(limit: number, at: Date): Promise<Omit<IncidentRow, 'updates'>[]> {
    const rows: Omit<IncidentRow, 'updates'>[] = await this.source.query(
      `select i.id::text, i.kind, i.parts, i.state, i.titles, i.begins_at as "beginsAt", i.ends_at as "endsAt",
              i.closed_at as "closedAt"
         from service_incident i
        where i.closed_at is null and i.begins_at < database_now($1) + interval '1 day' order by i.id desc limit $2`,
      [at, limit],
    );
    return rows.map(readTitles);
  }

  async open(tx: Transaction, incident: NewIncident, operatorId: string, at: Date): Promise<string> {
    const { kind, parts, state, titles, texts, beginsAt, endsAt } = incident;
    const [row] = await tx.query<[{ id: string }]>(
      `insert into service_incident (kind, parts, titles, state, updates, begins_at, ends_at, opened_at)
       select $1, $2, $3, $4, 1, coalesce($5::timestamptz, m.now), $6, m.now from (select database_now($7) as now) m
       returning id::text`,
      [kind, parts, JSON.stringify(titles), state, beginsAt, endsAt, at],
    );
    await this.write(tx, row.id, { number: 1, state, texts, operatorId, at });
    return row.id;
  }

  /** Locked until the transaction ends; null: there is none. */
  async lock(tx: Transaction, id: string): Promise<{ kind: IncidentKind; isClosed: boolean; updates: number } | null> {
    const rows: { kind: IncidentKind; isClosed: boolean; updates: number }[] = await tx.query(
      `select kind, closed_at is not null as "isClosed", updates from service_incident where id = $1 for no key update`,
      [id],
    );
    return rows[0] ?? null;
  }

  /** Of one that is locked. */
  async add(
    tx: Transaction,
    id: string,
    update: { number: number; state: IncidentState; texts: WrittenTexts; operatorId: string; at: Date },
  ): Promise<void> {
    await tx.query(
      `update service_incident set state = $2, updates = $3,
              closed_at = case when $2 = 'resolved' then database_now($4) end where id = $1`,
      [id, update.state, update.number, update.at],
    );
    await this.write(tx, id, update);
  }

  private async write(
    tx: Transaction,
    id: string,
    {
      number,
      state,
      texts,
      operatorId,
      at,
    }: { number: number; state: IncidentState; texts: WrittenTexts; operatorId: string; at: Date },
  ): Promise<void> {
    await tx.query(
      `insert into service_incident_update (incident_id, number, state, texts, operator_id, at)
       values ($1, $2, $3, $4, $5, database_now($6))`,
      [id, number, state, JSON.stringify(texts), operatorId, at],
    );
  }
}
