import { ForwardMigration, writtenOnce } from './forward-migration.js';

const PARTS = `'prices', 'spot', 'contracts', 'options', 'deposits', 'withdrawals', 'login', 'notices'`;
const STATES = `'investigating', 'identified', 'monitoring', 'planned', 'under-way', 'resolved'`;

/** How each part of the product was seen to be, from when until when, and what the desk says of it. */
export class ServiceStatus1763890400000 extends ForwardMigration {
  protected readonly statements = [
    `create table service_pulse (
       role text primary key check (role in ('worker', 'gateway')),
       -- by the database's clock; of the worker: when it looked last
       seen_at timestamptz not null
     )`,
    // Long ago, so that whoever comes first looks.
    `insert into service_pulse (role, seen_at) values ('worker', 'epoch'), ('gateway', 'epoch')`,
    `create table service_span (
       part text not null check (part in (${PARTS})),
       state text not null check (state in ('up', 'degraded', 'down')),
       began_at timestamptz not null,
       -- the last look that found it so; what is behind it and before the next span nobody saw
       seen_at timestamptz not null,
       primary key (part, began_at),
       constraint service_span_forward check (seen_at >= began_at)
     )`,
    'create index service_span_seen on service_span (seen_at)',
    `create table service_incident (
       id bigint generated always as identity primary key,
       kind text not null check (kind in ('incident', 'maintenance')),
       parts text[] not null check (cardinality(parts) > 0 and parts <@ array[${PARTS}]),
       -- in each language that it was written in
       titles jsonb not null check (jsonb_typeof(titles) = 'object' and titles <> '{}'),
       state text not null check (state in (${STATES})),
       updates smallint not null check (updates between 1 and 100),
       begins_at timestamptz not null,
       ends_at timestamptz check (ends_at > begins_at),
       opened_at timestamptz not null,
       closed_at timestamptz,
       constraint service_incident_planned check ((kind = 'maintenance') = (ends_at is not null)),
       constraint service_incident_closed check ((state = 'resolved') = (closed_at is not null)),
       constraint service_incident_states check (
         state = 'resolved' or (kind = 'maintenance') = (state in ('planned', 'under-way')))
     )`,
    'create index service_incident_open on service_incident (id desc) where closed_at is null',
    'create index service_incident_ended on service_incident (closed_at desc) where closed_at is not null',
    `create table service_incident_update (
       incident_id bigint not null references service_incident (id),
       number smallint not null check (number between 1 and 100),
       state text not null check (state in (${STATES})),
       texts jsonb not null check (jsonb_typeof(texts) = 'object' and texts <> '{}'),
       operator_id bigint not null references operator (id),
       at timestamptz not null,
       primary key (incident_id, number)
     )`,
    ...writtenOnce('service_incident_update', 'account_history_keep'),
  ];
}
