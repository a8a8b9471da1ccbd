import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Photos are kept for a while after the decision that they were handed in for; then the file goes and its row stays. */
export class UploadsRetention1763695000000 implements MigrationInterface {
  name = 'UploadsRetention1763695000000';

  async up(runner: QueryRunner): Promise<void> {
    // "closed_at": what the photo was handed in for is decided. "retired": it was kept for long enough.
    await runner.query(`
      alter table upload
        drop constraint upload_state_check,
        drop constraint upload_check,
        add constraint upload_state_check check (state in
          ('processing', 'waiting', 'used', 'refused', 'expired', 'discarded', 'retired')),
        add constraint upload_used check ((state in ('used', 'discarded', 'retired')) = (used_at is not null)),
        add column closed_at timestamptz,
        add column removed_at timestamptz,
        add check (closed_at is null or used_at is not null),
        add check (state <> 'retired' or closed_at is not null),
        add check (removed_at is null or not stored);
      create index upload_closed on upload (closed_at) where state = 'used';
      alter table upload_view add column act text not null default 'look' check (act in ('look', 'removed'))`);
    await runner.query(`
      update upload u set closed_at = c.decided_at
        from verification_photo p join verification_case c on c.id = p.case_id
       where u.id = p.upload_id and u.state = 'used' and c.decided_at is not null;
      update upload u set closed_at = d.updated_at
        from deposit d
       where u.id = d.proof and u.state = 'used' and d.status <> 'review'`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
