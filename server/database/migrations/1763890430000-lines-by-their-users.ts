import { IndexMigration } from './index-migration.js';

/** Lines of rooms by who wrote them: an erasure and a file of what is kept look for them, and of all tables of words these grow longest. */
export class LinesByTheirUsers1763890430000 extends IndexMigration {
  protected readonly indexes = { room_line_user: 'room_line (user_id) where user_id is not null' };
}
