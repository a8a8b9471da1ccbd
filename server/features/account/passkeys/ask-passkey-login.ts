import { Injectable } from '@nestjs/common';
import type { PasskeyRequestView } from '../../../contract/account/passkeys.dto.js';
import { LoginTries } from '../security/index.js';
import { type Caller, type UserName, UsersStore } from '../users/index.js';
import { AskPasskey } from './ask-passkey.js';

/** Begins a login by passkey. */
@Injectable()
export class AskPasskeyLogin {
  constructor(
    private readonly users: UsersStore,
    private readonly askPasskey: AskPasskey,
    private readonly tries: LoginTries,
  ) {}

  /**
   * What is to be signed. It names no passkey, so it tells nobody whether an account exists or has one.
   * @param name null: whoever the passkey belongs to.
   * @throws Refusal `account.locked`: the network has asked too often.
   */
  async execute(name: UserName | null, { ip }: Caller): Promise<PasskeyRequestView> {
    await this.tries.beginPasskey(ip);
    const user = name && (await this.users.byName(name));
    return this.askPasskey.execute({ purpose: 'login', isNamed: name !== null, userId: user?.id ?? null }, []);
  }
}
