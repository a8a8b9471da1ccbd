import { Injectable } from '@nestjs/common';
import type { UploadPurpose } from '../../../contract/account/uploads.dto.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { UseUploads, GetUpload } from '../uploads/index.js';
import { type LineRow, type NewLine, RoomsStore } from './rooms.store.js';

/** A picture that its owner wants to show, with the digest of what is kept of it. */
export interface ReadPicture {
  reference: string;
  digest: Buffer;
}

/** Writes lines in rooms. Who may, and where, is the business of whatever the room is about. */
@Injectable()
export class WriteInRoom {
  constructor(
    private readonly store: RoomsStore,
    private readonly getUpload: GetUpload,
    private readonly useUploads: UseUploads,
  ) {}

  /** Reads own pictures, before the transaction opens. @throws Refusal `uploads.not-found`. */
  readPictures(userId: string, references: readonly string[]): Promise<ReadPicture[]> {
    return Promise.all(
      references.map(async (reference) => ({ reference, digest: await this.getUpload.digest(reference, userId) })),
    );
  }

  /** The caller holds the row that the room is about. @throws Refusal `uploads.unknown`. */
  async execute(tx: Transaction, line: NewLine, purpose: UploadPurpose): Promise<LineRow> {
    const { picture, userId, room } = line;
    if (picture && userId) await this.use(tx, { userId, room, pictures: [picture] }, purpose);
    return this.store.add(tx, line);
  }

  /**
   * Uses pictures for the room whose lines are added later: where accounts are locked in between, pictures come first.
   * @throws Refusal `uploads.unknown`.
   */
  async use(
    tx: Transaction,
    { userId, room, pictures }: { userId: string; room: string; pictures: readonly ReadPicture[] },
    purpose: UploadPurpose,
  ): Promise<void> {
    const references = pictures.map(({ reference }) => reference);
    await this.useUploads.execute(tx, { userId, purpose, usedFor: room, references });
  }

  /** A line without a picture, or with one that is used for the room already. */
  add(tx: Transaction, line: NewLine): Promise<LineRow> {
    return this.store.add(tx, line);
  }

  /** What the room is about has ended: its pictures are kept for as long as the setting says. The lines stay. */
  async end(tx: Transaction, room: string): Promise<void> {
    await this.useUploads.close(tx, await this.store.picturesOf(tx, room));
  }

  /** It goes on after all: those that are still there stay. */
  async resume(tx: Transaction, room: string): Promise<void> {
    await this.useUploads.reopen(tx, await this.store.picturesOf(tx, room));
  }
}
