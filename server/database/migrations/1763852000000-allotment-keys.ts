import { ForwardMigration } from './forward-migration.js';

/**
 * An allotment names its application and its project by one key: one look a row instead of two where a hundred thousand
 * are sealed at once, and an application of another project is refused too.
 */
export class AllotmentKeys1763852000000 extends ForwardMigration {
  protected readonly statements = [
    'alter table ieo_application add constraint ieo_application_project unique (id, project_id)',
    `alter table ieo_allotment
       drop constraint ieo_allotment_application_id_fkey,
       drop constraint ieo_allotment_project_id_fkey,
       add constraint ieo_allotment_application foreign key (application_id, project_id)
         references ieo_application (id, project_id)`,
  ];
}
