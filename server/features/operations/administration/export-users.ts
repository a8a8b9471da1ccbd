import { Injectable } from '@nestjs/common';
import type { UserListRequest } from '../../../contract/operations/users.dto.js';
import type { ExportedFile } from '../../wallet/exports/index.js';
import { type FileAsked, WriteDeskFile } from '../desk-files/index.js';
import { DeskStore, listedUserView } from '../review/index.js';
import { searchKind } from './list-users.js';

const COLUMNS = {
  number: 'text',
  time: 'instant',
  account: 'text',
  username: 'text',
  email: 'text',
  phone: 'text',
  level: 'text',
  status: 'text',
} as const;

/** Users as a file: as masked as the list is. Contacts are whole in each user's own file at the desk, and nowhere else. */
@Injectable()
export class ExportUsers {
  constructor(
    private readonly desk: DeskStore,
    private readonly writeDeskFile: WriteDeskFile,
  ) {}

  /** @throws Refusal those of `WriteDeskFile`. */
  execute(asked: FileAsked, request: UserListRequest): Promise<ExportedFile> {
    const search = request.search?.trim() || null;
    return this.writeDeskFile.execute(asked, {
      name: 'users',
      columns: COLUMNS,
      filter: { search: searchKind(search) },
      ids: (limit) => this.desk.userIds(search, limit),
      rows: async (ids) => (await this.desk.usersOf(ids)).map(listedUserView),
      cells: ({ id, createdAt, account, username, email, phone, verifiedLevel, disabled }) => ({
        number: id,
        time: new Date(createdAt),
        account,
        username,
        email,
        phone,
        level: String(verifiedLevel),
        status: disabled ? 'disabled' : 'active',
      }),
    });
  }
}
