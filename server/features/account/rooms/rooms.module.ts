import { Module } from '@nestjs/common';
import { UploadsModule } from '../uploads/index.js';
import { RoomsStore } from './rooms.store.js';
import { WriteInRoom } from './write-in-room.js';

@Module({
  imports: [UploadsModule],
  providers: [RoomsStore, WriteInRoom],
  exports: [RoomsStore, WriteInRoom],
})
export class RoomsModule {}
