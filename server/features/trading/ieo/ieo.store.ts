import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { LANGUAGES } from '../../../contract/errors.js';
import type { DecimalText } from '../../../contract/money.js';
import type { PriceDraw } from '../../../contract/rules/ieo-draw.rules.js';
import type { AllotmentRow } from '../../../contract/rules/ieo-proof.rules.js';
import type { IeoPhase, IeoState } from '../../../contract/rules/ieo.rules.js';
import { callFunction } from '../../../platform/database/call-function.js';
import { storedJson } from '../../../platform/database/stored-json.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import type { Claim } from '../../../platform/idempotency/command-key.js';
import { storedPath, storedSample } from '../../markets/tape/index.js';

const projectWords = z.object({ summary: z.string(), description: z.string() });
const projectTexts = z.partialRecord(z.enum(LANGUAGES), projectWords);

/** Units are whole coins, as decimal text. */
export interface IeoProject {
  id: number;
  code: string;
  name: string;
  issuer: string;
  coinCode: string;
  coinName: string;
  coinScale: number;
  payCurrencyId: number;
  coinSupply: string;
  supply: string;
  least: string;
  most: string;
  cap: string;
  price: DecimalText;
  texts: z.infer<typeof projectTexts>;
  applyFrom: Date;
  applyUntil: Date;
  allotAt: Date;
  payUntil: Date;
  secondPayUntil: Date;
  listAt: Date;
  lockUntil: Date;
  releaseParts: number;
  releaseDays: number;
  seedHash: string;
  seed: string | null;
  listedAt: Date | null;
  /** The coin and its market; null before the listing. */
  currencyId: number | null;
  market: string | null;
  cancelledAt: Date | null;
  cancelReason: 'operators' | 'not-listed' | null;
  phase: IeoPhase;
  applications: number;
  applied: string;
  isSealed: boolean;
  /** The market whose prices it is drawn by, and the hour: the first one after the close, or the one that it was; null: without. */
  drawMarket: string | null;
  drawHour: Date | null;
  isDrawn: boolean;
}

export interface IeoApplication {
  id: string;
  projectId: number;
  userId: string;
  units: string;
  salt: string;
  account: string;
  state: IeoState;
  allotted: string | null;
  second: string | null;
  secondState: 'offered' | 'paid' | 'lapsed' | null;
  releasedParts: number;
  released: string;
  createdAt: Date;
  updatedAt: Date;
  version: number;
}

export interface IeoRound {
  round: number;
  root: string;
  rows: number;
  supply: string;
  units: string;
  sealedAt: Date;
  settledAt: Date | null;
}

export interface ProjectsQuery {
  phase: IeoPhase | null;
  /** Folded. */
  words: readonly string[];
  at: Date;
  page: number;
  limit: number;
}

export interface ApplicationsQuery {
  userId: string;
  states: readonly IeoState[];
  words: readonly string[];
  page: number;
  limit: number;
}

const TEXT = (column: string) => `trim_scale(${column})::text`;
/** By the database's clock; $1 is the caller's. */
const PHASE = `case when p.cancelled_at is not null then 'cancelled' when p.listed_at is not null then 'listed'
    when database_now($1) < p.apply_from then 'announced' when database_now($1) < p.apply_until then 'applying'
    when database_now($1) < p.allot_at or (p.draw_market_id is not null
      and not exists (select from ieo_round r where r.project_id = p.id and r.round = 1)) then 'allotting' when database_now($1) < ieo_pay_end(p, 1::smallint) then 'paying'
    when database_now($1) < ieo_pay_end(p, 2::smallint) then 'second' else 'listing' end`;
const PROJECT = `
  select p.id, p.code, p.name, p.issuer, p.coin_code as "coinCode", p.coin_name as "coinName",
         p.coin_scale as "coinScale", p.pay_currency_id as "payCurrencyId",
         p.coin_supply::text as "coinSupply", p.supply::text, p.least::text, p.most::text, p.cap::text,
         ${TEXT('p.price')} as price, p.texts, p.apply_from as "applyFrom", p.apply_until as "applyUntil",
         p.allot_at as "allotAt", ieo_pay_end(p, 1::smallint) as "payUntil",
         ieo_pay_end(p, 2::smallint) as "secondPayUntil", p.list_at as "listAt",
         p.lock_until as "lockUntil", p.release_parts as "releaseParts", p.release_days as "releaseDays",
         encode(p.seed_hash, 'hex') as "seedHash", encode(p.seed, 'hex') as seed, p.listed_at as "listedAt",
         p.currency_id as "currencyId", (select m.symbol from market m where m.id = p.market_id) as market,
         p.cancelled_at as "cancelledAt", p.cancel_reason as "cancelReason", ${PHASE} as phase, sums.applications, sums.applied,
         sums.root is not null as "isSealed", (select m.symbol from market m where m.id = p.draw_market_id) as "drawMarket",
         coalesce(d.hour, case when p.draw_market_id is not null then ieo_draw_from(p) end) as "drawHour",
         d.project_id is not null as "isDrawn"
    from ieo_project p
    left join ieo_draw d on d.project_id = p.id
    left join lateral (
      select coalesce(r.rows, (select count(*) from ieo_application a where a.project_id = p.id))::integer as applications,
             coalesce(r.units, (select sum(a.units) from ieo_application a where a.project_id = p.id), 0)::text as applied,
             r.root
        from (select) one left join ieo_round r on r.project_id = p.id and r.round = 0) sums on true`;
const FOUND = `($2::text is null or ${PHASE} = $2) and not exists (
    select from unnest($3::text[]) word where position(word in lower(concat_ws(' ', p.name, p.issuer, p.code, p.coin_code))) = 0)`;
const APPLICATION = `
  select a.id::text, a.project_id as "projectId", a.user_id::text as "userId", a.units::text,
         encode(a.salt, 'hex') as salt, encode(a.account_hash, 'hex') as account, a.status as state,
         a.allotted::text, a.second::text, a.second_status as "secondState", a.released_parts as "releasedParts",
         a.released::text, a.created_at as "createdAt", a.updated_at as "updatedAt", a.version
    from ieo_application a`;
/** Nothing of a round is shown before its root stands. */
const ROW = `
  select encode(a.account_hash, 'hex') as account, a.units::text as committed, one.units::text as first,
         case when ieo_pay_end(p, 1::smallint) <= database_now($2) and one.units > 0
           then case a.status when 'missed' then false when 'allotted' then null else a.paid_at is not null end end as paid,
         two.units::text as second
    from ieo_application a
    join ieo_project p on p.id = a.project_id
    left join ieo_allotment one on one.application_id = a.id and one.round = 1
    left join ieo_allotment two on two.application_id = a.id and two.round = 2`;

/** All SQL of the sales of new coins that pages read; commands are one call of a stored function each. */
@Injectable()
export class IeoStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  async projects({ phase, words, at, page, limit }: ProjectsQuery): Promise<{ projects: IeoProject[]; total: number }> {
    const given = [at, phase, words];
    const [projects, counted]: [IeoProject[], { total: number }[]] = await Promise.all([
      this.source.query(
        `${PROJECT} where ${FOUND}
          order by (p.listed_at is not null or p.cancelled_at is not null), p.apply_from desc, p.id desc offset $4 limit $5`,
        [...given, (page - 1) * limit, limit],
      ),
      this.source.query(`select count(*)::integer as total from ieo_project p where ${FOUND}`, given),
    ]);
    return { projects: projects.map(readProject), total: counted[0]?.total ?? 0 };
  }

  async projectsOf(
    ids: readonly number[],
    at: Date,
    tx: Transaction = this.source.manager,
  ): Promise<Map<number, IeoProject>> {
    const rows: IeoProject[] = await tx.query(`${PROJECT} where p.id = any($2)`, [at, ids]);
    return new Map(rows.map((row) => [row.id, readProject(row)]));
  }

  async project(id: number, at: Date, tx?: Transaction): Promise<IeoProject | null> {
    return (await this.projectsOf([id], at, tx)).get(id) ?? null;
  }

  async hasCode(tx: Transaction, code: string): Promise<boolean> {
    const rows: unknown[] = await tx.query('select from ieo_project where code = $1', [code]);
    return rows.length > 0;
  }

  async applications({
    userId,
    states,
    words,
    page,
    limit,
  }: ApplicationsQuery): Promise<{ applications: IeoApplication[]; total: number }> {
    const where = `where a.user_id = $1 and a.status = any($2) and not exists (
      select from unnest($3::text[]) word where position(word in (
        select lower(concat_ws(' ', p.name, p.coin_code, 'ieo' || lpad(a.id::text, 10, '0')))
          from ieo_project p where p.id = a.project_id)) = 0)`;
    const [applications, counted]: [IeoApplication[], { total: number }[]] = await Promise.all([
      this.source.query(`${APPLICATION} ${where} order by a.id desc offset $4 limit $5`, [
        userId,
        states,
        words,
        (page - 1) * limit,
        limit,
      ]),
      this.source.query(`select count(*)::integer as total from ieo_application a ${where}`, [userId, states, words]),
    ]);
    return { applications, total: counted[0]?.total ?? 0 };
  }

  async application(userId: string, id: string): Promise<IeoApplication | null> {
    const rows: IeoApplication[] = await this.source.query(`${APPLICATION} where a.id = $2 and a.user_id = $1`, [
      userId,
      id,
    ]);
    return rows[0] ?? null;
  }

  async applied(userId: string, projectId: number): Promise<string> {
    const rows: { units: string }[] = await this.source.query(
      'select units::text from ieo_application where user_id = $1 and project_id = $2',
      [userId, projectId],
    );
    return rows[0]?.units ?? '0';
  }

  /** Applications of a user that have not ended, as their events tell of them. */
  async openEvents(tx: Transaction, userId: string): Promise<{ entity: string; entityVersion: number }[]> {
    const rows: { event: { entity: string; entityVersion: number } }[] = await tx.query(
      `select ieo_event(a) as event from ieo_application a
        where a.user_id = $1 and a.status not in ('failed', 'missed', 'cancelled') order by a.id desc limit 500`,
      [userId],
    );
    return rows.map(({ event }) => event);
  }

  rounds(projectId: number): Promise<IeoRound[]> {
    return this.source.query(
      `select round, encode(root, 'hex') as root, rows, supply::text, units::text, sealed_at as "sealedAt",
              settled_at as "settledAt" from ieo_round where project_id = $1 order by round`,
      [projectId],
    );
  }

  /** What a sale was drawn by; null before, and where it was drawn without prices. */
  async draw(projectId: number): Promise<PriceDraw | null> {
    const rows: (Omit<PriceDraw, 'path' | 'hour' | 'last'> & { hour: Date; last: object; path: Buffer })[] =
      await this.source.query(
        `select d.market_id as "marketId", m.symbol, d.hour, encode(d.root, 'hex') as root, d.samples, d.last, d.path
           from ieo_draw d join market m on m.id = d.market_id
          where d.project_id = $1 and exists (select from ieo_round r where r.project_id = $1 and r.round = 1)`,
        [projectId],
      );
    const [row] = rows;
    if (!row) return null;
    const { hour, last, path, ...draw } = row;
    return {
      ...draw,
      hour: hour.getTime(),
      last: storedJson(storedSample, last, 'ieo_draw.last'),
      path: storedPath(path),
    };
  }

  /** Rows of the published table after an account, in their order. */
  rows(
    projectId: number,
    { after, prefix, limit, at }: { after: string; prefix: string; limit: number; at: Date },
  ): Promise<AllotmentRow[]> {
    return this.source.query(
      `${ROW} where a.project_id = $1 and a.account_hash > decode($3, 'hex')
          and a.account_hash between decode($4, 'hex') and decode($5, 'hex')
        order by a.account_hash limit $6`,
      [projectId, at, after, prefix.padEnd(64, '0'), prefix.padEnd(64, 'f'), limit],
    );
  }

  async apply(tx: Transaction, claim: Claim, { project, units }: { project: number; units: string }): Promise<void> {
    await callFunction(tx, 'ieo_apply', { ...claim.given, project, units });
  }

  async pay(tx: Transaction, claim: Claim, { id, round }: { id: string; round: number }): Promise<void> {
    await callFunction(tx, 'ieo_pay', { ...claim.given, application: id, round });
  }
}

function readProject(row: IeoProject): IeoProject {
  return { ...row, texts: storedJson(projectTexts, row.texts, 'ieo_project.texts') };
}
