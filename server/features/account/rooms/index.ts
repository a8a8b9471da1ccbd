/** The front door of the rooms: where people write to each other about something, in a record that nobody can change. */
export { RoomsModule } from './rooms.module.js';
export { type LineRow, RoomsStore } from './rooms.store.js';
export { type ReadPicture, WriteInRoom } from './write-in-room.js';
